import type { SpotAsked, SpotOrder } from '#contract/orders/spot.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { direction, recordType, type RecordType } from '#contract/states.ts'
import { type Book, type Leg, lockWallet, post } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import { isZero, negate } from '#rules/decimal.ts'
import { swapCurrency as quoteCurrency } from '#rules/swap.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { fillOrder, type Filled, refuseSlippage } from './fill.ts'
import { makePreview, readConfirmed, shownOf } from './preview.ts'
import { insertOrder, toSpotOrder } from './store.ts'

/**
 * Buys or sells at the record of the second in which it is done, never worse than shown by more than slippageBps, whole or not at all.
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
  const shown = readConfirmed(key, token, visitor.userId, order, house.clock.now())
  if (!shown) throw new Refusal('confirmRequired', { preview: makePreview(house, key, visitor.userId, order) })
  const book = order.accountType as Book
  await lockWallet(sql, visitor.userId, book)
  const at = house.clock.now()
  const filled = fillOrder(house.market, order, at)
  refuseSlippage(order, shown.price, filled.price)
  const row = await insertOrder(sql, {
    id: newId(at),
    orderNo: newOrderNo('SP', at),
    userId: visitor.userId,
    accountType: order.accountType,
    sec: filled.quote.sec,
    createdMs: at,
    ...shownOf(filled, order.direction),
  })
  await post(sql, {
    book,
    refType: 'spot',
    refId: row.id,
    orderNo: row.order_no,
    at,
    legs: legsOf(visitor.userId, order.direction, filled),
  })
  await tellBalances(house, sql, visitor.userId, book, asking.afterCommit)
  return toSpotOrder(row)
}

/** Coins against USDT through CLEARING, and the fee in USDT to FEE (product §2.3). */
function legsOf(user: string, side: number, { spec, fill }: Filled): Leg[] {
  const isBuy = side === direction.long
  const type = isBuy ? recordType.spotBuy : recordType.spotSell
  const own = (currency: string, amount: Decimal, as: RecordType): Leg => ({ user, currency, bucket: 'AVAIL', amount, type: as })
  const coins = isBuy ? fill.quantity : negate(fill.quantity)
  const usdt = isBuy ? negate(fill.notional) : fill.notional
  const legs: Leg[] = [
    own(spec.base, coins, type),
    { house: 'CLEARING', currency: spec.base, amount: negate(coins) },
    own(quoteCurrency, usdt, type),
    { house: 'CLEARING', currency: quoteCurrency, amount: negate(usdt) },
    own(quoteCurrency, negate(fill.fee), recordType.fee),
    { house: 'FEE', currency: quoteCurrency, amount: fill.fee },
  ]
  return legs.filter(({ amount }) => !isZero(amount))
}
