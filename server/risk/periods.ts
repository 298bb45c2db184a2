import { asInstant, wireTimeToInstant, type Instant, startOfServerDayAt, serverDayAt } from '#contract/time.ts'

const dayMs = 86_400_000

export type CalendarPeriod = 'day' | 'week' | 'month'

/** When the server's day, week (from Monday) or month began, UTC+8 (docs/rules/time-and-numbers.md). */
export function startOfPeriod(period: CalendarPeriod, at: number): Instant {
  const day = startOfServerDayAt(at)
  if (period === 'day') return day
  if (period === 'month') return wireTimeToInstant(`${serverDayAt(at).slice(0, 8)}01 00:00:00`)
  // The first of January 1970 was a Thursday.
  const number = Date.parse(serverDayAt(at)) / dayMs
  return asInstant(day - ((number + 3) % 7) * dayMs)
}
