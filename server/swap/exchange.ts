import type { Swap } from '#contract/calls/swap.ts'
import { Refusal } from '#contract/refusals.ts'
import { recordType } from '#contract/states.ts'
import { type Book, type Leg, lockWallet, post } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import { negate } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { mayTradeNow } from '../mayTrade.ts'
import { freshQuotes } from './price.ts'
import { type Promised, readQuote, tradeAskOf } from './quote.ts'
import { insertSwap, type SwapRow, toSwap } from './store.ts'

/**
 * Exchanges at the price that was promised, whole or not at all. Refuses quoteExpired (late, used, someone else's), feedStale and
 * marketClosed when there is no fresh record behind the price any more, insufficientBalance and what mayTrade refuses.
 */
export async function exchange(house: House, key: Buffer, quoteId: string, asking: Asking): Promise<Swap> {
  const at = house.clock.now()
  const promised = readQuote(key, quoteId, asking.visitor.userId, at)
  await mayTradeNow(house, tradeAskOf(promised), asking)
  freshQuotes(house.market, [promised.fromCurrency, promised.toCurrency], at)
  const row = await bookSwap(house, promised, asking)
  if (!row) throw new Refusal('quoteExpired')
  return toSwap(row)
}

/** Books what was promised, once; gives nothing when that was done already, or when its turn comes after its time. `fast` names the market of a fast trade. Refuses insufficientBalance. */
export async function bookSwap(
  house: House,
  promised: Promised,
  { sql, visitor, afterCommit }: Asking,
  fast?: { symbol: string; direction: number },
): Promise<SwapRow | undefined> {
  const book = promised.accountType as Book
  await lockWallet(sql, visitor.userId, book)
  const at = house.clock.now()
  if (at >= promised.expireAtMs) return undefined
  const row = await insertSwap(sql, { id: newId(at), orderNo: newOrderNo('FX', at), createdMs: at, fast }, promised)
  if (!row) return undefined
  await post(sql, { book, refType: 'swap', refId: row.id, orderNo: row.order_no, at, legs: legsOf(promised) })
  await tellBalances(house, sql, visitor.userId, book, afterCommit)
  return row
}

/** What the person gives goes to CLEARING, what they get comes from it, each in its own currency (product §2.1). */
const legsOf = ({ user, fromCurrency, toCurrency, fromAmount, toAmount }: Promised): Leg[] => [
  { user, currency: fromCurrency, bucket: 'AVAIL', amount: negate(fromAmount), type: recordType.swapOut },
  { house: 'CLEARING', currency: fromCurrency, amount: fromAmount },
  { user, currency: toCurrency, bucket: 'AVAIL', amount: toAmount, type: recordType.swapIn },
  { house: 'CLEARING', currency: toCurrency, amount: negate(toAmount) },
]
