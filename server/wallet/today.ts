import type { Decimal } from '#contract/decimal.ts'
import { startOfWireDay, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, divide, isPositive, q8, subtract, truncate, zero } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Valuation } from '../valuation.ts'
import { flowsSince } from './flows.ts'
import { type Account, valueAt } from './holdings.ts'
import { storedValue } from './valueStore.ts'

/**
 * What today brought an account, in USDT: its value now − its value at 00:00 UTC+8 − the net flows since, and that as a share of what the value
 * would be without it. `net` is the value now, debt subtracted. The day's stored point is used, and computed while it is not stored yet.
 */
export async function todayOf(
  house: House,
  valuations: readonly Valuation[],
  sql: Sql,
  account: Account,
  net: Decimal,
): Promise<{ pnl: Decimal; rate: Decimal }> {
  const dayStartMs = startOfWireDay(house.clock.now())
  const stored = await storedValue(sql, account, wireDay(dayStartMs))
  const began = stored ?? (await valueAt(house, valuations, sql, account, dayStartMs))
  const pnl = q8(subtract(net, add(began, await flowsSince(house, sql, account, dayStartMs))))
  const before = subtract(net, pnl)
  return { pnl, rate: isPositive(before) ? truncate(divide(pnl, before), 6) : truncate(zero, 6) }
}
