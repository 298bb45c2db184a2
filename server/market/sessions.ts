import { asInstant, type Instant } from '#contract/time.ts'
import type { SymbolSpec } from './market.ts'
import { isOpenAt } from '#rules/sim/openHours.ts'

type Category = SymbolSpec['category']

export interface MarketSessionState {
  open: boolean
  opensAt?: Instant
  closesAt?: Instant
}

const hour = 3600

/** Open or not, and when that changes next. */
export function marketSessionStateAt(category: Category, atMs: number): MarketSessionState {
  if (category === 'crypto') return { open: true }
  const sec = Math.floor(atMs / 1000)
  const open = isOpenAt(category, sec)
  let change = Math.floor(sec / hour) * hour + hour
  while (isOpenAt(category, change) === open) change += hour
  const at = asInstant(change * 1000)
  return open ? { open, closesAt: at } : { open, opensAt: at }
}
