import type { CompletedSwap } from '#contract/calls/swap.ts'
import { Refusal } from '#contract/refusals.ts'
import { balanceRecordType } from '#contract/states.ts'
import { type AccountType, type Leg, lockWallet, post } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { assertMarketNotHalted } from '#market/halts.ts'
import { negate } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import { lockAndAssertCanTrade } from '../risk/assertCanTrade.ts'
import { requireFreshSwapMarketQuotes } from './price.ts'
import { type FirmSwapQuote, requireSwapQuote, swapTradeRequestOf } from './quote.ts'
import { tryInsertSwap, type SwapRow, toSwap } from './store.ts'

/**
 * Exchanges at the price that was promised, whole or not at all. Refuses quoteExpired (late, used, someone else's), feedStale and
 * marketClosed when there is no fresh record behind the price any more, and what `bookSwap` and `assertCanTrade` refuse.
 */
export async function executeSwap(app: AppContext, key: Buffer, quoteId: string, context: RequestContext): Promise<CompletedSwap> {
  const at = app.clock.now()
  const promised = requireSwapQuote(key, quoteId, context.visitor.userId, at)
  await lockAndAssertCanTrade(app, swapTradeRequestOf(promised), context)
  requireFreshSwapMarketQuotes(app.market, [promised.fromCurrency, promised.toCurrency], at)
  const row = await bookSwap(app, promised, context)
  if (!row) throw new Refusal('quoteExpired')
  return toSwap(row)
}

/**
 * Books what was promised, once; gives nothing when that was done already, or when its turn comes after its time. `fast` names the market
 * of a fast trade. Refuses insufficientBalance, and symbolHalted where a market behind the price was halted since it was promised.
 */
export async function bookSwap(
  app: AppContext,
  promised: FirmSwapQuote,
  { sql, visitor, afterCommit }: RequestContext,
  fast?: { symbol: string; direction: number },
): Promise<SwapRow | undefined> {
  const book = promised.accountType as AccountType
  await lockWallet(sql, visitor.userId, book)
  const at = app.clock.now()
  if (at >= promised.expireAtMs) return undefined
  for (const { symbol } of promised.sources) await assertMarketNotHalted(sql, symbol)
  const row = await tryInsertSwap(sql, { id: newRowId(at), orderNo: newOrderNo('FX', at), createdMs: at, fast }, promised)
  if (!row) return undefined
  await post(sql, { book, refType: 'swap', refId: row.id, orderNo: row.order_no, at, legs: legsOf(promised) })
  await notifyBalances(app, sql, visitor.userId, book, afterCommit)
  return row
}

/** What the person gives goes to CLEARING, what they get comes from it, each in its own currency (docs/rules/ledger.md). */
const legsOf = ({ user, fromCurrency, toCurrency, fromAmount, toAmount }: FirmSwapQuote): Leg[] => [
  { user, currency: fromCurrency, bucket: 'AVAIL', amount: negate(fromAmount), type: balanceRecordType.swapOut },
  { house: 'CLEARING', currency: fromCurrency, amount: fromAmount },
  { user, currency: toCurrency, bucket: 'AVAIL', amount: toAmount, type: balanceRecordType.swapIn },
  { house: 'CLEARING', currency: toCurrency, amount: negate(toAmount) },
]
