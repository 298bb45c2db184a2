import type { Order, Position } from '#contract/calls/trading.ts'
import { Refusal } from '#contract/refusals.ts'
import { orderType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { available, post } from '#ledger/ledger.ts'
import { compare, q8 } from '#rules/decimal.ts'
import { nextDue } from '#rules/funding.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { bookMeant, lockBook, type OwnBook } from '../ownBook.ts'
import { payByVoucher } from '../vouchers.ts'
import { holdCapacity } from './capacity.ts'
import { readConfirmToken } from './confirmToken.ts'
import { refuseExposure } from './exposure.ts'
import { openingLegs, settleCurrency } from './legs.ts'
import { placeLimit } from './limit.ts'
import { type Priced, priceOrder, refuseSlippage } from './order.ts'
import { type PositionRow, toPosition } from './position.ts'
import { makePreview } from './preview.ts'
import { insertPosition } from './store.ts'
import { tell } from './tell.ts'

/**
 * Opens a position at the record of the second in which it is done, never worse than shown by more than slippageBps;
 * a limit order waits for its price instead.
 * Refuses confirmRequired (with a fresh preview), priceMoved, insufficientBalance and what priceOrder, refuseExposure and holdCapacity refuse.
 */
export async function openPosition(house: House, key: Buffer, order: Order, token: string | undefined, asking: Asking): Promise<Position> {
  const { sql, visitor } = asking
  const shown = readConfirmToken(key, token, visitor.userId, order, house.clock.now())
  if (!shown) throw new Refusal('confirmRequired', { preview: await makePreview(house, key, sql, visitor, order) })
  const own = await bookMeant(sql, visitor.userId, order)
  await lockBook(sql, own)
  // Quantity and fee rate are the confirmed ones; price, margin and fee are those of now.
  const priced = priceOrder(house, visitor, order, house.clock.now(), shown)
  const isLimit = order.orderType === orderType.limit
  if (!isLimit) refuseSlippage(order, shown.price, priced.price)
  await refuseShort(sql, own, priced)
  await refuseExposure(house, sql, own, priced)
  await holdCapacity(house, asking, own.book, priced, order.direction)
  const row = isLimit ? await placeLimit(house, sql, own, order, priced) : await bookOpening(house, sql, own, order, priced)
  const position = toPosition(row, house.market)
  await tell(house, sql, row, asking.afterCommit)
  return position
}

async function refuseShort(sql: Sql, { walletId, book }: OwnBook, { cost }: Priced): Promise<void> {
  const has = await available(sql, walletId, book, settleCurrency)
  if (compare(has, cost.debit) < 0)
    throw new Refusal('insufficientBalance', { available: q8(has), needed: q8(cost.debit), currency: settleCurrency })
}

async function bookOpening(house: House, sql: Sql, own: OwnBook, order: Order, priced: Priced): Promise<PositionRow> {
  const at = house.clock.now()
  const { spec, cost } = priced
  const row = await insertPosition(sql, {
    id: newId(at),
    order_no: newOrderNo('PC', at),
    user_id: own.userId,
    account_type: own.book,
    entry_id: own.entryId,
    symbol: spec.symbol,
    direction: order.direction,
    lever: order.lever,
    quantity: priced.quantity,
    contract_size: spec.contractSize,
    fee_rate: priced.feeRate,
    open_price: priced.price,
    margin: cost.margin,
    open_fee: cost.openFee,
    ...priced.levels,
    stop_profit: order.stopProfit ?? null,
    stop_loss: order.stopLoss ?? null,
    armed_sec: priced.quote.sec,
    next_due_sec: nextDue(spec.category, priced.quote.sec),
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
    legs: openingLegs(own.walletId, cost),
  })
  await payByVoucher(sql, row, cost.openFee, at)
  return row
}
