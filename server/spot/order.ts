import type { InstantSpotOrderRequest, InstantSpotOrder, SpotOrderRequest, SpotOrder } from '#contract/orders/spot.ts'
import { orderPreviewExpireMs } from '#contract/constants.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import { Refusal } from '#contract/refusals.ts'
import { type AccountType, lockWallet, post } from '#ledger/ledger.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import { reimburseFeeFromVouchers } from '../orders/vouchers.ts'
import { type AnySpotOrderRequest, priceSpotOrder, requireFreshSpotMarket, isSpotLimitOrder, refuseSpotSlippage } from './fill.ts'
import { spotTradingLegs } from './legs.ts'
import { placeSpotLimitOrder } from './limit.ts'
import { previewSpotOrder, readSpotConfirmToken, confirmedSpotFiguresOf } from './preview.ts'
import { tryInsertSpotOrder, type SpotOrderRow, toSpotOrder } from './store.ts'
import { notifyStreamsOfSpotOrder } from './notify.ts'

/**
 * Buys or sells at the record of the second in which it is done, never worse than shown by more than slippageBps, whole or not at all;
 * a limit order waits for its price instead.
 * Refuses confirmRequired (with a fresh preview), priceMoved, insufficientBalance and what `priceSpotOrder` refuses.
 */
export async function placeSpotOrder(
  app: AppContext,
  key: Buffer,
  order: SpotOrderRequest,
  token: string | undefined,
  context: RequestContext,
): Promise<SpotOrder> {
  const { sql, visitor } = context
  const confirmed = readSpotConfirmToken(key, token, visitor.userId, order, app.clock.now())
  if (!confirmed || isOld(app, confirmed)) throw await again(app, key, order, context)
  await lockWallet(sql, visitor.userId, order.accountType as AccountType)
  const filled = priceSpotOrder(app.market, order, confirmed.shown.feeRate, app.clock.now())
  if (isSpotLimitOrder(order)) return requireOrderKind(1, toSpotOrder(await placeSpotLimitOrder(app, order, filled, context)))
  refuseSpotSlippage(order, confirmed.shown.price, filled.price)
  const row = await bookOrder(app, order, { ...confirmedSpotFiguresOf(filled, order), sec: filled.quote.sec }, context)
  if (!row) throw new Error('an order without a firm price takes no number')
  return requireOrderKind(1, toSpotOrder(row))
}

/**
 * Buys or sells at exactly what was shown, once, while it is firm and there is a fresh record behind it (docs/rules/spot.md).
 * Refuses confirmRequired (with a fresh preview), insufficientBalance, marketClosed and feedStale.
 */
export async function placeInstantSpotOrder(
  app: AppContext,
  key: Buffer,
  order: InstantSpotOrderRequest,
  token: string | undefined,
  context: RequestContext,
): Promise<InstantSpotOrder> {
  const { sql, visitor } = context
  const confirmed = readSpotConfirmToken(key, token, visitor.userId, order, app.clock.now())
  if (!confirmed) throw await again(app, key, order, context)
  await lockWallet(sql, visitor.userId, order.accountType as AccountType)
  const at = app.clock.now()
  // Not firm any more when its turn comes too late.
  if (at >= confirmed.expireAtMs) throw await again(app, key, order, context)
  requireFreshSpotMarket(app.market, order.symbol, at)
  const row = await bookOrder(app, order, { ...confirmed.shown, sec: confirmed.sec, quote_no: confirmed.no }, context)
  if (!row) throw await again(app, key, order, context)
  return requireOrderKind(4, toSpotOrder(row))
}

/** Whether terms changed after they were shown: then they are shown again. A firm price stands for its seconds. */
const isOld = ({ terms, clock }: AppContext, { expireAtMs }: { expireAtMs: number }): boolean =>
  terms.hasChanged(['spot', 'contract', 'level'], expireAtMs - orderPreviewExpireMs, clock.now())

const again = async (app: AppContext, key: Buffer, order: AnySpotOrderRequest, { sql, visitor }: RequestContext) =>
  new Refusal('confirmRequired', { preview: await previewSpotOrder(app, key, sql, visitor, order) })

type Terms = ReturnType<typeof confirmedSpotFiguresOf> & { sec: number; quote_no?: string }

async function bookOrder(
  app: AppContext,
  order: AnySpotOrderRequest,
  terms: Terms,
  { sql, visitor, afterCommit }: RequestContext,
): Promise<SpotOrderRow | undefined> {
  const at = app.clock.now()
  const { feeRate, orderType, ...fill } = terms
  const row = await tryInsertSpotOrder(sql, {
    id: newRowId(at),
    order_no: newOrderNo('SP', at),
    user_id: visitor.userId,
    account_type: order.accountType,
    feed: app.market.feed,
    pos_type: order.posType,
    order_type: orderType,
    status: 3,
    ...fill,
    fee_rate: feeRate,
    tick: app.market.spec(order.symbol)?.tick ?? null,
    created_ms: at,
    closed_ms: at,
  })
  if (!row) return undefined
  await post(sql, {
    book: order.accountType as AccountType,
    refType: 'spot',
    refId: row.id,
    orderNo: row.order_no,
    at,
    legs: spotTradingLegs(row, fill),
  })
  await reimburseFeeFromVouchers(sql, row, fill.fee, at)
  await notifyStreamsOfSpotOrder(app, sql, row, afterCommit)
  return row
}
