import type { MarketWithPrice, MarketPrice } from '#contract/calls/market.ts'
import { asInstant } from '#contract/time.ts'
import { divide, truncate } from '#rules/decimal.ts'
import { findOptionMarket } from '#rules/option/optionChain.ts'
import { secondContractSymbols } from '#rules/second/secondOdds.ts'
import { isSwapMarket } from '#rules/swap.ts'
import type { Clock } from '../core/clock.ts'
import type { BarAggregator } from './candles/bars.ts'
import { createCandleReader } from './candles/candleReader.ts'
import { type Rolling24hStats, retainedHourlyBarCount, shortDayStart } from './candles/rolling24h.ts'
import type { DelistingTimeLookup } from './delistings.ts'
import type { Feed } from './feeds/feed.ts'
import type { GeneratedHistory } from './candles/history.ts'
import type { MarketDataView, PriceChangeDistribution, SymbolSpec } from './market.ts'
import type { InMemoryNewestPrices } from './record/newestPrices.ts'
import { barOpenSecond, barPeriodSeconds } from './candles/periods.ts'
import { isOpenAt } from '#rules/sim/openHours.ts'
import { formatScaledPrice, fromScaledPrice } from '#rules/scaled.ts'
import type { MarketStore } from './record/store.ts'

export interface MarketDataViewParts {
  specs: readonly SymbolSpec[]
  specAt(spec: SymbolSpec, atMs: number): SymbolSpec
  delistedAt: DelistingTimeLookup
  clock: Clock
  feed: Feed
  newest: InMemoryNewestPrices
  bars: BarAggregator
  day24: Rolling24hStats
  store: MarketStore
  history(symbol: string): GeneratedHistory | undefined
}

const rateScale = 8
/** Lower edges in percent; the first and last bucket have no outer edge. */
const edges = [-100, -7, -5, -3, 0, 3, 5, 7, 100]

export function createMarketDataView(parts: MarketDataViewParts): MarketDataView {
  const { specs, specAt, delistedAt, clock, feed, newest, bars, day24, store, history } = parts
  const bySymbol = new Map(specs.map((spec) => [spec.symbol, spec]))

  const price = (symbol: string): MarketPrice | undefined => {
    const spec = bySymbol.get(symbol)
    return spec && marketPriceOf(spec, parts)
  }
  const priceOf = (spec: SymbolSpec): MarketPrice => price(spec.symbol)!

  /** Those that are traded, or will be again when their session begins. */
  const listed = () => specs.filter(({ symbol }) => clock.now() < (delistedAt(symbol) ?? Number.POSITIVE_INFINITY))

  const { candles, candleOf } = createCandleReader({ bySymbol, bars, store, history })

  return {
    price,
    symbols: () =>
      specs.map((spec, number) =>
        endingAt(symbolOf(specAt(spec, clock.now()), number, priceOf(spec), feed, clock), delistedAt(spec.symbol), clock.now()),
      ),
    tickers: () =>
      listed().map((spec) => {
        const { symbol, currentPrice, rise, riseRate, high, low, since24, feedMode, ts } = priceOf(spec)
        const spark = day24
          .spark(symbol, bars.current(symbol, '1h'), hoursAgo(spec.category, newest.price(spec.symbol)?.sec ?? 0))
          .map((close) => formatScaledPrice(close, spec.priceScale))
        const sinceField = since24 === undefined ? {} : { since24 }
        return {
          symbol,
          category: spec.category,
          currentPrice,
          rise,
          riseRate,
          high,
          low,
          ...sinceField,
          amount: null,
          feedMode,
          spark,
          ts,
        }
      }),
    distribution: (category) =>
      distribute(
        listed()
          .filter((spec) => category === undefined || spec.category === category)
          .flatMap((spec) => priceOf(spec).riseRate ?? []),
      ),
    bar: (symbol, period) => {
      const current = bars.current(symbol, period)
      return current && candleOf(symbol)(current)
    },
    candles,
  }
}

/** The price of a market with the last 24 h that end at it. */
function marketPriceOf(
  { symbol, priceScale }: SymbolSpec,
  { newest, feed, bars, day24 }: Pick<MarketDataViewParts, 'newest' | 'feed' | 'bars' | 'day24'>,
): MarketPrice {
  const held = newest.price(symbol)
  const quote = newest.quote(symbol)
  if (!held || !quote) return noPrice(symbol, feed)
  const day = day24.of(symbol, held.sec, bars.current(symbol, '5m'))
  const show = (value: bigint) => formatScaledPrice(value, priceScale)
  const rise = day && held.price - day.open
  const sinceSec = day && shortDayStart(day, held.sec)
  return {
    symbol,
    currentPrice: show(held.price),
    markPrice: quote.mid,
    bid: quote.bid,
    ask: quote.ask,
    rise: rise === undefined ? null : show(rise),
    riseRate: rise === undefined || !day ? null : truncate(divide(fromScaledPrice(rise), fromScaledPrice(day.open)), rateScale),
    high: day ? show(day.high) : null,
    low: day ? show(day.low) : null,
    open24: day ? show(day.open) : null,
    ...(sinceSec !== undefined && { since24: asInstant(sinceSec * 1000) }),
    feedMode: feed.modeOf(symbol),
    stale: quote.stale,
    ts: asInstant(held.atMs),
  }
}

/** When the first of the 24 open hours of a market that end at this second began: what is older, after a time without prices, is no sparkline. */
function hoursAgo(category: SymbolSpec['category'], sec: number): number {
  const hour = barPeriodSeconds['1h']
  let openSec = barOpenSecond('1h', sec)
  for (let open = isOpenAt(category, openSec) ? 1 : 0; open < retainedHourlyBarCount; ) {
    openSec -= hour
    if (isOpenAt(category, openSec)) open++
  }
  return openSec
}

const noPrice = (symbol: string, feed: Feed): MarketPrice => ({
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

function symbolOf(spec: SymbolSpec, number: number, price: MarketPrice, feed: Feed, clock: Clock): MarketWithPrice {
  const { ref: _ref, sigmaYear: _sigma, derived: _derived, ...publicSpec } = spec
  return {
    ...publicSpec,
    ...price,
    id: String(number + 1),
    sources: [...feed.sourcesOf(spec.symbol)],
    amount: null,
    tradable: tradableBy(spec, price),
    session: sessionOf(feed, spec.symbol, clock.now()),
  }
}

const notTradable: MarketWithPrice['tradable'] = { spot: false, contract: false, option: false, second: false, flash: false }

/** A market with the end of its trading. Once that is past nothing can be done on it; its chart and what it prices stay. */
function endingAt(symbol: MarketWithPrice, endsAt: ReturnType<DelistingTimeLookup>, nowMs: number): MarketWithPrice {
  if (endsAt === undefined) return symbol
  const isOver = nowMs >= endsAt
  return { ...symbol, tradingEndsAt: endsAt, ...(isOver && { tradable: notTradable, session: { open: false } }) }
}

function tradableBy(spec: SymbolSpec, { feedMode }: MarketPrice): MarketWithPrice['tradable'] {
  const isFed = feedMode !== 'CLOSED'
  return {
    spot: isFed && spec.category === 'crypto',
    contract: isFed,
    option: isFed && findOptionMarket(spec.symbol) !== undefined,
    second: isFed && secondContractSymbols.includes(spec.symbol),
    flash: isFed && isSwapMarket(spec),
  }
}

function sessionOf(feed: Feed, symbol: string, nowMs: number): MarketWithPrice['session'] {
  const reason = feed.closedBecause?.(symbol, nowMs)
  return reason ? { open: false, reason } : feed.session(symbol, nowMs)
}

function distribute(riseRates: readonly string[]): PriceChangeDistribution {
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
