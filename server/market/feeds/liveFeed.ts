import type { Clock } from '#server/clock.ts'
import { addCrosses } from '../crosses.ts'
import { createDepths, type DepthOptions } from '../depth.ts'
import type { SymbolSpec } from '../market.ts'
import { bandBps, medianIndex, type Observation } from '../medianIndex.ts'
import { toScaled } from '../scaled.ts'
import { isOpenAt, sessionAt } from '../sessions.ts'
import type { DeepDialect } from '../sources/deep.ts'
import { connectSource, type Dialect } from '../sources/source.ts'
import type { Feed, Second } from './feed.ts'

export interface LiveOptions {
  specs: readonly SymbolSpec[]
  exchanges: readonly Dialect[]
  /** Those whose books are shown; none without. */
  deepExchanges?: readonly DeepDialect[]
  clock: Clock
  /** Addresses by exchange name, instead of the public ones. */
  urls?: Record<string, string>
  report(message: string): void
  timing?: DepthOptions['timing']
}

/**
 * The index of named public exchanges (product §3.3). A symbol that fewer than two of them list has no source: it has no
 * record and is CLOSED. Nothing here ever falls back to the simulator.
 */
export function liveFeed({ specs, exchanges, deepExchanges = [], clock, urls = {}, report, timing }: LiveOptions): Feed {
  const used = exchanges.map((dialect) => ({ ...dialect, url: urls[dialect.name] ?? dialect.url }))
  const bySymbol = new Map(specs.map((spec) => [spec.symbol, spec]))
  const listing = new Map(specs.map(({ symbol }) => [symbol, used.filter(({ products }) => symbol in products).map(({ name }) => name)]))
  const hasSource = (symbol: string): boolean => (listing.get(symbol)?.length ?? 0) >= 2
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

  const tellQuarantine = (symbol: string, names: readonly string[]) => {
    const now = names.join(',')
    if ((quarantined.get(symbol) ?? '') !== now && now) report(`${symbol}: out of band, quarantined: ${now}`)
    quarantined.set(symbol, now)
  }

  const observe = (sec: number, nowMs: number): Second => {
    const prices = new Map<string, bigint>()
    const raw: string[] = []
    for (const [symbol, heard] of newest) {
      const spec = bySymbol.get(symbol)!
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
  return {
    name: 'live',
    everyMs: 1000,
    generatesHistory: false,
    modeOf: (symbol) => (hasSource(symbol) ? 'LIVE' : isCrossable(symbol) ? 'DERIVED' : 'CLOSED'),
    sourcesOf: (symbol) => (isCrossable(symbol) ? [crossed(symbol)!.a, crossed(symbol)!.b] : (listing.get(symbol) ?? [])),
    session: (symbol, atMs) =>
      hasSource(symbol) || isCrossable(symbol) ? sessionAt(bySymbol.get(symbol)!.category, atMs) : { open: false },
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
    start: () => sources.forEach((source) => source.start()),
    stop: () => {
      sources.forEach((source) => source.stop())
      depths.stop()
    },
  }
}
