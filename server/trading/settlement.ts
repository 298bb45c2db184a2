import { Refusal } from '#contract/refusals.ts'
import type { Market } from '#market/market.ts'
import type { Conversion, Quote } from '#rules/quote.ts'
import { freshQuote } from './order.ts'

/** The prices of one record, as one symbol's positions settle on them. */
export interface Settlement extends Quote {
  sec: number
  conversion: Conversion
}

/** The newest record's prices, or undefined when there is none fresh enough to fill on. */
export function settlementNow(market: Market, symbol: string, nowMs: number): Settlement | undefined {
  const spec = market.spec(symbol)
  if (!spec) return undefined
  try {
    const { quote, conversion } = freshQuote(market, spec, nowMs)
    return { mid: quote.mid, bid: quote.bid, ask: quote.ask, sec: quote.sec, conversion }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
