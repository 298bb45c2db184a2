import * as z from 'zod/mini'
import type { LanguageCode } from '#contract/calls/account.ts'
import { ProductOrder } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import { ledgerScale } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { productOrderStatus, balanceRecordType } from '#contract/states.ts'
import { type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, type Leg, lockWallet } from '#ledger/ledger.ts'
import { compareDecimals, isZero, negate, decimalPlacesOfStep, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { isRowId } from '../core/ids.ts'
import { asDecimal } from '#contract/decimal.ts'
import { productKindOf, type ProductKindsByType } from './kindOf.ts'
import { postProductOrderLegs } from './money.ts'
import { productOrderCancelDeadline, serializeProductOrders } from './order.ts'
import type { ProductOrderRow } from './rows.ts'
import { updateProductOrder, releaseProductSaleCapacity, lockProductOrder, findOwnProductOrder, readProductsByIds } from './store.ts'
import { notifyProductOrderBalances } from './notify.ts'

/** One's own, locked with its wallet. Refuses notFound. */
async function own(sql: Sql, id: string, userId: string): Promise<ProductOrderRow> {
  const found = isRowId(id) ? await findOwnProductOrder(sql, id, userId) : undefined
  if (!found) throw new Refusal('notFound')
  await lockWallet(sql, userId, found.account_type as AccountType)
  return lockProductOrder(sql, id)
}

/** It is not in the state for that: the answer shows what it is (docs/rules/wire.md). */
async function conflict(
  refusal: 'stateConflict' | 'notCancellable',
  kinds: ProductKindsByType,
  sql: Sql,
  order: ProductOrderRow,
  now: Instant,
  lang: LanguageCode,
): Promise<Refusal> {
  const [serialized] = await serializeProductOrders(kinds, sql, [order], now, lang)
  return new Refusal(refusal, z.encode(ProductOrder, serialized as ProductOrder))
}

/** Not started, or within the cooling-off: all money comes back. Refuses notFound and notCancellable. */
export async function cancelProductOrder(
  app: AppContext,
  kinds: ProductKindsByType,
  id: string,
  { sql, visitor, lang, afterCommit }: RequestContext,
): Promise<ProductOrderRow> {
  const order = await own(sql, id, visitor.userId)
  const now = app.clock.now()
  const isFree = order.status === productOrderStatus.notStarted || order.status === productOrderStatus.running
  if (!isFree || productOrderCancelDeadline(kinds, order, now) === null)
    throw await conflict('notCancellable', kinds, sql, order, now, lang)
  const cancelled = await refundProductOrder(sql, order, now)
  await notifyProductOrderBalances(app, sql, cancelled, afterCommit)
  return cancelled
}

/** Gives back all that an order still holds and ends it as cancelled. Wallet and order are locked; also for a project that failed. */
export async function refundProductOrder(sql: Sql, order: ProductOrderRow, now: Instant): Promise<ProductOrderRow> {
  await postProductOrderLegs(sql, order, productReleaseLegs(order, order.held), now)
  await releaseProductSaleCapacity(sql, order.product_id, order.account_type, productOrderCapUsage(order))
  return updateProductOrder(sql, order.id, { status: productOrderStatus.cancelled, closed_ms: now, held: zero, returned: order.held })
}

/** What an order takes of its product's caps. */
export const productOrderCapUsage = ({ num, money }: Pick<ProductOrderRow, 'num' | 'money'>): Decimal =>
  num === null ? money : asDecimal(String(num))

/** From INVEST to AVAIL. */
export function productReleaseLegs({ user_id: user, currency }: ProductOrderRow, amount: Decimal): Leg[] {
  if (isZero(amount)) return []
  return [
    { user, currency, bucket: 'INVEST', amount: negate(amount), type: balanceRecordType.redemption },
    { user, currency, bucket: 'AVAIL', amount, type: balanceRecordType.redemption },
  ]
}

/**
 * Leaves a running order: the fee and the moment are fixed now, the day of asking counts no more, and the money comes at that moment.
 * Refuses notFound, aboveMax, and stateConflict where it cannot be left.
 */
export async function requestProductOrderExit(
  app: AppContext,
  kinds: ProductKindsByType,
  { id, units }: { id: string; units?: Decimal | undefined },
  { sql, visitor, lang }: RequestContext,
): Promise<ProductOrderRow> {
  const order = await own(sql, id, visitor.userId)
  const now = app.clock.now()
  const today = serverDayAt(now)
  const [product] = await readProductsByIds(sql, order.account_type, [order.product_id])
  const isOver = order.end_day !== null && order.end_day <= today
  if (!product || order.status !== productOrderStatus.running || isOver) throw await conflict('stateConflict', kinds, sql, order, now, lang)
  if (units !== undefined && (order.units === null || compareDecimals(units, order.units) > 0))
    throw new Refusal('aboveMax', { max: order.units ?? '0' })
  if (units !== undefined && decimalPlacesOfStep(units) > ledgerScale)
    throw new Refusal('validation', { field: 'units', rule: `at most ${ledgerScale} decimals` })
  const leaving = await productKindOf(kinds, order).leaving(sql, order, product, now, units)
  if (!leaving) throw await conflict('stateConflict', kinds, sql, order, now, lang)
  return updateProductOrder(sql, order.id, {
    status: productOrderStatus.exiting,
    exit_asked_ms: now,
    exit_due_ms: leaving.at,
    exit_fee: leaving.fee,
    exit_units: units ?? order.units,
    // A part that stays goes on as before.
    ...(units === undefined && order.start_day !== null && { end_day: today < order.start_day ? order.start_day : today }),
  })
}
