import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { readLedgerBalances } from '#ledger/ledger.ts'
import {
  add,
  compareDecimals,
  divide,
  isPositive,
  isZero,
  largerDecimal,
  multiply,
  q8,
  smallerDecimal,
  subtract,
  zero,
} from '#rules/decimal.ts'
import { readLoanDebt } from '../risk/debt.ts'
import type { AppContext } from '../core/appContext.ts'
import { usdtValueOf } from '#market/usdtValue.ts'

/**
 * Loans keep nobody's money in, but for what is overdue (docs/rules/{loans,deposits-and-withdrawals}.md): that much, by what all available balances are worth, stays.
 * Refuses overdueHeld {held, left, currency}. Exact while the wallet is locked.
 */
export async function assertWithdrawalLeavesOverdueDebt(
  app: AppContext,
  sql: Sql,
  userId: string,
  currency: string,
  money: Decimal,
): Promise<void> {
  const { overdue: held } = await readLoanDebt(sql, userId, app.clock.now())
  if (isZero(held)) return
  const avail = (await readLedgerBalances(sql, userId, accountTypes.real)).filter(({ bucket }) => bucket === 'AVAIL')
  // What no market prices pays no debt, and is not kept in for one.
  const valueOf = (coin: string, amount: Decimal): Decimal => usdtValueOf(app.market, coin, amount) ?? zero
  const availableValue = avail.reduce((sum, each) => add(sum, valueOf(each.currency, each.amount)), zero)
  const free = largerDecimal(subtract(availableValue, held), zero)
  const value = valueOf(currency, money)
  if (compareDecimals(value, free) <= 0) return
  const own = avail.find((each) => each.currency === currency)?.amount ?? zero
  const most = isPositive(value) ? q8(divide(multiply(money, free), value)) : q8(zero)
  throw new Refusal('overdueHeld', { held: add(held, '0'), left: add(smallerDecimal(own, most), '0'), currency })
}
