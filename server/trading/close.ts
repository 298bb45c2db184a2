import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { closeReason, direction, positionStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type Book, post } from '#ledger/ledger.ts'
import { closing } from '#rules/position.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { payByVoucher } from '../vouchers.ts'
import { closingLegs, heldMargin } from './legs.ts'
import { cancelPending } from './limit.ts'
import { heldOf, type PositionRow, toPosition } from './position.ts'
import { lockOwn } from './running.ts'
import { type Settlement, settlementNow } from './settlement.ts'
import { markClosed, markSettling } from './store.ts'
import { tell } from './tell.ts'

/**
 * Closes at the bid (long) or ask (short) of that record and books it, in the caller's transaction with wallet and row locked.
 * Gives nothing when the row was closed already.
 */
export async function settle(sql: Sql, row: PositionRow, on: Settlement, reason: number, at: Instant): Promise<PositionRow | undefined> {
  const price: Decimal = row.direction === direction.long ? on.bid : on.ask
  const result = closing(heldOf(row, on.conversion), price, row.fee_rate)
  const closed = await markClosed(sql, row.id, { ...result, closeReason: reason, closePrice: price, closeSec: on.sec, closedMs: at })
  if (!closed) return undefined
  await post(sql, {
    book: row.account_type as Book,
    refType: 'position',
    refId: row.id,
    orderNo: row.order_no,
    at,
    legs: closingLegs(row.wallet_id, heldMargin(row), result),
  })
  await payByVoucher(sql, row, result.closeFee, at)
  return closed
}

/**
 * Closes now, or, while the price is stale or the market closed, at its next record (settling). A pending order is cancelled.
 * Refuses notFound, settling and notRunning. Needs no confirm token: leaving is never hindered.
 */
export async function closePosition(house: House, id: string, asking: Asking): Promise<Position> {
  const { sql, visitor } = asking
  const row = await lockOwn(house, sql, id, visitor.userId)
  if (row.status === positionStatus.settling) throw new Refusal('settling')
  const isPending = row.status === positionStatus.pending
  const after = isPending ? await cancelPending(sql, row, closeReason.user, house.clock.now()) : await closeNow(house, sql, row)
  if (!after) throw new Refusal('notRunning')
  await tell(house, sql, after, asking.afterCommit)
  return toPosition(after, house.market)
}

/** A running row, locked, closed by its person: settled on the newest record, or settling until there is one. Refuses notRunning. */
export async function closeNow(house: House, sql: Sql, row: PositionRow): Promise<PositionRow> {
  const at = house.clock.now()
  const on = settlementNow(house.market, row.symbol, at)
  const isRunning = row.status === positionStatus.running
  const seenSec = house.market.quote(row.symbol)?.sec ?? 0
  const after =
    isRunning && (on ? await settle(sql, row, on, closeReason.user, at) : await markSettling(sql, row.id, closeReason.user, seenSec))
  if (!after) throw new Refusal('notRunning')
  return after
}
