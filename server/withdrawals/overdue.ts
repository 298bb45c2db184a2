import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { unpricedTokens } from '#db/seed/ieo.ts'
import { balancesOf } from '#ledger/ledger.ts'
import { add, compare, divide, isPositive, isZero, larger, multiply, q8, smaller, subtract, zero } from '#rules/decimal.ts'
import { debtOf } from '../debt.ts'
import type { House } from '../house.ts'
import { usdtValueOf } from '../usdtValue.ts'

/**
 * Loans keep nobody's money in, but for what is overdue (product §2.12, §3.4 W-c): that much, by what all available balances are worth, stays.
 * Refuses overdueHeld {held, left, currency}. Exact while the wallet is locked.
 */
export async function refuseOverdueHeld(house: House, sql: Sql, userId: string, currency: string, money: Decimal): Promise<void> {
  const { overdue: held } = await debtOf(sql, userId, house.clock.now())
  if (isZero(held)) return
  const avail = (await balancesOf(sql, userId, book.real)).filter(({ bucket }) => bucket === 'AVAIL')
  // A new token without a market is worth nothing to anybody yet.
  const valueOf = (coin: string, amount: Decimal): Decimal => (unpricedTokens.has(coin) ? zero : usdtValueOf(house.market, coin, amount))
  const worth = avail.reduce((sum, each) => add(sum, valueOf(each.currency, each.amount)), zero)
  const free = larger(subtract(worth, held), zero)
  const value = valueOf(currency, money)
  if (compare(value, free) <= 0) return
  const own = avail.find((each) => each.currency === currency)?.amount ?? zero
  const most = isPositive(value) ? q8(divide(multiply(money, free), value)) : q8(zero)
  throw new Refusal('overdueHeld', { held: add(held, '0'), left: add(smaller(own, most), '0'), currency })
}
