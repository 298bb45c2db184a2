import type { SimCategory } from './markets.ts'

const hour = 3600
const day = 24 * hour
// Monday 06:00 – Saturday 05:00 UTC+8 (docs/rules/seed-data.md); metals rest 05:00–06:00 between the days.
const weekOpensAt = 6 * hour
const weekClosesAt = 5 * day + 5 * hour
const breakStartsAt = 5 * hour
const breakEndsAt = 6 * hour

// Weeks begin on Monday at 00:00 UTC+8 (docs/rules/time-and-numbers.md); 1970-01-01 was a Thursday.
const weekShift = 8 * hour + 3 * day

/** Seconds since Monday 00:00 UTC+8. */
const secondOfWeek = (sec: number): number => (((sec + weekShift) % (7 * day)) + 7 * day) % (7 * day)

/** Whether the market trades in this second. Crypto never closes. */
export function isOpenAt(category: SimCategory, sec: number): boolean {
  if (category === 'crypto') return true
  const at = secondOfWeek(sec)
  if (at < weekOpensAt || at >= weekClosesAt) return false
  const secondOfDay = at % day
  return category !== 'metal' || secondOfDay < breakStartsAt || secondOfDay >= breakEndsAt
}

/** Whether any second of [from, to) trades. Sessions begin and end on whole hours, so hours are enough to look at. */
export function isEverOpenWithin(category: SimCategory, from: number, to: number): boolean {
  if (category === 'crypto' || isOpenAt(category, from)) return true
  for (let sec = Math.floor(from / hour) * hour + hour; sec < to; sec += hour) if (isOpenAt(category, sec)) return true
  return false
}
