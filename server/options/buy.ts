import type { OptionAsked, OptionOrder } from '#contract/orders/option.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Book, lockWallet, post } from '#ledger/ledger.ts'
import { isWorse } from '#rules/option.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { payByVoucher } from '../vouchers.ts'
import { mayStake, tradeAskOf } from '../mayTrade.ts'
import { priceOrder } from './ask.ts'
import { buyingLegs } from './legs.ts'
import { refuseTooMany } from './mostOpen.ts'
import { toOrder } from './position.ts'
import { makePreview, readShown } from './preview.ts'
import { insertOption } from './store.ts'
import { cover } from './stress.ts'
import { surfacesNow } from './surface.ts'
import { tell } from './tell.ts'

/**
 * Buys at the ask of the record of the second in which it is done, never worse than shown by more than slippageBps.
 * Refuses confirmRequired (with a fresh preview), priceMoved, ownLimit, tooManyOpen, houseCapacity, insufficientBalance and what priceOrder refuses.
 */
export async function buy(house: House, key: Buffer, order: OptionAsked, token: string | undefined, asking: Asking): Promise<OptionOrder> {
  const { sql, visitor } = asking
  const shown = readShown(key, token, visitor.userId, order, house.clock.now())
  if (!shown) throw new Refusal('confirmRequired', { preview: await makePreview(house, key, sql, visitor, order) })
  const book = order.accountType as Book
  await lockWallet(sql, visitor.userId, book)
  const at = house.clock.now()
  const priced = await priceOrder(house, sql, visitor, order, at, shown.feeDiscount)
  const { name, value, cost, quote } = priced
  if (isWorse(shown.price, value.ask, order.slippageBps)) throw new Refusal('priceMoved', { price: value.ask })
  await mayStake(house, { ...tradeAskOf(house, order), stake: cost.debit }, asking)
  await refuseTooMany(sql, visitor.userId, book)
  const row = await insertOption(sql, {
    id: newId(at),
    order_no: newOrderNo('OP', at),
    user_id: visitor.userId,
    account_type: book,
    option_id: order.optionId,
    symbol: name.underlying,
    cp: name.cp,
    strike: name.strike,
    expiry_sec: name.expirySec,
    feed: house.market.feed,
    quantity: order.quantity,
    iv: value.iv,
    open_mid: quote.mid,
    open_price: value.ask,
    premium: cost.premium,
    fee: cost.fee,
    fee_discount: priced.feeDiscount,
    held: await cover(sql, house.market, book, priced, order.quantity),
    open_sec: quote.sec,
    created_ms: at,
  })
  await post(sql, { book, refType: 'option', refId: row.id, orderNo: row.order_no, at, legs: buyingLegs(row) })
  await payByVoucher(sql, row, row.fee, at)
  await tell(house, sql, [row], asking.afterCommit)
  return toOrder(house, row, await surfacesNow(house, sql))
}
