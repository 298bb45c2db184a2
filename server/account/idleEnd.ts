import { asDecimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import { balancesOf } from '#ledger/ledger.ts'
import { add, compare, zero } from '#rules/decimal.ts'
import type { House } from '#server/house.ts'
import { usdtValueOf } from '#server/usdtValue.ts'
import { factorsOf } from './factors.ts'

const restMs = 12 * 3_600_000
const mostUsdt = asDecimal('10000')
const realBook = 1

/**
 * Whether a session that rested since `activeMs` is over for whoever has it (product §1.2 "Tokens"): after twelve hours, of somebody who
 * holds more than 10,000 USDT of real money and has no passkey to come back with.
 */
export async function isOverRested(
  { db, market }: Pick<House, 'db' | 'market'>,
  { userId, activeMs }: { userId: string; activeMs: number },
  now: Instant,
): Promise<boolean> {
  if (now - activeMs < restMs || (await factorsOf(db, userId)).passkeys > 0) return false
  const balances = await balancesOf(db, userId, realBook)
  const held = balances.reduce((sum, { currency, amount }) => add(sum, usdtValueOf(market, currency, amount)), zero)
  return compare(held, mostUsdt) > 0
}
