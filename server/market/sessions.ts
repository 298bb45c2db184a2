import { asInstant, type Instant } from '#contract/time.ts'
import type { SymbolSpec } from './market.ts'
import { isOpenAt } from '#rules/sim/openHours.ts'

type Category = SymbolSpec['category']

export interface MarketSession {
  open: boolean
  opensAt?: Instant
  closesAt?: Instant
}

const hour = 3600

/** Whether any second of [from, to) trades. Sessions begin and end on whole hours, so hours are enough to look at. */
export function isMarketEverOpenWithin(category: Category, from: number, to: number): boolean {
  if (category === 'crypto' || isOpenAt(category, from)) return true
  for (let sec = Math.floor(from / hour) * hour + hour; sec < to; sec += hour) if (isOpenAt(category, sec)) return true
  return false
}

/** Open or not, and when that changes next. */
export function marketSessionAt(category: Category, atMs: number): MarketSession {
  if (category === 'crypto') return { open: true }
  const sec = Math.floor(atMs / 1000)
  const open = isOpenAt(category, sec)
  let change = Math.floor(sec / hour) * hour + hour
  while (isOpenAt(category, change) === open) change += hour
  const at = asInstant(change * 1000)
  return open ? { open, closesAt: at } : { open, opensAt: at }
}
