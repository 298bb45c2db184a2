import type { InstantAsked, InstantOrder, SpotAsked, SpotOrder } from '#contract/orders/spot.ts'
import { kindOf } from '#contract/orders/kind.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Book, lockWallet, post } from '#ledger/ledger.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { payByVoucher } from '../vouchers.ts'
import { type Asked, fillOrder, freshMarket, isLimit, refuseSlippage } from './fill.ts'
import { tradingLegs } from './legs.ts'
import { placeLimit } from './limit.ts'
import { makePreview, readConfirmed, shownOf } from './preview.ts'
import { insertOrder, type SpotRow, toOrder } from './store.ts'
import { tell } from './tell.ts'

/**
 * Buys or sells at the record of the second in which it is done, never worse than shown by more than slippageBps, whole or not at all;
 * a limit order waits for its price instead.
 * Refuses confirmRequired (with a fresh preview), priceMoved, insufficientBalance and what fillOrder refuses.
 */
export async function placeOrder(
  house: House,
  key: Buffer,
  order: SpotAsked,
  token: string | undefined,
  asking: Asking,
): Promise<SpotOrder> {
  const { sql, visitor } = asking
  const confirmed = readConfirmed(key, token, visitor.userId, order, house.clock.now())
  if (!confirmed) throw await again(house, key, order, asking)
  await lockWallet(sql, visitor.userId, order.accountType as Book)
  const filled = fillOrder(house.market, order, confirmed.shown.feeRate, house.clock.now())
  if (isLimit(order)) return kindOf(1, toOrder(await placeLimit(house, order, filled, asking)))
  refuseSlippage(order, confirmed.shown.price, filled.price)
  const row = await bookOrder(house, order, { ...shownOf(filled, order), sec: filled.quote.sec }, asking)
  if (!row) throw new Error('an order without a firm price takes no number')
  return kindOf(1, toOrder(row))
}

/**
 * Buys or sells at exactly what was shown, once, while it is firm and there is a fresh record behind it (product §2.3).
 * Refuses confirmRequired (with a fresh preview), insufficientBalance, marketClosed and feedStale.
 */
export async function placeInstant(
  house: House,
  key: Buffer,
  order: InstantAsked,
  token: string | undefined,
  asking: Asking,
): Promise<InstantOrder> {
  const { sql, visitor } = asking
  const confirmed = readConfirmed(key, token, visitor.userId, order, house.clock.now())
  if (!confirmed) throw await again(house, key, order, asking)
  await lockWallet(sql, visitor.userId, order.accountType as Book)
  const at = house.clock.now()
  // Not firm any more when its turn comes too late.
  if (at >= confirmed.expireAtMs) throw await again(house, key, order, asking)
  freshMarket(house.market, order.symbol, at)
  const row = await bookOrder(house, order, { ...confirmed.shown, sec: confirmed.sec, quote_no: confirmed.no }, asking)
  if (!row) throw await again(house, key, order, asking)
  return kindOf(4, toOrder(row))
}

const again = async (house: House, key: Buffer, order: Asked, { sql, visitor }: Asking) =>
  new Refusal('confirmRequired', { preview: await makePreview(house, key, sql, visitor, order) })

type Terms = ReturnType<typeof shownOf> & { sec: number; quote_no?: string }

async function bookOrder(house: House, order: Asked, terms: Terms, { sql, visitor, afterCommit }: Asking): Promise<SpotRow | undefined> {
  const at = house.clock.now()
  const { feeRate, orderType, ...fill } = terms
  const row = await insertOrder(sql, {
    id: newId(at),
    order_no: newOrderNo('SP', at),
    user_id: visitor.userId,
    account_type: order.accountType,
    pos_type: order.posType,
    order_type: orderType,
    status: 3,
    ...fill,
    fee_rate: feeRate,
    created_ms: at,
    closed_ms: at,
  })
  if (!row) return undefined
  await post(sql, {
    book: order.accountType as Book,
    refType: 'spot',
    refId: row.id,
    orderNo: row.order_no,
    at,
    legs: tradingLegs(row, fill),
  })
  await payByVoucher(sql, row, fill.fee, at)
  await tell(house, sql, row, afterCommit)
  return row
}
