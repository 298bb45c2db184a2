import type { Order, Position } from '#contract/calls/trading.ts'
import { book as accountType, limitDays } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { closeReason, direction } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type Book, post } from '#ledger/ledger.ts'
import type { SymbolSpec } from '#market/market.ts'
import { add, isPositive, q8 } from '#rules/decimal.ts'
import { nextDue } from '#rules/funding.ts'
import { fillingCost, type Held } from '#rules/position.ts'
import { isTouched, touchingMark } from '#rules/stops.ts'
import { creditLever, hasOpenCredit } from '../debt.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import type { OwnBook } from '../ownBook.ts'
import { payByVoucher } from '../vouchers.ts'
import { openingLegs, releasingLegs, reservingLegs } from './legs.ts'
import type { Priced } from './order.ts'
import { type PositionRow, toPosition } from './position.ts'
import { conflict, lockOwn } from './running.ts'
import type { Settlement } from './settlement.ts'
import { insertPosition, markCancelled, markFilled } from './store.ts'
import { tell } from './tell.ts'
import { levelsOf } from './trigger.ts'

const dayMs = 86_400_000

/** What a pending row holds in FROZEN. */
const reservedOf = (row: Pick<PositionRow, 'margin' | 'open_fee'>): Decimal => add(row.margin, row.open_fee)

/** Puts the order aside with its margin and fee at the limit. Later records are looked at, not the one that was there. */
export async function placeLimit(house: House, sql: Sql, own: OwnBook, order: Order, priced: Priced): Promise<PositionRow> {
  const at = house.clock.now()
  const { spec, cost, price } = priced
  const row = await insertPosition(sql, {
    id: newId(at),
    order_no: newOrderNo('PC', at),
    user_id: own.userId,
    account_type: own.book,
    entry_id: own.entryId,
    symbol: spec.symbol,
    direction: order.direction,
    order_type: order.orderType,
    limit_price: price,
    expires_ms: at + limitDays * dayMs,
    lever: order.lever,
    quantity: priced.quantity,
    contract_size: spec.contractSize,
    fee_rate: priced.feeRate,
    open_price: price,
    margin: cost.margin,
    open_fee: cost.openFee,
    trigger_price: touchingMark(order.direction, price, spec),
    stop_profit: order.stopProfit ?? null,
    stop_loss: order.stopLoss ?? null,
    conversion_rate: priced.held.conversion.rate,
    status: 0,
    armed_sec: priced.quote.sec,
    open_sec: priced.quote.sec,
    created_ms: at,
  })
  await book(sql, row, at, reservingLegs(row.wallet_id, reservedOf(row)))
  return row
}

/** Gives the reserve back. Gives nothing when the order does not wait any more. */
export async function cancelPending(sql: Sql, row: PositionRow, reason: number, at: Instant): Promise<PositionRow | undefined> {
  const cancelled = await markCancelled(sql, row.id, reason, at)
  if (cancelled) await book(sql, row, at, releasingLegs(row.wallet_id, reservedOf(row)))
  return cancelled
}

/** Cancels a person's own pending order. Refuses notFound, and stateConflict once it was filled or cancelled. */
export async function cancelLimit(house: House, id: string, asking: Asking): Promise<Position> {
  const { sql, visitor } = asking
  const row = await lockOwn(house, sql, id, visitor.userId)
  const after = await cancelPending(sql, row, closeReason.user, house.clock.now())
  if (!after) throw conflict(house, row)
  await tell(house, sql, after, asking.afterCommit)
  return toPosition(after, house.market)
}

/**
 * Fills a touched order at the ask (long) or bid (short) of that record, in the caller's transaction with wallet and row locked.
 * A better price is the person's; it never costs more than was reserved. `endOfRight` says why it may not be filled any more, as the gate of new
 * orders would: then it is cancelled instead.
 */
export async function fillPending(
  sql: Sql,
  row: PositionRow,
  spec: SymbolSpec,
  on: Settlement,
  at: Instant,
  endOfRight: () => Promise<number | undefined>,
): Promise<PositionRow | undefined> {
  if (on.sec <= Number(row.armed_sec)) return undefined
  if (Number(row.expires_ms) <= at) return cancelPending(sql, row, closeReason.expiry, at)
  if (!row.limit_price || !isTouched(row.direction, row.limit_price, on)) return undefined
  if (await isTooHigh(sql, row)) return cancelPending(sql, row, closeReason.creditOpen, at)
  const ended = await endOfRight()
  if (ended !== undefined) return cancelPending(sql, row, ended, at)
  const price = row.direction === direction.long ? on.ask : on.bid
  const terms = { quantity: row.quantity, contractSize: row.contract_size, conversion: on.conversion }
  const reserved = reservedOf(row)
  const cost = fillingCost({ ...terms, price, lever: row.lever, feeRate: row.fee_rate }, reserved)
  const { margin } = cost
  if (!isPositive(margin)) return cancelPending(sql, row, closeReason.expiry, at)
  const held: Held = { ...terms, direction: row.direction, openPrice: price, margin, addedMargin: q8('0') }
  const filled = await markFilled(sql, row.id, {
    open_price: price,
    margin,
    open_fee: cost.openFee,
    open_sec: on.sec,
    armed_sec: on.sec,
    conversion_rate: on.conversion.rate,
    next_due_sec: nextDue(spec.category, on.sec),
    ...levelsOf(held, spec, 0),
  })
  if (filled) {
    await book(sql, row, at, [...releasingLegs(row.wallet_id, reserved), ...openingLegs(row.wallet_id, cost)])
    await payByVoucher(sql, row, cost.openFee, at)
  }
  return filled
}

/** A credit that was paid out since lowers what it may be leveraged (product §2.12). */
const isTooHigh = async (sql: Sql, { account_type, lever, user_id }: PositionRow): Promise<boolean> =>
  account_type === accountType.real && lever > creditLever && (await hasOpenCredit(sql, user_id))

const book = (sql: Sql, row: PositionRow, at: Instant, legs: Parameters<typeof post>[1]['legs']) =>
  post(sql, { book: row.account_type as Book, refType: 'position', refId: row.id, orderNo: row.order_no, at, legs })
