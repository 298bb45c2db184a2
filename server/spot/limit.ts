import { kindOf } from '#contract/orders/kind.ts'
import type { SpotAsked, SpotOrder } from '#contract/orders/spot.ts'
import { limitDays } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { closeReason, direction } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type Book, type Leg, lockWallet, post } from '#ledger/ledger.ts'
import type { Quote } from '#rules/quote.ts'
import { spotFill } from '#rules/spot.ts'
import { isTouched, touchingMark } from '#rules/stops.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { payByVoucher } from '../vouchers.ts'
import type { Filled } from './fill.ts'
import { releasingLegs, reservingLegs, tradingLegs } from './legs.ts'
import { shownOf } from './preview.ts'
import { insertOrder, lockOrder, markCancelled, markFilled, ordersByIds, type SpotRow, toOrder } from './store.ts'
import { tell } from './tell.ts'

const dayMs = 86_400_000

/**
 * Sets aside what the order gives at its limit, the wallet locked. Later records are looked at, not the one that was there.
 * Refuses insufficientBalance.
 */
export async function placeLimit(
  house: House,
  order: SpotAsked & { price: Decimal },
  filled: Filled,
  { sql, visitor, afterCommit }: Asking,
): Promise<SpotRow> {
  const at = house.clock.now()
  const { feeRate, orderType, ...terms } = shownOf(filled, order)
  const row = await insertOrder(sql, {
    id: newId(at),
    order_no: newOrderNo('SP', at),
    user_id: visitor.userId,
    account_type: order.accountType,
    pos_type: order.posType,
    order_type: orderType,
    status: 0,
    ...terms,
    fee_rate: feeRate,
    sec: filled.quote.sec,
    limit_price: filled.price,
    reserved: terms.give,
    trigger_price: touchingMark(order.direction, filled.price, filled.spec),
    armed_sec: filled.quote.sec,
    expires_ms: at + limitDays * dayMs,
    created_ms: at,
  })
  if (!row) throw new Error('a limit order takes no number')
  await book(sql, row, at, reservingLegs(row, terms.give))
  await tell(house, sql, row, afterCommit)
  return row
}

// What waits has its reserve; the database says so too.
const reservedOf = ({ reserved, give }: SpotRow): Decimal => reserved ?? give

/** Gives the reserve back. Gives nothing when the order does not wait any more. */
export async function cancelPending(sql: Sql, row: SpotRow, reason: number, at: Instant): Promise<SpotRow | undefined> {
  const cancelled = await markCancelled(sql, row.id, reason, at)
  if (cancelled) await book(sql, row, at, releasingLegs(row, reservedOf(row)))
  return cancelled
}

/** Cancels a person's own order that waits. Refuses notFound and notRunning. */
export async function cancelOrder(house: House, id: string, { sql, visitor, afterCommit }: Asking): Promise<SpotOrder> {
  const [seen] = await ordersByIds(sql, [id])
  if (seen?.user_id !== visitor.userId) throw new Refusal('notFound')
  await lockWallet(sql, visitor.userId, seen.account_type as Book)
  const row = (await lockOrder(sql, id)) ?? seen
  const after = await cancelPending(sql, row, closeReason.user, house.clock.now())
  if (!after) throw new Refusal('notRunning')
  await tell(house, sql, after, afterCommit)
  return kindOf(1, toOrder(after))
}

/**
 * Fills a touched order at the ask (buying) or bid (selling) of that record, in the caller's transaction with wallet and row locked.
 * A better price is the person's, and what it leaves of the reserve comes back. `endOfRight` says why it may not be filled any more, as the
 * gate of new orders would: then it is cancelled instead.
 */
export async function fillPending(
  sql: Sql,
  row: SpotRow,
  on: Quote & { sec: number },
  at: Instant,
  endOfRight: () => Promise<number | undefined>,
): Promise<SpotRow | undefined> {
  if (on.sec <= Number(row.armed_sec)) return undefined
  if (Number(row.expires_ms) <= at) return cancelPending(sql, row, closeReason.expiry, at)
  if (!row.limit_price || !isTouched(row.direction, row.limit_price, on)) return undefined
  const ended = await endOfRight()
  if (ended !== undefined) return cancelPending(sql, row, ended, at)
  const price = row.direction === direction.long ? on.ask : on.bid
  const { quantity, ...fill } = spotFill(row.direction, { quantity: row.quantity }, price, row.fee_rate)
  const filled = await markFilled(sql, row.id, { price, ...fill, sec: on.sec, closed_ms: at })
  if (filled) {
    await book(sql, row, at, [...releasingLegs(row, reservedOf(row)), ...tradingLegs(row, { quantity, ...fill })])
    await payByVoucher(sql, row, fill.fee, at)
  }
  return filled
}

const book = (sql: Sql, row: SpotRow, at: Instant, legs: Leg[]) =>
  post(sql, { book: row.account_type as Book, refType: 'spot', refId: row.id, orderNo: row.order_no, at, legs })
