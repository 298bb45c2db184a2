import type { Database } from '#db/database.ts'
import type { Clock } from '../core/clock.ts'
import { type BarAggregator, createBarAggregator } from './candles/bars.ts'
import { createRolling24hStats, type Rolling24hStats } from './candles/rolling24h.ts'
import type { Feed } from './feeds/feed.ts'
import { createGeneratedHistoryLookup } from './candles/histories.ts'
import type { GeneratedHistory } from './candles/history.ts'
import type { SymbolSpec } from './market.ts'
import { createInMemoryNewestPrices, type InMemoryNewestPrices } from './record/newestPrices.ts'
import { type MarketStore, createMarketStore } from './record/store.ts'

/** The first second ever recorded, the last one that is in the candles, and the last one that all listeners heard. */
interface Mark {
  genesisSec: number
  foldedSec: number
  heardSec: number
}

interface MarketStateParts {
  specs: readonly SymbolSpec[]
  specAt(spec: SymbolSpec, atMs: number): SymbolSpec
  clock: Clock
  feed: Feed
  /** Holds the price record and the candles. */
  db: Database
}

/** Behind its second a record is read as fresh this long; later it is as old as it is. */
const freshMs = 1_000

/** What a server holds of the market in memory, whether it records or follows: the newest prices, the candles being made, the last 24 h. */
export class InMemoryMarketState {
  readonly specs: readonly SymbolSpec[]
  readonly bySymbol: ReadonlyMap<string, SymbolSpec>
  readonly clock: Clock
  readonly feed: Feed
  readonly isReplay: boolean
  readonly store: MarketStore
  readonly newest: InMemoryNewestPrices
  readonly bars: BarAggregator
  readonly day24: Rolling24hStats = createRolling24hStats()
  readonly history: (symbol: string) => GeneratedHistory | undefined
  readonly mark: Mark = { genesisSec: 0, foldedSec: 0, heardSec: 0 }

  constructor({ specs, specAt, clock, feed, db }: MarketStateParts) {
    this.specs = specs
    this.bySymbol = new Map(specs.map((spec) => [spec.symbol, spec]))
    this.clock = clock
    this.feed = feed
    this.isReplay = feed.name.startsWith('replay:')
    this.store = createMarketStore(
      db,
      feed.name,
      specs.map(({ symbol }) => symbol),
    )
    this.newest = createInMemoryNewestPrices(this.bySymbol, clock, specAt)
    const { mark, day24 } = this
    this.history = createGeneratedHistoryLookup(this.bySymbol, () =>
      feed.generatesHistory && mark.genesisSec > 0 ? mark.genesisSec : undefined,
    )
    this.bars = createBarAggregator({
      begunBefore: (symbol, period, openSec) => (openSec < mark.genesisSec ? this.history(symbol)?.bar(period, openSec) : undefined),
      onClose: ({ symbol, period, bar }) => {
        if (period === '5m' || period === '1h') day24.add(period, symbol, bar)
      },
    })
  }

  /** Takes a second's prices into the candles. */
  fold(sec: number, prices: ReadonlyMap<string, bigint>): void {
    this.bars.fold(
      sec,
      [...prices].map(([symbol, price]) => [symbol, price, this.feed.modeOf(symbol)] as const),
    )
    this.mark.foldedSec = Math.max(this.mark.foldedSec, sec)
  }

  /** Makes a record's prices the newest ones. */
  setNewest(sec: number, prices: ReadonlyMap<string, bigint>): void {
    const atMs = this.#freshAtMs(sec)
    for (const [symbol, price] of prices) this.newest.set(symbol, price, this.feed.modeOf(symbol), sec, atMs)
  }

  /** As of when a second's prices are fresh, the same on the server that records and on those that follow. A replay's seconds are of another time. */
  #freshAtMs(sec: number): number {
    const nowMs = this.clock.now()
    return this.isReplay ? nowMs : Math.min(nowMs, sec * 1000 + freshMs)
  }
}
