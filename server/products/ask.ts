import type { MinerAsk, ProductAsk } from '#contract/calls/products.ts'
import type { Visitor } from '#account/visitor.ts'
import { Refusal } from '#contract/refusals.ts'
import { productStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type * as z from 'zod/mini'
import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { add, compare, isMultipleOf, larger, q8, subtract, zero } from '#rules/decimal.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { refuseUnfunded } from './coverage.ts'
import type { Offer } from './kind.ts'
import { kindOf, type ProductKinds } from './kindOf.ts'
import { isCounted, plain, statusOf } from './product.ts'
import { productsById, type SoldRow } from './store.ts'

/** Either money or machines of a product. */
export type Ask = z.output<typeof ProductAsk> | z.output<typeof MinerAsk>

/** How much of a product's caps an order takes: its currency, or machines. */
export const amountOf = (offer: Pick<Offer, 'money' | 'num'>): Decimal =>
  offer.num === undefined ? offer.money : asDecimal(String(offer.num))

/**
 * What is asked for, as its kind offers it now. Refuses notFound, productClosed, soldOut {left}, levelTooLow {level}, purchaseLimit {limit},
 * belowMin, aboveMax, validation, userCap {left}, reserveUnfunded, and what its kind refuses. Exact while the wallet is locked.
 */
export async function readAsk(
  sql: Sql,
  kinds: ProductKinds,
  visitor: Visitor,
  ask: Ask,
  now: Instant,
): Promise<{ product: SoldRow; offer: Offer }> {
  const [product] = await productsById(sql, ask.accountType, [ask.productId])
  if (!product || !kinds.has(product.type)) throw new Refusal('notFound')
  if (isCounted(product) !== 'num' in ask) throw new Refusal('validation', { field: 'productId', rule: 'another way of buying' })
  const status = statusOf(product, now)
  if (status === productStatus.upcoming || status === productStatus.closed) throw new Refusal('productClosed')
  if ('money' in ask) refuseSize(product, ask.money)
  await refusePerson(sql, visitor, product, ask.accountType)
  const offer = await kindOf(kinds, product).offer(
    sql,
    product,
    { accountType: ask.accountType, ...('num' in ask ? { num: ask.num } : { money: ask.money }) },
    now,
  )
  await refuseCaps(sql, visitor, product, ask.accountType, amountOf(offer))
  await refuseUnfunded(sql, kinds, product, ask.accountType as Book, amountOf(offer), now)
  return { product, offer }
}

function refuseSize({ min_money: min, max_money: max, step_money: step, currency }: SoldRow, money: Decimal): void {
  if (compare(money, min) < 0) throw new Refusal('belowMin', { min: `${plain(min)} ${currency}` })
  if (compare(money, max) > 0) throw new Refusal('aboveMax', { max: `${plain(max)} ${currency}` })
  if (!isMultipleOf(money, step)) throw new Refusal('validation', { field: 'money', rule: `a multiple of ${plain(step)}` })
}

async function refusePerson(sql: Sql, { userId }: Visitor, product: SoldRow, accountType: number): Promise<void> {
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

async function refuseCaps(sql: Sql, { userId }: Visitor, product: SoldRow, accountType: number, amount: Decimal): Promise<void> {
  if (product.total_cap !== null && compare(add(product.sold, amount), product.total_cap) > 0) throw soldOut(product)
  if (product.user_cap === null) return
  const [row] = await sql.query<{ held: Decimal }>(
    `select coalesce(sum(coalesce(num, money)), 0) as held from product_order
     where user_id = $1 and account_type = $2 and product_id = $3 and status in (0, 1, 3, 5, 6)`,
    [userId, accountType, product.id],
  )
  const left = larger(subtract(product.user_cap, row?.held ?? zero), zero)
  if (compare(amount, left) > 0) throw new Refusal('userCap', { left: plain(q8(left)) })
}

/** Refuses with what is still to be had. */
export const soldOut = ({ total_cap, sold }: SoldRow): Refusal =>
  new Refusal('soldOut', { left: plain(q8(larger(subtract(total_cap ?? zero, sold), zero))) })
