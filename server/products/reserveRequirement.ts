import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add } from '#rules/decimal.ts'
import { requiredReserveForProducts } from './coverage.ts'
import type { ProductKindsByType } from './kindOf.ts'
import { readProductsOfTypes } from './store.ts'

/**
 * What the REAL book's reserve of a currency must keep for the orders that are open: thirty days at the most that they can bring, and what
 * would come out of it if everybody left now, at least what is held back for that.
 */
export async function requiredEarnReserveOfCurrency(sql: Sql, kinds: ProductKindsByType, currency: string, now: Instant): Promise<Decimal> {
  const products = await readProductsOfTypes(sql, accountTypes.real, [...kinds.keys()])
  const { days, heldBack } = await requiredReserveForProducts(sql, kinds, products, currency, now)
  return add(days, heldBack)
}
