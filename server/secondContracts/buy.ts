import type { SecondAsk, SecondOrder } from '#contract/calls/secondContracts.ts'
import { Refusal } from '#contract/refusals.ts'
import { type Book, lockWallet, post } from '#ledger/ledger.ts'
import { refuseHalted } from '#market/halts.ts'
import { compare, q8 } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { readAsk, refuseTooMany } from './ask.ts'
import { holdCapacity } from './capacity.ts'
import { refuseHaste } from './haste.ts'
import { buyingLegs } from './legs.ts'
import { toOrder } from './order.ts'
import { makePreview, readShown, shownOf } from './preview.ts'
import { insertOrder } from './store.ts'
import { tellPaid } from './tell.ts'

/**
 * Accepts an order at the server's time a: it opens in the second floor(a) + 1, which nobody has seen, and closes `seconds` later.
 * Refuses confirmRequired (with a fresh preview), symbolHalted, betweenOrders, tooManyOpen, houseCapacity, insufficientBalance and what readAsk refuses.
 */
export async function buy(house: House, key: Buffer, ask: SecondAsk, token: string | undefined, asking: Asking): Promise<SecondOrder> {
  const { sql, visitor } = asking
  const book = ask.accountType as Book
  const again = async () => new Refusal('confirmRequired', { preview: await makePreview(house, key, sql, visitor, ask) })
  await refuseHalted(sql, ask.symbol)
  const shown = readShown(key, token, visitor.userId, ask, house.clock.now())
  if (!shown) throw await again()
  await lockWallet(sql, visitor.userId, book)
  // The time of acceptance is that of the order's turn, not of a wait before it.
  const at = house.clock.now()
  const { set } = readAsk(house, visitor, ask, at)
  // Odds may only have changed with a release in between; what was shown is what is charged, or nothing is.
  if (compare(shownOf(ask, set).payout, shown.payout) !== 0 || shown.seconds !== set.seconds) throw await again()
  await refuseHaste(sql, visitor.userId, book, at)
  await refuseTooMany(sql, visitor.userId, book)
  await holdCapacity(house, asking, book, { money: q8(ask.money), odds: set.odds })
  const openSec = Math.floor(at / 1000) + 1
  const row = await insertOrder(sql, {
    id: newId(at),
    order_no: newOrderNo('SC', at),
    user_id: visitor.userId,
    account_type: book,
    symbol: set.symbol,
    set_id: set.id,
    seconds: set.seconds,
    type: ask.type,
    money: q8(ask.money),
    odds: set.odds,
    feed: house.market.feed,
    accepted_ms: at,
    open_sec: openSec,
    close_sec: openSec + set.seconds,
  })
  await post(sql, { book, refType: 'second', refId: row.id, orderNo: row.order_no, at, legs: buyingLegs(row) })
  await tellPaid(house, sql, [row], asking.afterCommit)
  return toOrder(row, at)
}
