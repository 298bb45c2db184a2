import { wireTimeToInstant, type Instant } from '#contract/time.ts'

// Days of the server, UTC+8, as 'YYYY-MM-DD' (docs/rules/time-and-numbers.md).

const dayMs = 86_400_000
const dayNumberOf = (day: string): number => Date.parse(day) / dayMs

/** So many days later, or earlier. */
export const addServerDays = (day: string, days: number): string => new Date((dayNumberOf(day) + days) * dayMs).toISOString().slice(0, 10)

/** How many days from one to another: 0 for the same. */
export const serverDaysBetween = (from: string, to: string): number => dayNumberOf(to) - dayNumberOf(from)

/** When a day begins. */
export const startOfServerDay = (day: string): Instant => wireTimeToInstant(`${day} 00:00:00`)
