import { toScaledPrice } from '#rules/scaled.ts'
import { isOpenAt } from '#rules/sim/openHours.ts'
import type { Clock } from '../../core/clock.ts'
import type { ExchangeDepthServiceOptions } from '../depth.ts'
import {
  maxSourceDeviationBps,
  hasSourceQuorum,
  computeMedianIndexPrice,
  minListedPriceSources,
  type PriceObservation,
} from '../funding/medianIndex.ts'
import type { SymbolSpec } from '../market.ts'
import { createExchangePriceConnection, type ExchangePriceAdapter } from '../sources/source.ts'

interface LiveIndexOptions {
  bySymbol: ReadonlyMap<string, SymbolSpec>
  exchanges: readonly ExchangePriceAdapter[]
  clock: Clock
  report(message: string): void
  timing: ExchangeDepthServiceOptions['timing']
}

/** What the exchanges say: the newest price of each for each symbol, and their median while enough of them are fresh. */
export function createLivePriceIndex({ bySymbol, exchanges, clock, report, timing }: LiveIndexOptions) {
  const listing = new Map(
    [...bySymbol.keys()].map((symbol) => [symbol, exchanges.filter(({ products }) => symbol in products).map(({ name }) => name)]),
  )
  const hasSource = (symbol: string): boolean => (listing.get(symbol)?.length ?? 0) >= minListedPriceSources
  const newest = new Map<string, Map<string, PriceObservation>>()
  const quarantined = new Map<string, string>()

  const sources = exchanges.map((dialect) =>
    createExchangePriceConnection(dialect, {
      ...timing,
      onPrice: ({ symbol, raw, price }) => {
        const observations = newest.get(symbol) ?? new Map<string, PriceObservation>()
        newest.set(symbol, observations.set(dialect.name, { source: dialect.name, raw, price: toScaledPrice(price), atMs: clock.now() }))
      },
      onLost: (why) => report(`price source ${dialect.name} lost: ${why}`),
    }),
  )

  const tellQuarantine = (symbol: string, names: readonly string[]) => {
    const now = names.join(',')
    if ((quarantined.get(symbol) ?? '') !== now && now) report(`${symbol}: out of band, quarantined: ${now}`)
    quarantined.set(symbol, now)
  }

  const observe = (sec: number, nowMs: number) => {
    const prices = new Map<string, bigint>()
    const raw: string[] = []
    for (const [symbol, observations] of newest) {
      const spec = bySymbol.get(symbol)
      if (!spec || !hasSource(symbol)) continue
      const index = isOpenAt(spec.category, sec)
        ? computeMedianIndexPrice([...observations.values()], maxSourceDeviationBps(spec), nowMs)
        : undefined
      tellQuarantine(symbol, index?.quarantined ?? [])
      if (!index) continue
      prices.set(symbol, index.price)
      raw.push(
        `${symbol}|${index.observations.length}|${index.observations.map((observation) => `${observation.source}=${observation.raw}`).join(',')}`,
      )
    }
    return { prices, raw: raw.join(';') }
  }

  return {
    hasSource,
    sourcesOf: (symbol: string): readonly string[] => listing.get(symbol) ?? [],
    isFresh: (symbol: string, nowMs: number): boolean => hasSourceQuorum(newest.get(symbol)?.values() ?? [], nowMs),
    /** The index of every open symbol, and what it was made of. */
    observe,
    start: () => sources.forEach((source) => source.start()),
    stop: () => sources.forEach((source) => source.stop()),
  }
}
