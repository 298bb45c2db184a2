import { book as books } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, isPositive, larger, subtract, zero } from '#rules/decimal.ts'
import { neededFor } from './coverage.ts'
import type { ProductKinds } from './kindOf.ts'
import type { ProductOrderRow } from './rows.ts'
import { productsOf } from './store.ts'

/**
 * What the REAL book's reserve of a currency must keep for the orders that are open: thirty days at the most that they can bring, and what
 * would come out of it if everybody left now, at least what is held back for that.
 */
export async function owedByReserve(sql: Sql, kinds: ProductKinds, currency: string, now: Instant): Promise<Decimal> {
  const products = await productsOf(sql, books.real, [...kinds.keys()])
  const { days, heldBack } = await neededFor(sql, kinds, products, currency, now)
  return add(days, larger(heldBack, await gains(sql, kinds, currency, now)))
}

/** What open orders are worth above what they hold, of kinds that pay such gains out of the reserve. */
async function gains(sql: Sql, kinds: ProductKinds, currency: string, now: Instant): Promise<Decimal> {
  let sum = zero
  for (const { type, reserveFor, worth } of kinds.values()) {
    if (reserveFor === undefined || !worth) continue
    const open = await sql.query<ProductOrderRow>(
      'select * from product_order where account_type = $1 and type = $2 and income_currency = $3 and closed_ms is null',
      [books.real, type, currency],
    )
    const values = await worth(sql, open, now)
    for (const { id, held } of open) {
      const gain = subtract(values.get(id) ?? held, held)
      if (isPositive(gain)) sum = add(sum, gain)
    }
  }
  return sum
}
