import type { Clock } from '#server/clock.ts'
import { addCrosses } from '../crosses.ts'
import { createDepths, type DepthOptions } from '../depth.ts'
import type { SymbolSpec } from '../market.ts'
import { bandBps, isHeard, leastConfigured, medianIndex, type Observation } from '../medianIndex.ts'
import { toScaled } from '../scaled.ts'
import { isOpenAt, sessionAt } from '../sessions.ts'
import type { DeepDialect } from '../sources/deep.ts'
import type { FundingDialect } from '../sources/fundingSources.ts'
import { connectSource, type Dialect } from '../sources/source.ts'
import type { Feed, Second } from './feed.ts'
import { liveFunding } from './liveFunding.ts'

export interface LiveOptions {
  specs: readonly SymbolSpec[]
  exchanges: readonly Dialect[]
  /** Those whose books are shown; none without. */
  deepExchanges?: readonly DeepDialect[]
  /** Those whose funding rates are charged; none without. */
  fundingSources?: readonly FundingDialect[]
  clock: Clock
  /** Addresses by exchange name, instead of the public ones. */
  urls?: Record<string, string>
  report(message: string): void
  timing?: DepthOptions['timing']
}

/**
 * The index of named public exchanges. A symbol that fewer than three of them list is CLOSED, and so is every market that no exchange
 * here lists (gold, forex); one of which fewer than two are fresh has no record. Nothing here ever falls back to the simulator.
 */
export function liveFeed({
  specs,
  exchanges,
  deepExchanges = [],
  fundingSources = [],
  clock,
  urls = {},
  report,
  timing,
}: LiveOptions): Feed {
  const used = exchanges.map((dialect) => ({ ...dialect, url: urls[dialect.name] ?? dialect.url }))
  const bySymbol = new Map(specs.map((spec) => [spec.symbol, spec]))
  const listing = new Map(specs.map(({ symbol }) => [symbol, used.filter(({ products }) => symbol in products).map(({ name }) => name)]))
  const hasSource = (symbol: string): boolean => (listing.get(symbol)?.length ?? 0) >= leastConfigured
  const newest = new Map<string, Map<string, Observation>>()
  const quarantined = new Map<string, string>()
  let at = 0

  const sources = used.map((dialect) =>
    connectSource(dialect, {
      ...timing,
      onPrice: ({ symbol, raw, price }) => {
        const heard = newest.get(symbol) ?? new Map<string, Observation>()
        newest.set(symbol, heard.set(dialect.name, { source: dialect.name, raw, price: toScaled(price), atMs: clock.now() }))
      },
      onLost: (why) => report(`price source ${dialect.name} lost: ${why}`),
    }),
  )

  const depths = createDepths({
    exchanges: deepExchanges.map((dialect) => ({ ...dialect, url: urls[dialect.name] ?? dialect.url })),
    clock,
    report,
    ...(timing && { timing }),
  })

  const funding = liveFunding({
    sources: fundingSources.map((dialect) => ({ ...dialect, url: urls[dialect.name] ?? dialect.url })),
    clock,
    report,
    timing,
  })

  const tellQuarantine = (symbol: string, names: readonly string[]) => {
    const now = names.join(',')
    if ((quarantined.get(symbol) ?? '') !== now && now) report(`${symbol}: out of band, quarantined: ${now}`)
    quarantined.set(symbol, now)
  }

  const observe = (sec: number, nowMs: number): Second => {
    const prices = new Map<string, bigint>()
    const raw: string[] = []
    for (const [symbol, heard] of newest) {
      const spec = bySymbol.get(symbol)
      if (!spec || !hasSource(symbol)) continue
      const index = isOpenAt(spec.category, sec) ? medianIndex([...heard.values()], bandBps(spec), nowMs) : undefined
      tellQuarantine(symbol, index?.quarantined ?? [])
      if (!index) continue
      prices.set(symbol, index.price)
      raw.push(`${symbol}|${index.heard.length}|${index.heard.map((one) => `${one.source}=${one.raw}`).join(',')}`)
    }
    addCrosses(specs, prices)
    return { sec, prices, raw: raw.join(';'), missed: false }
  }

  const crossed = (symbol: string) => bySymbol.get(symbol)?.derived
  const isCrossable = (symbol: string): boolean => {
    const cross = crossed(symbol)
    return cross !== undefined && hasSource(cross.a) && hasSource(cross.b)
  }
  const isFresh = (symbol: string, nowMs: number): boolean => isHeard(newest.get(symbol)?.values() ?? [], nowMs)
  return {
    name: 'live',
    everyMs: 1000,
    generatesHistory: false,
    modeOf: (symbol) => (hasSource(symbol) ? 'LIVE' : isCrossable(symbol) ? 'DERIVED' : 'CLOSED'),
    sourcesOf: (symbol) => (isCrossable(symbol) ? [crossed(symbol)!.a, crossed(symbol)!.b] : (listing.get(symbol) ?? [])),
    session: (symbol, atMs) =>
      hasSource(symbol) || isCrossable(symbol) ? sessionAt(bySymbol.get(symbol)!.category, atMs) : { open: false },
    closedBecause: (symbol, nowMs) => {
      const cross = crossed(symbol)
      const sides = cross ? [cross.a, cross.b] : [symbol]
      if (!sides.every(hasSource)) return 'sources'
      const isTrading = isOpenAt(bySymbol.get(symbol)!.category, Math.floor(nowMs / 1000))
      return isTrading && !sides.every((side) => isFresh(side, nowMs)) ? 'silent' : undefined
    },
    funding: funding.at,
    resume: (last) => {
      at = last?.sec ?? 0
    },
    due: (nowMs) => {
      const sec = Math.floor(nowMs / 1000)
      if (sec <= at) return []
      at = sec
      return [observe(sec, nowMs)]
    },
    depths,
    start: () => {
      sources.forEach((source) => source.start())
      funding.start()
    },
    stop: () => {
      funding.stop()
      sources.forEach((source) => source.stop())
      depths.stop()
    },
  }
}
