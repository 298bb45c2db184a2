import type { Decimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, type Leg, post } from '#ledger/ledger.ts'
import { add, q8, zero } from '#rules/decimal.ts'
import type { ProductOrderRow } from './rows.ts'

/** Every posting of an order but its incomes names it so. */
export const productOrderRefType = 'product'
/** Those name the order and the day: '<id>-2026-11-21'. */
export const productIncomeRefType = 'productIncome'

/** What a person's INVEST bucket gains by these legs, in one currency. */
const investedBy = (legs: readonly Leg[], currency: string): Decimal =>
  legs.reduce((sum, leg) => ('user' in leg && leg.bucket === 'INVEST' && leg.currency === currency ? add(sum, leg.amount) : sum), zero)

/** Books what moves with an order; gives what it holds afterwards. The wallet is locked. Nothing to move is nothing booked. */
export async function postProductOrderLegs(
  sql: Sql,
  order: ProductOrderRow,
  legs: readonly Leg[],
  at: Instant,
): Promise<{ held: Decimal }> {
  if (legs.length > 0) {
    await post(sql, {
      book: order.account_type as AccountType,
      refType: productOrderRefType,
      refId: order.id,
      orderNo: order.order_no,
      at,
      legs,
    })
  }
  return { held: q8(add(order.held, investedBy(legs, order.currency))) }
}
