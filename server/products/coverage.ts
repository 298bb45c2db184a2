import type { Decimal } from '#contract/decimal.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { add, compareDecimals, divide, isZero, multiply, truncate, zero } from '#rules/decimal.ts'
import type { PlatformLiabilitiesReader } from '../risk/liabilities.ts'
import { productKindOf, type ProductKindsByType } from './kindOf.ts'
import { earnReserveBalance } from './reserve.ts'
import { readProductsOfTypes, type ProductWithSales } from './store.ts'

/** Nothing more is sold unless the reserve could pay so many days at the most that they can bring. */
const coveredDays = '30'
const coverageScale = 4

/** What a day of one unit can bring at most. Nothing where nothing comes in by the day. */
const mostOf = (sql: Sql, kinds: ProductKindsByType, product: ProductWithSales, now: Instant): Promise<Decimal> | Decimal => {
  const kind = productKindOf(kinds, product)
  if (!kind.dayValue) return zero
  return kind.mostPerDay?.(sql, product, now) ?? product.rate_max
}

/** What all running orders can ask for in one day, by currency of the income. */
async function mostDue(
  sql: Sql,
  kinds: ProductKindsByType,
  products: readonly ProductWithSales[],
  now: Instant,
): Promise<ReadonlyMap<string, Decimal>> {
  const sums = new Map<string, Decimal>()
  for (const product of products) {
    const day = multiply(product.running, await mostOf(sql, kinds, product, now))
    sums.set(product.income_currency, add(sums.get(product.income_currency) ?? zero, day))
  }
  return sums
}

/** What the reserve must hold beside the days, by currency: for what is paid out of it at once when one leaves. */
async function heldBackFor(
  sql: Sql,
  kinds: ProductKindsByType,
  products: readonly ProductWithSales[],
  now: Instant,
): Promise<ReadonlyMap<string, Decimal>> {
  const sums = new Map<string, Decimal>()
  for (const product of products) {
    const amount = await productKindOf(kinds, product).heldBack?.(sql, product, now)
    if (amount !== undefined) sums.set(product.income_currency, add(sums.get(product.income_currency) ?? zero, amount))
  }
  return sums
}

const of = (products: readonly ProductWithSales[], currency: string): ProductWithSales[] =>
  products.filter(({ income_currency }) => income_currency === currency)

/** What the reserve must hold for what is sold of these products: thirty days at the most, and what is held back for who leaves. */
export async function requiredReserveForProducts(
  sql: Sql,
  kinds: ProductKindsByType,
  products: readonly ProductWithSales[],
  currency: string,
  now: Instant,
): Promise<{ days: Decimal; heldBack: Decimal }> {
  const own = of(products, currency)
  const most = (await mostDue(sql, kinds, own, now)).get(currency) ?? zero
  return { days: multiply(most, coveredDays), heldBack: (await heldBackFor(sql, kinds, own, now)).get(currency) ?? zero }
}

/** How many times the reserve could pay that; null where nobody can ask for anything. By currency of the income, of the REAL book. */
export async function earnReserveCoverages(
  sql: Sql,
  kinds: ProductKindsByType,
  now: Instant,
): Promise<ReadonlyMap<string, Decimal | null>> {
  const due = await mostDue(sql, kinds, await readProductsOfTypes(sql, accountTypes.real, [...kinds.keys()]), now)
  const entries = [...due].map(async ([currency, most]) => {
    if (isZero(most)) return [currency, null] as const
    return [currency, truncate(divide(await earnReserveBalance(sql, accountTypes.real, currency), most), coverageScale)] as const
  })
  return new Map(await Promise.all(entries))
}

/** The same for a product's currency as it would be with `amount` more of it sold; undefined where nothing comes in by the day. */
export async function earnReserveCoverageAfterSale(
  sql: Sql,
  kinds: ProductKindsByType,
  sale: ProductWithSales,
  amount: Decimal,
  now: Instant,
): Promise<Decimal | undefined> {
  if (!productKindOf(kinds, sale).dayValue) return undefined
  const own = of(await readProductsOfTypes(sql, accountTypes.real, [...kinds.keys()]), sale.income_currency)
  const products = withMore(own, sale.id, amount)
  const most = (await mostDue(sql, kinds, products, now)).get(sale.income_currency) ?? zero
  if (isZero(most)) return undefined
  return truncate(divide(await earnReserveBalance(sql, accountTypes.real, sale.income_currency), most), coverageScale)
}

const withMore = (products: readonly ProductWithSales[], id: string, amount: Decimal): ProductWithSales[] =>
  products.map((product) =>
    product.id === id ? { ...product, sold: add(product.sold, amount), running: add(product.running, amount) } : product,
  )

/**
 * Refuses reserveUnfunded when the reserve could not pay thirty days, and what is paid out of it at once, with `amount` more of a product
 * sold. In the DEMO book incomes are issued, so nothing can run short. With `hold` whoever buys next waits.
 */
export async function assertEarnReserveCoversSale(
  sql: Sql,
  kinds: ProductKindsByType,
  sale: ProductWithSales,
  book: AccountType,
  amount: Decimal,
  now: Instant,
  hold = false,
): Promise<void> {
  const { id, income_currency: currency } = sale
  const { dayValue, heldBack } = productKindOf(kinds, sale)
  if (book !== accountTypes.real || (!dayValue && !heldBack)) return
  const reserve = await earnReserveBalance(sql, book, currency, hold)
  const products = withMore(await readProductsOfTypes(sql, book, [...kinds.keys()]), id, amount)
  const needed = await requiredReserveForProducts(sql, kinds, products, currency, now)
  if (compareDecimals(add(needed.days, needed.heldBack), reserve) > 0) throw new Refusal('reserveUnfunded')
}

/** What all running orders may ask for in one day, and what is held back for who leaves, for the published reserves. */
export const createEarnReserveLiabilitiesReader =
  (kinds: ProductKindsByType): PlatformLiabilitiesReader =>
  async (sql, now) => {
    const products = await readProductsOfTypes(sql, accountTypes.real, [...kinds.keys()])
    const held = await heldBackFor(sql, kinds, products, now)
    return [...(await mostDue(sql, kinds, products, now))].map(([currency, amount]) => ({
      account: 'RESERVE_EARN',
      currency,
      amount: add(amount, held.get(currency) ?? zero),
    }))
  }
