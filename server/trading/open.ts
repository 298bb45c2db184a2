import type { ContractOrderRequest, Position } from '#contract/calls/trading.ts'
import { Refusal } from '#contract/refusals.ts'
import { orderType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { readAvailableBalance, post } from '#ledger/ledger.ts'
import { compareDecimals, q8 } from '#rules/decimal.ts'
import { nextHoldingChargeSec } from '#rules/funding.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import { resolveTradingAccountScope, lockTradingAccount, type TradingAccountScope } from '../orders/accountType.ts'
import { reimburseFeeFromVouchers } from '../orders/vouchers.ts'
import { lockAndAssertContractCapacity } from '../risk/capacity.ts'
import { readContractConfirmToken } from './confirmToken.ts'
import { refuseExcessContractExposure } from './exposure.ts'
import { contractOpeningLegs, contractSettleCurrency } from './legs.ts'
import { placeContractLimitOrder } from './limit.ts'
import { type PricedContractOrder, priceContractOrder, refuseContractSlippage } from './order.ts'
import { type PositionRow, toPosition } from './position.ts'
import { previewContractOrder } from './preview.ts'
import { insertPosition } from './store.ts'
import { notifyStreamsOfPosition } from './notify.ts'

/**
 * Opens a position at the record of the second in which it is done, never worse than shown by more than slippageBps;
 * a limit order waits for its price instead.
 * Refuses confirmRequired (with a fresh preview), priceMoved, insufficientBalance and what `priceContractOrder`, `refuseExcessContractExposure` and
 * `lockAndAssertContractCapacity` refuse.
 */
export async function placeContractOrder(
  app: AppContext,
  key: Buffer,
  order: ContractOrderRequest,
  token: string | undefined,
  context: RequestContext,
): Promise<Position> {
  const { sql, visitor } = context
  const confirmed = readContractConfirmToken(key, token, visitor.userId, order, app.clock.now())
  // Terms that changed after they were shown are shown again.
  const isOld = confirmed && app.terms.hasChanged(['contract', 'level'], confirmed.shownAtMs, app.clock.now())
  if (!confirmed || isOld) throw new Refusal('confirmRequired', { preview: await previewContractOrder(app, key, sql, visitor, order) })
  const own = await resolveTradingAccountScope(sql, visitor.userId, order)
  await lockTradingAccount(sql, own)
  // Quantity and fee rate are the confirmed ones; price, margin and fee are those of now.
  const priced = priceContractOrder(app, visitor, order, app.clock.now(), confirmed)
  const isLimit = order.orderType === orderType.limit
  if (!isLimit) refuseContractSlippage(order, confirmed.price, priced.price)
  await refuseShort(sql, own, priced)
  await refuseExcessContractExposure(app, sql, own, priced)
  await lockAndAssertContractCapacity(app, context, own.book, priced, order.direction)
  const row = isLimit ? await placeContractLimitOrder(app, sql, own, order, priced) : await bookOpening(app, sql, own, order, priced)
  const position = toPosition(row, app.market)
  await notifyStreamsOfPosition(app, sql, row, context.afterCommit)
  return position
}

async function refuseShort(sql: Sql, { walletId, book }: TradingAccountScope, { cost }: PricedContractOrder): Promise<void> {
  const has = await readAvailableBalance(sql, walletId, book, contractSettleCurrency)
  if (compareDecimals(has, cost.debit) < 0)
    throw new Refusal('insufficientBalance', { available: q8(has), needed: q8(cost.debit), currency: contractSettleCurrency })
}

async function bookOpening(
  app: AppContext,
  sql: Sql,
  own: TradingAccountScope,
  order: ContractOrderRequest,
  priced: PricedContractOrder,
): Promise<PositionRow> {
  const at = app.clock.now()
  const { spec, cost } = priced
  const row = await insertPosition(sql, {
    id: newRowId(at),
    order_no: newOrderNo('PC', at),
    user_id: own.userId,
    account_type: own.book,
    entry_id: own.entryId,
    symbol: spec.symbol,
    feed: app.market.feed,
    direction: order.direction,
    lever: order.lever,
    quantity: priced.quantity,
    contract_size: spec.contractSize,
    fee_rate: priced.feeRate,
    spread_bps: spec.spreadBps,
    tick: spec.tick,
    open_price: priced.price,
    margin: cost.margin,
    open_fee: cost.openFee,
    ...priced.levels,
    stop_profit: order.stopProfit ?? null,
    stop_loss: order.stopLoss ?? null,
    armed_sec: priced.quote.sec,
    next_due_sec: nextHoldingChargeSec(spec.category, priced.quote.sec),
    conversion_rate: priced.held.conversion.rate,
    open_sec: priced.quote.sec,
    created_ms: at,
  })
  await post(sql, {
    book: own.book,
    refType: 'position',
    refId: row.id,
    orderNo: row.order_no,
    at,
    legs: contractOpeningLegs(own.walletId, cost),
  })
  await reimburseFeeFromVouchers(sql, row, cost.openFee, at)
  return row
}
