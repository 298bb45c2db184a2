import { randomBytes } from 'node:crypto'
import type { FastTradeRequest, FastTradeOrder, FastTradePreview } from '#contract/orders/fast.ts'
import { swapQuoteMs } from '#contract/constants.ts'
import { add } from '#rules/decimal.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { direction } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import { isSwapMarket, swapBridgeCurrency } from '#rules/swap.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { verifyClaimsToken, signClaimsToken } from '../core/signedText.ts'
import { bookSwap } from './exchange.ts'
import { requireFreshSwapMarketQuotes, priceSwap, type SwapRequest } from './price.ts'
import type { FirmSwapQuote } from './quote.ts'
import { toFastTradeOrder } from './store.ts'

const kind = 'ff1'

/** What was promised, and for which order. */
interface Confirmed extends FirmSwapQuote {
  order: string
}

/** Two orders that mean the same have the same form, whatever the order of their keys and '1.0' or '1'. */
const canonical = ({ accountType, posType, symbol, direction: side, orderType, money, quantity }: FastTradeRequest): string =>
  JSON.stringify([accountType, posType, symbol, side, orderType, plain(money), plain(quantity)])
const plain = (value: Decimal | undefined): Decimal | null => (value === undefined ? null : add(value, '0'))

/** The same exchange as the flash exchange knows it. Refuses symbolUnknown and validation. */
function asSwap(app: AppContext, { symbol, direction: side, money, quantity }: FastTradeRequest): SwapRequest {
  if ((money === undefined) === (quantity === undefined))
    throw new Refusal('validation', { field: 'quantity', rule: 'one of quantity and money' })
  const spec = app.market.spec(symbol)
  if (!spec || !isSwapMarket(spec)) throw new Refusal('symbolUnknown', { symbol })
  return side === direction.long
    ? { fromCurrency: swapBridgeCurrency, toCurrency: spec.base, fromAmount: money, toAmount: quantity }
    : { fromCurrency: spec.base, toCurrency: swapBridgeCurrency, fromAmount: quantity, toAmount: money }
}

/** A firm price of the flash exchange for this order, for ten seconds (docs/rules/{spot,swaps}.md). Refuses what a quote refuses. */
export function previewFastTrade(app: AppContext, key: Buffer, userId: string, order: FastTradeRequest): FastTradePreview {
  const nowMs = app.clock.now()
  const request = asSwap(app, order)
  const { terms, sources, feedMode } = priceSwap(app, request, nowMs)
  const { valueUsdt: _, ...shownTerms } = terms
  const { fromCurrency, toCurrency } = request
  const quote = { accountType: order.accountType, fromCurrency, toCurrency, ...shownTerms, sources }
  const expireAtMs = nowMs + swapQuoteMs
  const confirmed: Confirmed = { ...quote, no: randomBytes(16).toString('hex'), user: userId, order: canonical(order), expireAtMs }
  return {
    action: 'position',
    posType: 5,
    symbol: order.symbol,
    direction: order.direction,
    ...quote,
    feedMode,
    confirmToken: signClaimsToken(key, kind, confirmed),
    expireAt: asInstant(expireAtMs),
  }
}

/**
 * Exchanges at exactly what was shown, once, while it is firm and there is a fresh record behind it.
 * Refuses confirmRequired (with a fresh preview), insufficientBalance, feedStale and marketClosed.
 */
export async function placeFastTrade(
  app: AppContext,
  key: Buffer,
  order: FastTradeRequest,
  token: string | undefined,
  context: RequestContext,
): Promise<FastTradeOrder> {
  const at = app.clock.now()
  const { userId } = context.visitor
  const again = () => new Refusal('confirmRequired', { preview: previewFastTrade(app, key, userId, order) })
  const confirmed = verifyClaimsToken(key, kind, token) as Confirmed | undefined
  if (!confirmed || confirmed.user !== userId || confirmed.order !== canonical(order) || at >= confirmed.expireAtMs) throw again()
  requireFreshSwapMarketQuotes(app.market, [confirmed.fromCurrency, confirmed.toCurrency], at)
  const row = await bookSwap(app, confirmed, context, { symbol: order.symbol, direction: order.direction })
  if (!row) throw again()
  return toFastTradeOrder(row)
}
