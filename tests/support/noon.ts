import { type Instant, asInstant, serverDayAt } from '#contract/time.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'

const noonOf = (day: string): Instant => asInstant(startOfServerDay(day) + 12 * 3_600_000)

/** Noon of the server's day: hours away from its turn, from a day's interest and from the expiry of options. */
export const noonToday = (): Instant => noonOf(serverDayAt(Date.now()))

/** Noon of the Thursday after the server's day today. */
export function noonNextThursday(): Instant {
  const today = serverDayAt(Date.now())
  const thursday = 4
  return noonOf(addServerDays(today, 7 - ((new Date(today).getUTCDay() - thursday + 7) % 7)))
}
