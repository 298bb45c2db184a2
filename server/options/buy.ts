import type { OptionOrderRequest, OptionOrder } from '#contract/orders/option.ts'
import { Refusal } from '#contract/refusals.ts'
import { type AccountType, lockWallet, post } from '#ledger/ledger.ts'
import { optionPriceExceedsSlippage } from '#rules/option/option.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import { reimburseFeeFromVouchers } from '../orders/vouchers.ts'
import { assertWithinLossLimits, tradePermissionQueryOfOrder } from '../risk/assertCanTrade.ts'
import { priceOptionOrder } from './request.ts'
import { optionBuyingLegs } from './legs.ts'
import { refuseTooManyOpenOptions } from './maxOpen.ts'
import { toOptionOrder } from './position.ts'
import { previewOptionOrder, readOptionConfirmToken } from './preview.ts'
import { insertOption } from './store.ts'
import { requireOptionReserveAmount } from './stress.ts'
import { readOptionSurfacesNow } from './surface.ts'
import { notifyStreamsOfOptions } from './notify.ts'

/**
 * Buys at the ask of the record of the second in which it is done, never worse than shown by more than slippageBps.
 * Refuses confirmRequired (with a fresh preview), priceMoved, ownLimit, tooManyOpen, houseCapacity, insufficientBalance and what
 * `priceOptionOrder` refuses.
 */
export async function buyOption(
  app: AppContext,
  key: Buffer,
  order: OptionOrderRequest,
  token: string | undefined,
  context: RequestContext,
): Promise<OptionOrder> {
  const { sql, visitor } = context
  const confirmed = readOptionConfirmToken(key, token, visitor.userId, order, app.clock.now())
  // Terms that changed after they were shown are shown again.
  const isOld = confirmed && app.terms.hasChanged(['option', 'level'], confirmed.shownAtMs, app.clock.now())
  if (!confirmed || isOld) throw new Refusal('confirmRequired', { preview: await previewOptionOrder(app, key, sql, visitor, order) })
  const book = order.accountType as AccountType
  await lockWallet(sql, visitor.userId, book)
  const at = app.clock.now()
  const priced = await priceOptionOrder(app, sql, visitor, order, at, confirmed.feeDiscount)
  const { name, value, cost, quote } = priced
  if (optionPriceExceedsSlippage(confirmed.price, value.ask, order.slippageBps)) throw new Refusal('priceMoved', { price: value.ask })
  await assertWithinLossLimits(app, { ...tradePermissionQueryOfOrder(app, order), stake: cost.debit }, context)
  await refuseTooManyOpenOptions(sql, visitor.userId, book)
  const row = await insertOption(sql, {
    id: newRowId(at),
    order_no: newOrderNo('OP', at),
    user_id: visitor.userId,
    account_type: book,
    option_id: order.optionId,
    symbol: name.underlying,
    cp: name.cp,
    strike: name.strike,
    expiry_sec: name.expirySec,
    feed: app.market.feed,
    quantity: order.quantity,
    iv: value.iv,
    open_mid: quote.mid,
    open_price: value.ask,
    premium: cost.premium,
    fee: cost.fee,
    fee_discount: priced.feeDiscount,
    held: await requireOptionReserveAmount(sql, app.market, book, priced, order.quantity),
    open_sec: quote.sec,
    created_ms: at,
  })
  await post(sql, { book, refType: 'option', refId: row.id, orderNo: row.order_no, at, legs: optionBuyingLegs(row) })
  await reimburseFeeFromVouchers(sql, row, row.fee, at)
  await notifyStreamsOfOptions(app, sql, [row], context.afterCommit)
  return toOptionOrder(app, row, await readOptionSurfacesNow(app, sql))
}
