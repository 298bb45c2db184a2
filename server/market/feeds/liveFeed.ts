import type { Clock } from '../../core/clock.ts'
import { addCrossPrices } from '../crosses.ts'
import { createExchangeDepthService, type ExchangeDepthServiceOptions } from '../depth.ts'
import type { SymbolSpec } from '../market.ts'
import { isOpenAt } from '#rules/sim/openHours.ts'
import { marketSessionStateAt } from '../sessions.ts'
import type { ExchangeDepthAdapter } from '../sources/depthExchanges.ts'
import type { FundingRateAdapter } from '../sources/fundingSources.ts'
import type { ExchangePriceAdapter } from '../sources/source.ts'
import type { Feed } from './feed.ts'
import { createLiveFundingRateTracker } from './liveFunding.ts'
import { createLivePriceIndex } from './liveIndex.ts'

export interface LiveFeedOptions {
  specs: readonly SymbolSpec[]
  exchanges: readonly ExchangePriceAdapter[]
  /** Those whose books are shown; none without. */
  deepExchanges?: readonly ExchangeDepthAdapter[]
  /** Those whose funding rates are charged; none without. */
  fundingSources?: readonly FundingRateAdapter[]
  clock: Clock
  /** Addresses by exchange name, instead of the public ones. */
  urls?: Record<string, string>
  report(message: string): void
  timing?: ExchangeDepthServiceOptions['timing']
}

/**
 * The index of named public exchanges. A symbol that fewer than three of them list is CLOSED (gold, forex), unless it is a cross of two that
 * are listed; one of which fewer than two are fresh and near the median has no record. Nothing here ever falls back to the simulator.
 */
export function createLiveFeed({
  specs,
  exchanges,
  deepExchanges = [],
  fundingSources = [],
  clock,
  urls = {},
  report,
  timing,
}: LiveFeedOptions): Feed {
  const used = exchanges.map((dialect) => ({ ...dialect, url: urls[dialect.name] ?? dialect.url }))
  const bySymbol = new Map(specs.map((spec) => [spec.symbol, spec]))
  const index = createLivePriceIndex({ bySymbol, exchanges: used, clock, report, timing })
  let at = 0

  const depths = createExchangeDepthService({
    exchanges: deepExchanges.map((dialect) => ({ ...dialect, url: urls[dialect.name] ?? dialect.url })),
    clock,
    report,
    ...(timing && { timing }),
  })

  const funding = createLiveFundingRateTracker({
    sources: fundingSources.map((dialect) => ({ ...dialect, url: urls[dialect.name] ?? dialect.url })),
    clock,
    report,
    timing,
  })

  return {
    name: 'live',
    everyMs: 1000,
    generatesHistory: false,
    ...marketsOnLive(bySymbol, index),
    funding: funding.at,
    resume: (last) => {
      at = last?.sec ?? 0
    },
    due: (nowMs) => {
      const sec = Math.floor(nowMs / 1000)
      if (sec <= at) return []
      at = sec
      const { prices, raw } = index.observe(sec, nowMs)
      addCrossPrices(specs, prices)
      return [{ sec, prices, raw, missed: false }]
    },
    depths,
    start: () => {
      index.start()
      funding.start()
    },
    stop: () => {
      funding.stop()
      index.stop()
      depths.stop()
    },
  }
}

/** What each market is on live prices, and when it is open: one that exchanges list, one that is made of two such, or a closed one. */
function marketsOnLive(
  bySymbol: ReadonlyMap<string, SymbolSpec>,
  { hasSource, sourcesOf, isFresh }: Pick<ReturnType<typeof createLivePriceIndex>, 'hasSource' | 'sourcesOf' | 'isFresh'>,
): Pick<Feed, 'modeOf' | 'sourcesOf' | 'session' | 'closedBecause'> {
  const crossed = (symbol: string) => bySymbol.get(symbol)?.derived
  const isCrossable = (symbol: string): boolean => {
    const cross = crossed(symbol)
    return cross !== undefined && hasSource(cross.a) && hasSource(cross.b)
  }
  return {
    modeOf: (symbol) => (hasSource(symbol) ? 'LIVE' : isCrossable(symbol) ? 'DERIVED' : 'CLOSED'),
    sourcesOf: (symbol) => (isCrossable(symbol) ? [crossed(symbol)!.a, crossed(symbol)!.b] : sourcesOf(symbol)),
    session: (symbol, atMs) =>
      hasSource(symbol) || isCrossable(symbol) ? marketSessionStateAt(bySymbol.get(symbol)!.category, atMs) : { open: false },
    closedBecause: (symbol, nowMs) => {
      const cross = crossed(symbol)
      const sides = cross ? [cross.a, cross.b] : [symbol]
      if (!sides.every(hasSource)) return 'sources'
      const isTrading = isOpenAt(bySymbol.get(symbol)!.category, Math.floor(nowMs / 1000))
      return isTrading && !sides.every((side) => isFresh(side, nowMs)) ? 'silent' : undefined
    },
  }
}
