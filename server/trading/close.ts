import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { closeReason, direction, positionStatus } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, post } from '#ledger/ledger.ts'
import { computePositionClose } from '#rules/position.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { reimburseFeeFromVouchers } from '../orders/vouchers.ts'
import { contractClosingLegs, totalPositionMargin } from './legs.ts'
import { cancelPendingContractOrder } from './limit.ts'
import { openPositionOfRow, type PositionRow, toPosition } from './position.ts'
import { lockOwnPosition } from './lockPosition.ts'
import { type PositionSettlementPrices, positionSettlementPricesNow } from './settlement.ts'
import { markPositionClosed, markPositionSettling } from './store.ts'
import { notifyStreamsOfPosition } from './notify.ts'

/**
 * Closes at the bid (long) or ask (short) of that record and books it, in the caller's transaction with wallet and row locked.
 * Gives nothing when the row was closed already.
 */
export async function bookPositionClose(
  sql: Sql,
  row: PositionRow,
  on: PositionSettlementPrices,
  reason: number,
  at: Instant,
): Promise<PositionRow | undefined> {
  const price: Decimal = row.direction === direction.long ? on.bid : on.ask
  const result = computePositionClose(openPositionOfRow(row, on.conversion), price, row.fee_rate)
  const closed = await markPositionClosed(sql, row.id, {
    ...result,
    closeReason: reason,
    closePrice: price,
    closeSec: on.sec,
    closedMs: at,
  })
  if (!closed) return undefined
  await post(sql, {
    book: row.account_type as AccountType,
    refType: 'position',
    refId: row.id,
    orderNo: row.order_no,
    at,
    legs: contractClosingLegs(row.wallet_id, totalPositionMargin(row), result),
  })
  await reimburseFeeFromVouchers(sql, row, result.closeFee, at)
  return closed
}

/**
 * Closes now, or, while the price is stale, the market closed or another feed is played, at its next record (settling). A pending order is cancelled.
 * Refuses notFound, settling and notRunning. Needs no confirm token: leaving is never hindered.
 */
export async function closePosition(app: AppContext, id: string, context: RequestContext): Promise<Position> {
  const { sql, visitor } = context
  const row = await lockOwnPosition(app, sql, id, visitor.userId)
  if (row.status === positionStatus.settling) throw new Refusal('settling')
  const isPending = row.status === positionStatus.pending
  const after = isPending
    ? await cancelPendingContractOrder(sql, row, closeReason.user, app.clock.now())
    : await closeRunningPosition(app, sql, row)
  if (!after) throw new Refusal('notRunning')
  await notifyStreamsOfPosition(app, sql, after, context.afterCommit)
  return toPosition(after, app.market)
}

/** A running row, locked, closed by its person: settled on the newest record, or settling until there is one. Refuses notRunning. */
export async function closeRunningPosition(app: AppContext, sql: Sql, row: PositionRow): Promise<PositionRow> {
  const at = app.clock.now()
  const on = positionSettlementPricesNow(app.market, row, at)
  const isRunning = row.status === positionStatus.running
  const seenSec = row.feed === app.market.feed ? (app.market.quote(row.symbol)?.sec ?? 0) : 0
  const after =
    isRunning &&
    (on ? await bookPositionClose(sql, row, on, closeReason.user, at) : await markPositionSettling(sql, row.id, closeReason.user, seenSec))
  if (!after) throw new Refusal('notRunning')
  return after
}
