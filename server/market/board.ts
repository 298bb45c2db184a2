import type { Candle, MarketSymbol, Period, Price } from '#contract/calls/market.ts'
import { asInstant } from '#contract/time.ts'
import { divide, truncate } from '#rules/decimal.ts'
import type { Clock } from '#server/clock.ts'
import type { Bar } from './bar.ts'
import type { Bars } from './bars.ts'
import type { Day24 } from './day24.ts'
import type { Feed } from './feeds/feed.ts'
import type { History } from './history.ts'
import type { Board, Distribution, SymbolSpec } from './market.ts'
import type { Newest } from './newest.ts'
import { fixed, fromScaled } from './scaled.ts'
import type { MarketStore } from './store.ts'

export interface BoardParts {
  specs: readonly SymbolSpec[]
  clock: Clock
  feed: Feed
  newest: Newest
  bars: Bars
  day24: Day24
  store: MarketStore
  history(symbol: string): History | undefined
}

const rateScale = 8
/** Lower edges in percent; the first and last bucket have no outer edge (product call 82). */
const edges = [-100, -7, -5, -3, 0, 3, 5, 7, 100]

export function createBoard({ specs, clock, feed, newest, bars, day24, store, history }: BoardParts): Board {
  const bySymbol = new Map(specs.map((spec) => [spec.symbol, spec]))

  const price = (symbol: string): Price | undefined => {
    const spec = bySymbol.get(symbol)
    if (!spec) return undefined
    const held = newest.price(symbol)
    const quote = newest.quote(symbol)
    if (!held || !quote) return noPrice(symbol, feed)
    const day = day24.of(symbol, held.sec, bars.current(symbol, '5m'))
    const show = (value: bigint) => fixed(value, spec.priceScale)
    const rise = day && held.price - day.open
    return {
      symbol,
      currentPrice: show(held.price),
      markPrice: quote.mid,
      bid: quote.bid,
      ask: quote.ask,
      rise: rise === undefined ? null : show(rise),
      riseRate: rise === undefined || !day ? null : truncate(divide(fromScaled(rise), fromScaled(day.open)), rateScale),
      high: day ? show(day.high) : null,
      low: day ? show(day.low) : null,
      open24: day ? show(day.open) : null,
      feedMode: feed.modeOf(symbol),
      stale: quote.stale,
      ts: asInstant(held.atMs),
    }
  }
  const priceOf = (spec: SymbolSpec): Price => price(spec.symbol)!

  const candleOf = (symbol: string) => {
    const digits = bySymbol.get(symbol)!.priceScale
    return (bar: Bar): Candle => [
      asInstant(bar.openSec * 1000),
      fixed(bar.open, digits),
      fixed(bar.high, digits),
      fixed(bar.low, digits),
      fixed(bar.close, digits),
      null,
      bar.mode,
    ]
  }

  const candles = async (symbol: string, period: Period, limit: number, beforeMs?: number): Promise<Candle[]> => {
    const beforeSec = beforeMs === undefined ? 10 ** 12 : Math.ceil(beforeMs / 1000)
    // Memory is read before storage and again after it: a bar that is being stored meanwhile is then in one of the two.
    const inMemory = (): Bar[] => {
      const current = bars.current(symbol, period)
      return [...bars.unstored(symbol, period), ...(current ? [current] : [])]
    }
    const before = inMemory()
    const made = new Map((await store.bars(symbol, period, beforeSec, limit)).map((bar) => [bar.openSec, bar]))
    for (const bar of [...before, ...inMemory()]) if (bar.openSec < beforeSec) made.set(bar.openSec, bar)
    const known = [...made.values()].toSorted((a, b) => a.openSec - b.openSec).slice(-limit)
    const generated = known.length < limit ? history(symbol)?.bars(period, known[0]?.openSec ?? beforeSec, limit - known.length) : undefined
    return [...(generated ?? []), ...known].map(candleOf(symbol))
  }

  return {
    price,
    symbols: () => specs.map((spec, number) => symbolOf(spec, number, priceOf(spec), feed, clock)),
    tickers: () =>
      specs.map((spec) => {
        const { symbol, currentPrice, rise, riseRate, high, low, feedMode, ts } = priceOf(spec)
        const spark = day24.spark(symbol, bars.current(symbol, '1h')).map((close) => fixed(close, spec.priceScale))
        return { symbol, category: spec.category, currentPrice, rise, riseRate, high, low, amount: null, feedMode, spark, ts }
      }),
    distribution: (category) =>
      distribute(
        specs.filter((spec) => category === undefined || spec.category === category).flatMap((spec) => priceOf(spec).riseRate ?? []),
      ),
    bar: (symbol, period) => {
      const current = bars.current(symbol, period)
      return current && candleOf(symbol)(current)
    },
    candles,
  }
}

const noPrice = (symbol: string, feed: Feed): Price => ({
  symbol,
  currentPrice: null,
  markPrice: null,
  bid: null,
  ask: null,
  rise: null,
  riseRate: null,
  high: null,
  low: null,
  open24: null,
  feedMode: feed.modeOf(symbol),
  stale: true,
  ts: asInstant(0),
})

function symbolOf(spec: SymbolSpec, number: number, price: Price, feed: Feed, clock: Clock): MarketSymbol {
  const { ref: _ref, sigmaYear: _sigma, derived: _derived, ...shown } = spec
  return {
    ...shown,
    ...price,
    id: String(number + 1),
    sources: [...feed.sourcesOf(spec.symbol)],
    amount: null,
    tradable: { contract: price.feedMode !== 'CLOSED' },
    session: sessionOf(feed, spec.symbol, clock.now()),
  }
}

function sessionOf(feed: Feed, symbol: string, nowMs: number): MarketSymbol['session'] {
  const reason = feed.closedBecause?.(symbol, nowMs)
  return reason ? { open: false, reason } : feed.session(symbol, nowMs)
}

function distribute(riseRates: readonly string[]): Distribution {
  const percents = riseRates.map((rate) => Number(rate) * 100)
  const lastBucket = edges.length - 2
  const counts = Array.from({ length: lastBucket + 1 }, () => 0)
  for (const percent of percents) {
    let at = 0
    while (at < lastBucket && percent >= edges[at + 1]!) at++
    counts[at]!++
  }
  return {
    up: percents.filter((percent) => percent > 0).length,
    down: percents.filter((percent) => percent < 0).length,
    flat: percents.filter((percent) => percent === 0).length,
    buckets: counts.map((count, at) => ({ from: edges[at]!, to: edges[at + 1]!, count })),
  }
}
