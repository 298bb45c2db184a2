import { asDecimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import { readLedgerBalances } from '#ledger/ledger.ts'
import { add, compareDecimals, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { usdtValueOf } from '#market/usdtValue.ts'
import { readSecondFactors } from './secondFactor/factors.ts'

const restMs = 12 * 3_600_000
const mostUsdt = asDecimal('10000')
const realBook = 1

/**
 * Whether a session that rested since `activeMs` is over for whoever has it (docs/rules/accounts.md): after twelve hours, of somebody who
 * holds more than 10,000 USDT of real money and has no passkey to come back with.
 */
export async function isSessionIdleExpired(
  { db, market }: Pick<AppContext, 'db' | 'market'>,
  { userId, activeMs }: { userId: string; activeMs: number },
  now: Instant,
): Promise<boolean> {
  if (now - activeMs < restMs || (await readSecondFactors(db, userId)).passkeys > 0) return false
  const balances = await readLedgerBalances(db, userId, realBook)
  const held = balances.reduce((sum, { currency, amount }) => add(sum, usdtValueOf(market, currency, amount) ?? zero), zero)
  return compareDecimals(held, mostUsdt) > 0
}
