import type { SecondContractOrderRequest, SecondContractOrder } from '#contract/calls/secondContracts.ts'
import { Refusal } from '#contract/refusals.ts'
import { type AccountType, lockWallet, post } from '#ledger/ledger.ts'
import { assertMarketNotHalted } from '#market/halts.ts'
import { compareDecimals, q8 } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import { requireSecondContractOfferAndQuote, refuseTooManySecondContractOrders } from './request.ts'
import { lockAndAssertSecondContractCapacity } from './capacity.ts'
import { assertSecondContractOrderInterval } from './orderInterval.ts'
import { secondContractBuyingLegs } from './legs.ts'
import { toSecondContractOrder } from './order.ts'
import { previewSecondContractOrder, readSecondContractConfirmToken, confirmedSecondContractFiguresOf } from './preview.ts'
import { insertSecondContractOrder } from './store.ts'
import { notifyStreamsOfSecondContractPayouts } from './notify.ts'

/**
 * Accepts an order at the server's time a: it opens in the second floor(a) + 1, which nobody has seen, and closes `seconds` later.
 * Refuses confirmRequired (with a fresh preview), symbolHalted, betweenOrders, tooManyOpen, houseCapacity, insufficientBalance and what
 * `requireSecondContractOfferAndQuote` refuses.
 */
export async function buySecondContract(
  app: AppContext,
  key: Buffer,
  ask: SecondContractOrderRequest,
  token: string | undefined,
  context: RequestContext,
): Promise<SecondContractOrder> {
  const { sql, visitor } = context
  const book = ask.accountType as AccountType
  const again = async () => new Refusal('confirmRequired', { preview: await previewSecondContractOrder(app, key, sql, visitor, ask) })
  await assertMarketNotHalted(sql, ask.symbol)
  const confirmed = readSecondContractConfirmToken(key, token, visitor.userId, ask, app.clock.now())
  if (!confirmed) throw await again()
  await lockWallet(sql, visitor.userId, book)
  // The time of acceptance is that of the order's turn, not of a wait before it.
  const at = app.clock.now()
  const { set } = requireSecondContractOfferAndQuote(app, visitor, ask, at)
  // Odds may have changed in between; what was shown is what is charged, or nothing is.
  if (compareDecimals(confirmedSecondContractFiguresOf(ask, set).payout, confirmed.payout) !== 0 || confirmed.seconds !== set.seconds)
    throw await again()
  await assertSecondContractOrderInterval(sql, visitor.userId, book, at)
  await refuseTooManySecondContractOrders(sql, visitor.userId, book)
  await lockAndAssertSecondContractCapacity(app, context, book, { money: q8(ask.money), odds: set.odds })
  const openSec = Math.floor(at / 1000) + 1
  const row = await insertSecondContractOrder(sql, {
    id: newRowId(at),
    order_no: newOrderNo('SC', at),
    user_id: visitor.userId,
    account_type: book,
    symbol: set.symbol,
    set_id: set.id,
    seconds: set.seconds,
    type: ask.type,
    money: q8(ask.money),
    odds: set.odds,
    feed: app.market.feed,
    accepted_ms: at,
    open_sec: openSec,
    close_sec: openSec + set.seconds,
  })
  await post(sql, { book, refType: 'second', refId: row.id, orderNo: row.order_no, at, legs: secondContractBuyingLegs(row) })
  await notifyStreamsOfSecondContractPayouts(app, sql, [row], context.afterCommit)
  return toSecondContractOrder(row, at)
}
