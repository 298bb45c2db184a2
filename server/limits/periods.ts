import { asInstant, fromWire, type Instant, startOfWireDay, wireDay } from '#contract/time.ts'

const dayMs = 86_400_000

export type Period = 'day' | 'week' | 'month'

/** When the server's day, week (from Monday) or month began, UTC+8 (product §0.2). */
export function startOf(period: Period, at: number): Instant {
  const day = startOfWireDay(at)
  if (period === 'day') return day
  if (period === 'month') return fromWire(`${wireDay(at).slice(0, 8)}01 00:00:00`)
  // The first of January 1970 was a Thursday.
  const number = Date.parse(wireDay(at)) / dayMs
  return asInstant(day - ((number + 3) % 7) * dayMs)
}
