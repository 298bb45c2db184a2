import { priceStaleAfterMs } from '#contract/constants.ts'
import type { FeedMode } from '#contract/states.ts'
import { usdtConvertersByCurrency, type UsdtConversion, noUsdtConversion, marketQuoteFromMid } from '#rules/quote.ts'
import type { Clock } from '../../core/clock.ts'
import type { MarketQuote, SymbolSpec } from '../market.ts'
import { fromScaledPrice } from '#rules/scaled.ts'

/** The newest recorded price of each symbol. */
export interface InMemoryNewestPrices {
  set(symbol: string, price: bigint, mode: FeedMode, sec: number, atMs: number): void
  price(symbol: string): { price: bigint; sec: number; atMs: number } | undefined
  quote(symbol: string): MarketQuote | undefined
  conversion(quoteCurrency: string): UsdtConversion | undefined
}

interface Held {
  price: bigint
  mode: FeedMode
  sec: number
  atMs: number
  /** Worked out when first asked for. */
  quote?: Omit<MarketQuote, 'stale'>
}

/** Each quote has the spread that held in the second of its record. */
export function createInMemoryNewestPrices(
  bySymbol: ReadonlyMap<string, SymbolSpec>,
  clock: Clock,
  specAt: (spec: SymbolSpec, atMs: number) => SymbolSpec = (spec) => spec,
): InMemoryNewestPrices {
  const held = new Map<string, Held>()
  const quote = (symbol: string): MarketQuote | undefined => {
    const newest = held.get(symbol)
    const spec = bySymbol.get(symbol)
    if (!newest || !spec) return undefined
    newest.quote ??= {
      ...marketQuoteFromMid(fromScaledPrice(newest.price), specAt(spec, newest.sec * 1000).spreadBps, spec.tick),
      sec: newest.sec,
      atMs: newest.atMs,
      feedMode: newest.mode,
    }
    // Also when the clock was turned back behind it: nothing is known then of how old it is.
    return { ...newest.quote, stale: Math.abs(clock.now() - newest.atMs) > priceStaleAfterMs }
  }
  return {
    set: (symbol, price, mode, sec, atMs) => void held.set(symbol, { price, mode, sec, atMs }),
    price: (symbol) => held.get(symbol),
    quote,
    conversion: (quoteCurrency) => {
      if (quoteCurrency === 'USDT' || quoteCurrency === 'USD') return noUsdtConversion
      const via = usdtConvertersByCurrency[quoteCurrency]
      const found = via && quote(via.symbol)
      return found && { rate: found.mid, by: via.by }
    },
  }
}
