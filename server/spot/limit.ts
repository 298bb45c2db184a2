import { requireOrderKind } from '#contract/orders/kind.ts'
import type { SpotOrderRequest, SpotOrder } from '#contract/orders/spot.ts'
import { limitOrderExpiryDays } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { closeReason, direction } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, type Leg, lockWallet, post } from '#ledger/ledger.ts'
import type { Quote } from '#rules/quote.ts'
import { spotFill } from '#rules/spot.ts'
import { isLimitPriceReached, limitOrderTriggerMark } from '#rules/stops.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import { reimburseFeeFromVouchers } from '../orders/vouchers.ts'
import type { PricedSpotOrder } from './fill.ts'
import { spotReleasingLegs, spotReservingLegs, spotTradingLegs } from './legs.ts'
import { confirmedSpotFiguresOf } from './preview.ts'
import {
  tryInsertSpotOrder,
  lockSpotOrder,
  markSpotOrderCancelled,
  markSpotOrderFilled,
  readSpotOrdersByIds,
  type SpotOrderRow,
  toSpotOrder,
} from './store.ts'
import { notifyStreamsOfSpotOrder } from './notify.ts'

const dayMs = 86_400_000

/**
 * Sets aside what the order gives at its limit, the wallet locked. Later records are looked at, not the one that was there.
 * Refuses insufficientBalance.
 */
export async function placeSpotLimitOrder(
  app: AppContext,
  order: SpotOrderRequest & { price: Decimal },
  filled: PricedSpotOrder,
  { sql, visitor, afterCommit }: RequestContext,
): Promise<SpotOrderRow> {
  const at = app.clock.now()
  const { feeRate, orderType, ...terms } = confirmedSpotFiguresOf(filled, order)
  const row = await tryInsertSpotOrder(sql, {
    id: newRowId(at),
    order_no: newOrderNo('SP', at),
    user_id: visitor.userId,
    account_type: order.accountType,
    feed: app.market.feed,
    pos_type: order.posType,
    order_type: orderType,
    status: 0,
    ...terms,
    fee_rate: feeRate,
    spread_bps: filled.spec.spreadBps,
    tick: filled.spec.tick,
    sec: filled.quote.sec,
    limit_price: filled.price,
    reserved: terms.give,
    trigger_price: limitOrderTriggerMark(order.direction, filled.price, filled.spec),
    armed_sec: filled.quote.sec,
    expires_ms: at + limitOrderExpiryDays * dayMs,
    created_ms: at,
  })
  if (!row) throw new Error('a limit order takes no number')
  await book(sql, row, at, spotReservingLegs(row, terms.give))
  await notifyStreamsOfSpotOrder(app, sql, row, afterCommit)
  return row
}

// What waits has its reserve; the database says so too.
const reservedOf = ({ reserved, give }: SpotOrderRow): Decimal => reserved ?? give

/** Gives the reserve back. Gives nothing when the order does not wait any more. */
export async function cancelPendingSpotOrder(sql: Sql, row: SpotOrderRow, reason: number, at: Instant): Promise<SpotOrderRow | undefined> {
  const cancelled = await markSpotOrderCancelled(sql, row.id, reason, at)
  if (cancelled) await book(sql, row, at, spotReleasingLegs(row, reservedOf(row)))
  return cancelled
}

/** Cancels a person's own order that waits. Refuses notFound and notRunning. */
export async function cancelOwnSpotOrder(app: AppContext, id: string, { sql, visitor, afterCommit }: RequestContext): Promise<SpotOrder> {
  const [seen] = await readSpotOrdersByIds(sql, [id])
  if (seen?.user_id !== visitor.userId) throw new Refusal('notFound')
  await lockWallet(sql, visitor.userId, seen.account_type as AccountType)
  const row = (await lockSpotOrder(sql, id)) ?? seen
  const after = await cancelPendingSpotOrder(sql, row, closeReason.user, app.clock.now())
  if (!after) throw new Refusal('notRunning')
  await notifyStreamsOfSpotOrder(app, sql, after, afterCommit)
  return requireOrderKind(1, toSpotOrder(after))
}

/**
 * Fills a touched order at the ask (buying) or bid (selling) of that record, in the caller's transaction with wallet and row locked.
 * A better price is the person's, and what it leaves of the reserve comes back. `endOfRight` gives the close reason where it may not
 * be filled any more (`evaluatePendingOrderCancelReason`): then it is cancelled with that instead.
 */
export async function fillPendingSpotOrder(
  sql: Sql,
  row: SpotOrderRow,
  on: Quote & { sec: number },
  at: Instant,
  endOfRight: () => Promise<number | undefined>,
): Promise<SpotOrderRow | undefined> {
  if (on.sec <= Number(row.armed_sec)) return undefined
  if (Number(row.expires_ms) <= at) return cancelPendingSpotOrder(sql, row, closeReason.expiry, at)
  if (!row.limit_price || !isLimitPriceReached(row.direction, row.limit_price, on)) return undefined
  const ended = await endOfRight()
  if (ended !== undefined) return cancelPendingSpotOrder(sql, row, ended, at)
  const price = row.direction === direction.long ? on.ask : on.bid
  const { quantity, ...fill } = spotFill(row.direction, { quantity: row.quantity }, price, row.fee_rate)
  const filled = await markSpotOrderFilled(sql, row.id, { price, ...fill, sec: on.sec, closed_ms: at })
  if (filled) {
    await book(sql, row, at, [...spotReleasingLegs(row, reservedOf(row)), ...spotTradingLegs(row, { quantity, ...fill })])
    await reimburseFeeFromVouchers(sql, row, fill.fee, at)
  }
  return filled
}

const book = (sql: Sql, row: SpotOrderRow, at: Instant, legs: Leg[]) =>
  post(sql, { book: row.account_type as AccountType, refType: 'spot', refId: row.id, orderNo: row.order_no, at, legs })
