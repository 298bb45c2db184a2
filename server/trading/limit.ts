import type { ContractOrderRequest, Position } from '#contract/calls/trading.ts'
import { accountTypes as accountType, limitOrderExpiryDays } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { closeReason, direction } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, post } from '#ledger/ledger.ts'
import type { SymbolSpec } from '#market/market.ts'
import { add, isPositive, q8 } from '#rules/decimal.ts'
import { nextHoldingChargeSec } from '#rules/funding.ts'
import { contractLimitOrderFillingCost, type OpenPosition } from '#rules/position.ts'
import { isLimitPriceReached, limitOrderTriggerMark } from '#rules/stops.ts'
import { maxLeverWithCreditLoan, hasOpenCreditLoan } from '../risk/debt.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import type { TradingAccountScope } from '../orders/accountType.ts'
import { reimburseFeeFromVouchers } from '../orders/vouchers.ts'
import { contractOpeningLegs, contractReleasingLegs, contractReservingLegs } from './legs.ts'
import type { PricedContractOrder } from './order.ts'
import { type PositionRow, toPosition } from './position.ts'
import { positionStateConflictRefusal, lockOwnPosition } from './lockPosition.ts'
import type { PositionSettlementPrices } from './settlement.ts'
import { insertPosition, markContractOrderCancelled, markContractOrderFilled } from './store.ts'
import { notifyStreamsOfPosition } from './notify.ts'
import { positionMarginTriggerLevelsOf } from './trigger.ts'

const dayMs = 86_400_000

/** What a pending row holds in FROZEN. */
const reservedOf = (row: Pick<PositionRow, 'margin' | 'open_fee'>): Decimal => add(row.margin, row.open_fee)

/** Puts the order aside with its margin and fee at the limit. Later records are looked at, not the one that was there. */
export async function placeContractLimitOrder(
  app: AppContext,
  sql: Sql,
  own: TradingAccountScope,
  order: ContractOrderRequest,
  priced: PricedContractOrder,
): Promise<PositionRow> {
  const at = app.clock.now()
  const { spec, cost, price } = priced
  const row = await insertPosition(sql, {
    id: newRowId(at),
    order_no: newOrderNo('PC', at),
    user_id: own.userId,
    account_type: own.book,
    entry_id: own.entryId,
    symbol: spec.symbol,
    feed: app.market.feed,
    direction: order.direction,
    order_type: order.orderType,
    limit_price: price,
    expires_ms: at + limitOrderExpiryDays * dayMs,
    lever: order.lever,
    quantity: priced.quantity,
    contract_size: spec.contractSize,
    fee_rate: priced.feeRate,
    spread_bps: spec.spreadBps,
    tick: spec.tick,
    open_price: price,
    margin: cost.margin,
    open_fee: cost.openFee,
    trigger_price: limitOrderTriggerMark(order.direction, price, spec),
    stop_profit: order.stopProfit ?? null,
    stop_loss: order.stopLoss ?? null,
    conversion_rate: priced.held.conversion.rate,
    status: 0,
    armed_sec: priced.quote.sec,
    open_sec: priced.quote.sec,
    created_ms: at,
  })
  await book(sql, row, at, contractReservingLegs(row.wallet_id, reservedOf(row)))
  return row
}

/** Gives the reserve back. Gives nothing when the order does not wait any more. */
export async function cancelPendingContractOrder(
  sql: Sql,
  row: PositionRow,
  reason: number,
  at: Instant,
): Promise<PositionRow | undefined> {
  const cancelled = await markContractOrderCancelled(sql, row.id, reason, at)
  if (cancelled) await book(sql, row, at, contractReleasingLegs(row.wallet_id, reservedOf(row)))
  return cancelled
}

/** Cancels a person's own pending order. Refuses notFound, and stateConflict once it was filled or cancelled. */
export async function cancelOwnContractOrder(app: AppContext, id: string, context: RequestContext): Promise<Position> {
  const { sql, visitor } = context
  const row = await lockOwnPosition(app, sql, id, visitor.userId)
  const after = await cancelPendingContractOrder(sql, row, closeReason.user, app.clock.now())
  if (!after) throw positionStateConflictRefusal(app, row)
  await notifyStreamsOfPosition(app, sql, after, context.afterCommit)
  return toPosition(after, app.market)
}

/**
 * Fills a touched order at the ask (long) or bid (short) of that record, in the caller's transaction with wallet and row locked.
 * A better price is the person's; it never costs more than was reserved. `endOfRight` gives the close reason where it may not be
 * filled any more (`evaluatePendingOrderCancelReason`): then it is cancelled with that instead.
 */
export async function fillPendingContractOrder(
  sql: Sql,
  row: PositionRow,
  spec: SymbolSpec,
  on: PositionSettlementPrices,
  at: Instant,
  endOfRight: () => Promise<number | undefined>,
): Promise<PositionRow | undefined> {
  if (on.sec <= Number(row.armed_sec)) return undefined
  if (Number(row.expires_ms) <= at) return cancelPendingContractOrder(sql, row, closeReason.expiry, at)
  if (!row.limit_price || !isLimitPriceReached(row.direction, row.limit_price, on)) return undefined
  if (await isTooHigh(sql, row)) return cancelPendingContractOrder(sql, row, closeReason.creditOpen, at)
  const ended = await endOfRight()
  if (ended !== undefined) return cancelPendingContractOrder(sql, row, ended, at)
  const price = row.direction === direction.long ? on.ask : on.bid
  const terms = { quantity: row.quantity, contractSize: row.contract_size, conversion: on.conversion }
  const reserved = reservedOf(row)
  const cost = contractLimitOrderFillingCost({ ...terms, price, lever: row.lever, feeRate: row.fee_rate }, reserved)
  const { margin } = cost
  if (!isPositive(margin)) return cancelPendingContractOrder(sql, row, closeReason.expiry, at)
  const held: OpenPosition = { ...terms, direction: row.direction, openPrice: price, margin, addedMargin: q8('0') }
  const filled = await markContractOrderFilled(sql, row.id, {
    open_price: price,
    margin,
    open_fee: cost.openFee,
    open_sec: on.sec,
    armed_sec: on.sec,
    conversion_rate: on.conversion.rate,
    next_due_sec: nextHoldingChargeSec(spec.category, on.sec),
    ...positionMarginTriggerLevelsOf(held, spec, 0),
  })
  if (filled) {
    await book(sql, row, at, [...contractReleasingLegs(row.wallet_id, reserved), ...contractOpeningLegs(row.wallet_id, cost)])
    await reimburseFeeFromVouchers(sql, row, cost.openFee, at)
  }
  return filled
}

/** A credit that was paid out since lowers what it may be leveraged (docs/rules/loans.md). */
const isTooHigh = async (sql: Sql, { account_type, lever, user_id }: PositionRow): Promise<boolean> =>
  account_type === accountType.real && lever > maxLeverWithCreditLoan && (await hasOpenCreditLoan(sql, user_id))

const book = (sql: Sql, row: PositionRow, at: Instant, legs: Parameters<typeof post>[1]['legs']) =>
  post(sql, { book: row.account_type as AccountType, refType: 'position', refId: row.id, orderNo: row.order_no, at, legs })
