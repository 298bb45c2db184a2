import type { SwapQuote } from '#contract/calls/swap.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { FeedMode } from '#contract/states.ts'
import { freshQuoteOf } from '#market/freshQuote.ts'
import type { Market, MarketQuote } from '#market/market.ts'
import {
  isSwapMarket,
  swapAmountFlaw,
  swapCurrency,
  swapMaxUsdt,
  swapMinUsdt,
  type SwapSide,
  type SwapTerms,
  swapTerms,
} from '#rules/swap.ts'

export interface SwapAsked {
  fromCurrency: string
  toCurrency: string
  fromAmount?: Decimal | undefined
  toAmount?: Decimal | undefined
}

/** An exchange at the newest records, with the records that it was made of. */
interface PricedSwap {
  terms: SwapTerms
  sources: SwapQuote['sources']
  feedMode: FeedMode
}

/** Refuses symbolUnknown, marketClosed, feedStale, belowMin, aboveMax and validation. */
export function priceSwap(market: Market, asked: SwapAsked, nowMs: number): PricedSwap {
  const { fromCurrency, toCurrency, fromAmount, toAmount } = asked
  if (fromCurrency === toCurrency) throw new Refusal('validation', { field: 'toCurrency', rule: 'another currency' })
  const quotes = freshQuotes(market, [fromCurrency, toCurrency], nowMs)
  const terms = swapTerms(sideOf(quotes, fromCurrency), sideOf(quotes, toCurrency), amountOf(fromAmount, toAmount))
  const flaw = swapAmountFlaw(terms)
  if (flaw === 'aboveMax') throw new Refusal('aboveMax', { max: `${swapMaxUsdt} ${swapCurrency}` })
  if (flaw === 'belowMin') throw new Refusal('belowMin', { min: `${swapMinUsdt} ${swapCurrency}` })
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
export function freshQuotes(market: Market, currencies: readonly string[], nowMs: number): Quotes {
  const quotes: Quotes = new Map()
  for (const currency of currencies) {
    if (currency === swapCurrency) continue
    const symbol = `${currency}${swapCurrency}`
    const spec = market.spec(symbol)
    if (!spec || !isSwapMarket(spec)) throw new Refusal('symbolUnknown', { symbol })
    quotes.set(currency, { symbol, quote: freshQuoteOf(market, symbol, nowMs) })
  }
  return quotes
}

const sideOf = (quotes: Quotes, currency: string): SwapSide => ({ currency, mid: quotes.get(currency)?.quote.mid ?? asDecimal('1') })
