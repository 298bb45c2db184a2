import { asInstant, type Instant } from '#contract/time.ts'
import type { SymbolSpec } from './market.ts'
import { secondOfWeek } from './periods.ts'

type Category = SymbolSpec['category']

export interface Session {
  open: boolean
  opensAt?: Instant
  closesAt?: Instant
}

const hour = 3600
const day = 24 * hour
// Monday 06:00 – Saturday 05:00 UTC+8 (product §5.1); metals rest 05:00–06:00 between the days.
const weekOpens = 6 * hour
const weekCloses = 5 * day + 5 * hour
const breakFrom = 5 * hour
const breakTo = 6 * hour

/** Whether the market trades in this second. Crypto never closes. */
export function isOpenAt(category: Category, sec: number): boolean {
  if (category === 'crypto') return true
  const at = secondOfWeek(sec)
  if (at < weekOpens || at >= weekCloses) return false
  const ofDay = at % day
  return category !== 'metal' || ofDay < breakFrom || ofDay >= breakTo
}

/** Whether any second of [from, to) trades. Sessions begin and end on whole hours, so hours are enough to look at. */
export function opensWithin(category: Category, from: number, to: number): boolean {
  if (category === 'crypto' || isOpenAt(category, from)) return true
  for (let sec = Math.floor(from / hour) * hour + hour; sec < to; sec += hour) if (isOpenAt(category, sec)) return true
  return false
}

/** Open or not, and when that changes next. */
export function sessionAt(category: Category, atMs: number): Session {
  if (category === 'crypto') return { open: true }
  const sec = Math.floor(atMs / 1000)
  const open = isOpenAt(category, sec)
  let change = Math.floor(sec / hour) * hour + hour
  while (isOpenAt(category, change) === open) change += hour
  const at = asInstant(change * 1000)
  return open ? { open, closesAt: at } : { open, opensAt: at }
}
