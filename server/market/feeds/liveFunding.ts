import type { Clock } from '../../core/clock.ts'
import { type FundingRateObservation, medianFundingRate } from '../funding/medianFunding.ts'
import type { FundingRateAdapter, FundingRateUpdate } from '../sources/fundingSources.ts'
import { createExchangeConnection, type ExchangeConnectionTiming } from '../sources/connection.ts'

export interface LiveFundingRateTracker {
  /** The sources' median for the charge of this market at that moment, with what each said; undefined while there is none. */
  at(symbol: string, dueSec: number): ReturnType<typeof medianFundingRate>
  start(): void
  stop(): void
}

interface LiveFundingOptions {
  sources: readonly FundingRateAdapter[]
  clock: Clock
  report(message: string): void
  timing?: ExchangeConnectionTiming | undefined
}

const maxMessageBytes = 1024 * 1024
/** A source that sends a rate every 90 s may be silent for longer than one of prices. */
const silentMs = 120_000
/** How many charges that are over stay known, for a record that comes late. */
const keptCharges = 2

/** The funding rates that named exchanges announce, by market and moment. The newest of each source counts until the moment of the charge. */
export function createLiveFundingRateTracker({ sources, clock, report, timing }: LiveFundingOptions): LiveFundingRateTracker {
  /** By market and moment, by source. */
  const observed = new Map<string, Map<number, Map<string, FundingRateObservation>>>()

  const observe = (symbol: string, source: string, raw: string, dueMs: number): void => {
    const atMs = clock.now()
    // A charge that is over is not changed any more.
    if (dueMs <= atMs) return
    const charges = observed.get(symbol) ?? new Map<number, Map<string, FundingRateObservation>>()
    const bySource = charges.get(dueMs) ?? new Map<string, FundingRateObservation>()
    observed.set(symbol, charges.set(dueMs, bySource.set(source, { source, raw, atMs })))
    const over = [...charges.keys()].filter((moment) => moment <= atMs).toSorted((a, b) => b - a)
    for (const moment of over.slice(keptCharges)) charges.delete(moment)
  }

  const lines = sources.map((dialect) => {
    const symbolOf = new Map(Object.entries(dialect.products).map(([symbol, product]) => [product, symbol]))
    const products = [...symbolOf.keys()]
    /** What each product's last updates amount to, on this connection. */
    const standing = new Map<string, FundingRateUpdate>()
    const take = (update: FundingRateUpdate): boolean => {
      const symbol = symbolOf.get(update.product)
      if (symbol === undefined) return false
      const now = { ...standing.get(update.product), ...update }
      standing.set(update.product, now)
      if (now.raw !== undefined && now.dueMs !== undefined) observe(symbol, dialect.name, now.raw, now.dueMs)
      return true
    }
    const line = createExchangeConnection({
      silentMs,
      ...timing,
      mostMessageBytes: maxMessageBytes,
      ping: dialect.ping,
      address: () => dialect.address?.(dialect.url, products) ?? dialect.url,
      onOpen: () => {
        standing.clear()
        for (const text of dialect.asks(products)) line.send(text)
      },
      onMessage: (text) => dialect.read(text).filter(take).length > 0,
      onLost: (why) => report(`funding source ${dialect.name} lost: ${why}`),
    })
    return line
  })

  return {
    at: (symbol, dueSec) => {
      const bySource = observed.get(symbol)?.get(dueSec * 1000)
      return bySource && medianFundingRate([...bySource.values()], Math.min(dueSec * 1000, clock.now()))
    },
    start: () => lines.forEach((line) => line.start()),
    stop: () => lines.forEach((line) => line.stop()),
  }
}
