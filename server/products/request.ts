import type { MiningMachineOrderRequest, EarnProductOrderRequest } from '#contract/calls/products.ts'
import type { SignedInUser } from '../core/visitor.ts'
import { Refusal } from '#contract/refusals.ts'
import { earnProductStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type * as z from 'zod/mini'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { add, compareDecimals, isMultipleOf, largerDecimal, q8, subtract, zero } from '#rules/decimal.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { assertEarnReserveCoversSale } from './coverage.ts'
import type { ProductPurchaseOffer } from './kind.ts'
import { productKindOf, type ProductKindsByType } from './kindOf.ts'
import { trimDatabaseNumberZeros } from './plain.ts'
import { isProductSoldByPiece, productStatusOf } from './product.ts'
import { readProductsByIds, type ProductWithSales } from './store.ts'

/** Either money or machines of a product. */
export type ProductPurchaseRequest = z.output<typeof EarnProductOrderRequest> | z.output<typeof MiningMachineOrderRequest>

/** How much of a product's caps an order takes: its currency, or machines. */
export const productPurchaseOfferCapUsage = (offer: Pick<ProductPurchaseOffer, 'money' | 'num'>): Decimal =>
  offer.num === undefined ? offer.money : asDecimal(String(offer.num))

/**
 * What is asked for, as its kind offers it now. Refuses notFound, productClosed, soldOut {left}, levelTooLow {level}, purchaseLimit {limit},
 * belowMin, aboveMax, validation, userCap {left}, reserveUnfunded, and what its kind refuses. Exact while the wallet is locked.
 */
export async function requireProductPurchaseOffer(
  sql: Sql,
  kinds: ProductKindsByType,
  visitor: SignedInUser,
  ask: ProductPurchaseRequest,
  now: Instant,
): Promise<{ product: ProductWithSales; offer: ProductPurchaseOffer }> {
  const [product] = await readProductsByIds(sql, ask.accountType, [ask.productId])
  if (!product || !kinds.has(product.type)) throw new Refusal('notFound')
  if (isProductSoldByPiece(product) !== 'num' in ask) throw new Refusal('validation', { field: 'productId', rule: 'another way of buying' })
  const status = productStatusOf(product, now)
  if (status === earnProductStatus.upcoming || status === earnProductStatus.closed) throw new Refusal('productClosed')
  if ('money' in ask) refuseSize(product, ask.money)
  await refusePerson(sql, visitor, product, ask.accountType)
  const offer = await productKindOf(kinds, product).offer(
    sql,
    product,
    { accountType: ask.accountType, ...('num' in ask ? { num: ask.num } : { money: ask.money }) },
    now,
  )
  await refuseCaps(sql, visitor, product, ask.accountType, productPurchaseOfferCapUsage(offer))
  await assertEarnReserveCoversSale(sql, kinds, product, ask.accountType as AccountType, productPurchaseOfferCapUsage(offer), now)
  return { product, offer }
}

function refuseSize({ min_money: min, max_money: max, step_money: step, currency }: ProductWithSales, money: Decimal): void {
  if (compareDecimals(money, min) < 0) throw new Refusal('belowMin', { min: `${trimDatabaseNumberZeros(min)} ${currency}` })
  if (compareDecimals(money, max) > 0) throw new Refusal('aboveMax', { max: `${trimDatabaseNumberZeros(max)} ${currency}` })
  if (!isMultipleOf(money, step))
    throw new Refusal('validation', { field: 'money', rule: `a multiple of ${trimDatabaseNumberZeros(step)}` })
}

async function refusePerson(sql: Sql, { userId }: SignedInUser, product: ProductWithSales, accountType: number): Promise<void> {
  if (product.level_limit > 0) {
    const [row] = await sql.query<{ level: number }>('select level from account where id = $1', [userId])
    if ((row?.level ?? 0) < product.level_limit) throw new Refusal('levelTooLow', { level: product.level_limit })
  }
  if (product.purchase_limit === null) return
  const [row] = await sql.query<{ n: number }>(
    `select count(*)::integer as n from product_order where user_id = $1 and account_type = $2 and product_id = $3 and status <> 4`,
    [userId, accountType, product.id],
  )
  if ((row?.n ?? 0) >= product.purchase_limit) throw new Refusal('purchaseLimit', { limit: product.purchase_limit })
}

async function refuseCaps(
  sql: Sql,
  { userId }: SignedInUser,
  product: ProductWithSales,
  accountType: number,
  amount: Decimal,
): Promise<void> {
  if (product.total_cap !== null && compareDecimals(add(product.sold, amount), product.total_cap) > 0) throw soldOutRefusal(product)
  if (product.user_cap === null) return
  const [row] = await sql.query<{ held: Decimal }>(
    `select coalesce(sum(coalesce(num, money)), 0) as held from product_order
     where user_id = $1 and account_type = $2 and product_id = $3 and status in (0, 1, 3, 5, 6)`,
    [userId, accountType, product.id],
  )
  const left = largerDecimal(subtract(product.user_cap, row?.held ?? zero), zero)
  if (compareDecimals(amount, left) > 0) throw new Refusal('userCap', { left: trimDatabaseNumberZeros(q8(left)) })
}

/** Refuses with what is still to be had. */
export const soldOutRefusal = ({ total_cap, sold }: ProductWithSales): Refusal =>
  new Refusal('soldOut', { left: trimDatabaseNumberZeros(q8(largerDecimal(subtract(total_cap ?? zero, sold), zero))) })
