import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { MarketWithPrice, MarketPrice } from '#contract/calls/market.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import type { MarketDataService, SymbolSpec } from '#market/market.ts'
import type { Clock } from '#server/core/clock.ts'

/** A market of any width whose prices move by hand; its records are not kept, everything that shows it is the real thing. */
export interface WideMarket extends MarketDataService {
  /** Every third symbol gets another price; all are told of, as the real market does. */
  tick(): void
}

const changedEach = 3

export function wideMarket(count: number, clock: Clock): WideMarket {
  const specs = Array.from({ length: count }, (_, number) => specOf(number))
  const bySymbol = new Map(specs.map((spec) => [spec.symbol, spec]))
  const cents = new Map(specs.map(({ symbol }, number) => [symbol, 100_000 + number * 7]))
  const listeners = new Set<(symbols: ReadonlySet<string>) => void>()
  const all = new Set(bySymbol.keys())
  let turn = 0

  const price = (symbol: string): MarketPrice | undefined => (bySymbol.has(symbol) ? priceOf(symbol, cents.get(symbol)!, clock) : undefined)
  return {
    feed: 'wide',
    specs,
    spec: (symbol) => bySymbol.get(symbol),
    quote: () => undefined,
    conversion: () => undefined,
    isOpen: () => true,
    onRecord: () => () => {},
    onBeat: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    board: {
      price,
      symbols: () => specs.map((spec, number) => listed(spec, number, price(spec.symbol)!)),
      tickers: () =>
        specs.map(({ symbol, category }, number) => {
          const { currentPrice, rise, riseRate, high, low, feedMode, ts } = price(symbol)!
          return { symbol, category, currentPrice, rise, riseRate, high, low, amount: null, feedMode, spark: sparkOf(number), ts }
        }),
      distribution: () => ({ up: 0, down: 0, flat: count, buckets: [] }),
      bar: () => undefined,
      candles: async () => [],
    },
    tick: () => {
      turn++
      for (let number = turn % changedEach; number < count; number += changedEach) {
        const { symbol } = specs[number]!
        cents.set(symbol, cents.get(symbol)! + (turn % 2 === 0 ? 13 : -11))
      }
      for (const listener of listeners) listener(all)
    },
  }
}

/** The seed's first markets over and over, under other names. */
function specOf(number: number): SymbolSpec {
  const like = symbolSeeds[number % 8]!
  const base = `C${number}`
  return {
    ...like,
    symbol: `${base}USDT`,
    base,
    quote: 'USDT',
    name: `Coin ${number}`,
    hot: number + 1,
    category: 'crypto',
    priceScale: 2,
    tick: asDecimal('0.01'),
  }
}

const decimalOf = (hundredths: number): Decimal => asDecimal((hundredths / 100).toFixed(2))

function priceOf(symbol: string, now: number, clock: Clock): MarketPrice {
  const shown = decimalOf(now)
  const rise = decimalOf(now - 100_000)
  const riseRate = asDecimal(((now - 100_000) / 100_000).toFixed(8))
  const fields = {
    currentPrice: shown,
    markPrice: shown,
    bid: decimalOf(now - 1),
    ask: decimalOf(now + 1),
    rise,
    riseRate,
    high: shown,
    low: shown,
    open24: decimalOf(100_000),
  }
  return { symbol, ...fields, feedMode: 'SIM', stale: false, ts: asInstant(clock.now()) }
}

function listed(spec: SymbolSpec, number: number, price: MarketPrice): MarketWithPrice {
  const { ref: _ref, sigmaYear: _sigma, derived: _derived, ...shown } = spec
  return {
    ...shown,
    ...price,
    id: String(number + 1),
    sources: [],
    amount: null,
    tradable: { spot: true, contract: true, option: false, second: false, flash: false },
    session: { open: true },
  }
}

const sparkOf = (number: number): Decimal[] =>
  Array.from({ length: 24 }, (_, hour) => decimalOf(100_000 + ((number * 31 + hour * 17) % 400)))
