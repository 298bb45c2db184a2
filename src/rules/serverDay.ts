import { fromWire, type Instant } from '#contract/time.ts'

// Days of the server, UTC+8, as 'YYYY-MM-DD' (product §0.2).

const dayMs = 86_400_000
const numberOf = (day: string): number => Date.parse(day) / dayMs

/** So many days later, or earlier. */
export const dayPlus = (day: string, days: number): string => new Date((numberOf(day) + days) * dayMs).toISOString().slice(0, 10)

/** How many days from one to another: 0 for the same. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)

/** When a day begins. */
export const startOfDay = (day: string): Instant => fromWire(`${day} 00:00:00`)
