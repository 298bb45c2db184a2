import type { SwapQuote } from '#contract/calls/swap.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { FeedMode } from '#contract/states.ts'
import { requireFreshQuote } from '#market/freshQuote.ts'
import type { MarketDataService, MarketQuote } from '#market/market.ts'
import {
  isSwapMarket,
  swapAmountError,
  swapBridgeCurrency,
  swapMaxUsdt,
  swapMinUsdt,
  type SwapSidePrice,
  type SwapFigures,
  computeSwapFigures,
} from '#rules/swap.ts'
import type { AppContext } from '../core/appContext.ts'
import type { TermsByTime } from '../terms/termsByTime.ts'

export interface SwapRequest {
  fromCurrency: string
  toCurrency: string
  fromAmount?: Decimal | undefined
  toAmount?: Decimal | undefined
}

/** An exchange at the newest records, with the records that it was made of. */
interface PricedSwap {
  terms: SwapFigures
  sources: SwapQuote['sources']
  feedMode: FeedMode
}

/** Refuses symbolUnknown, marketClosed, feedStale, belowMin, aboveMax and validation. */
export function priceSwap(
  { market, terms: byTime }: Pick<AppContext, 'market' | 'terms'>,
  request: SwapRequest,
  nowMs: number,
): PricedSwap {
  const { fromCurrency, toCurrency, fromAmount, toAmount } = request
  if (fromCurrency === toCurrency) throw new Refusal('validation', { field: 'toCurrency', rule: 'another currency' })
  const quotes = requireFreshSwapMarketQuotes(market, [fromCurrency, toCurrency], nowMs)
  const terms = computeSwapFigures(sideOf(byTime, quotes, fromCurrency), sideOf(byTime, quotes, toCurrency), amountOf(fromAmount, toAmount))
  const flaw = swapAmountError(terms)
  if (flaw === 'aboveMax') throw new Refusal('aboveMax', { max: `${swapMaxUsdt} ${swapBridgeCurrency}` })
  if (flaw === 'belowMin') throw new Refusal('belowMin', { min: `${swapMinUsdt} ${swapBridgeCurrency}` })
  const used = [...quotes.values()]
  return {
    terms,
    sources: used.map(({ symbol, quote }) => ({ symbol, mid: quote.mid, sec: quote.sec })),
    // Where a simulated price has a part in it, the whole is simulated.
    feedMode: used.find(({ quote }) => quote.feedMode === 'SIM')?.quote.feedMode ?? used[0]?.quote.feedMode ?? 'CLOSED',
  }
}

function amountOf(fromAmount: Decimal | undefined, toAmount: Decimal | undefined): { fromAmount: Decimal } | { toAmount: Decimal } {
  if (fromAmount !== undefined && toAmount === undefined) return { fromAmount }
  if (toAmount !== undefined && fromAmount === undefined) return { toAmount }
  throw new Refusal('validation', { field: 'fromAmount', rule: 'one of fromAmount and toAmount' })
}

type Quotes = Map<string, { symbol: string; quote: MarketQuote }>

/** The newest record of every coin's market; USDT needs none. Refuses symbolUnknown, marketClosed and feedStale. */
export function requireFreshSwapMarketQuotes(market: MarketDataService, currencies: readonly string[], nowMs: number): Quotes {
  const quotes: Quotes = new Map()
  for (const currency of currencies) {
    if (currency === swapBridgeCurrency) continue
    const symbol = `${currency}${swapBridgeCurrency}`
    const spec = market.spec(symbol)
    if (!spec || !isSwapMarket(spec)) throw new Refusal('symbolUnknown', { symbol })
    quotes.set(currency, { symbol, quote: requireFreshQuote(market, symbol, nowMs) })
  }
  return quotes
}

/** A coin at its record, with the spread that held in that second. */
function sideOf(terms: TermsByTime, quotes: Quotes, currency: string): SwapSidePrice {
  const quote = quotes.get(currency)?.quote
  return quote ? { currency, mid: quote.mid, half: swapHalfSpreadAt(terms, currency, quote.sec) } : { currency, mid: asDecimal('1') }
}

/** Half of the spread of a coin's exchange in a second of the record, a fraction. */
export const swapHalfSpreadAt = (terms: TermsByTime, currency: string, sec: number): Decimal =>
  terms.at('swap', currency, 'halfSpread', sec * 1000)
