import { staleAfterMs } from '#contract/constants.ts'
import type { FeedMode } from '#contract/states.ts'
import { conversionSymbol, type Conversion, noConversion, quoteOf } from '#rules/quote.ts'
import type { Clock } from '#server/clock.ts'
import type { MarketQuote, SymbolSpec } from './market.ts'
import { fromScaled } from './scaled.ts'

/** The newest recorded price of each symbol. */
export interface Newest {
  set(symbol: string, price: bigint, mode: FeedMode, sec: number, atMs: number): void
  price(symbol: string): { price: bigint; sec: number; atMs: number } | undefined
  quote(symbol: string): MarketQuote | undefined
  conversion(quoteCurrency: string): Conversion | undefined
}

interface Held {
  price: bigint
  mode: FeedMode
  sec: number
  atMs: number
  /** Worked out when first asked for. */
  quote?: Omit<MarketQuote, 'stale'>
}

export function createNewest(bySymbol: ReadonlyMap<string, SymbolSpec>, clock: Clock): Newest {
  const held = new Map<string, Held>()
  const quote = (symbol: string): MarketQuote | undefined => {
    const newest = held.get(symbol)
    const spec = bySymbol.get(symbol)
    if (!newest || !spec) return undefined
    newest.quote ??= {
      ...quoteOf(fromScaled(newest.price), spec.spreadBps, spec.tick),
      sec: newest.sec,
      atMs: newest.atMs,
      feedMode: newest.mode,
    }
    // Also when the clock was turned back behind it: nothing is known then of how old it is.
    return { ...newest.quote, stale: Math.abs(clock.now() - newest.atMs) > staleAfterMs }
  }
  return {
    set: (symbol, price, mode, sec, atMs) => void held.set(symbol, { price, mode, sec, atMs }),
    price: (symbol) => held.get(symbol),
    quote,
    conversion: (quoteCurrency) => {
      if (quoteCurrency === 'USDT' || quoteCurrency === 'USD') return noConversion
      const via = conversionSymbol[quoteCurrency]
      const found = via && quote(via.symbol)
      return found && { rate: found.mid, by: via.by }
    },
  }
}
