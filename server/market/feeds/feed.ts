import type { Decimal } from '#contract/decimal.ts'
import type { UnscheduledMarketClosureReason, FeedMode } from '#contract/states.ts'
import type { ExchangeDepthService } from '../depth.ts'
import type { MarketSessionState } from '../sessions.ts'

/** What a feed saw in one second, in whole numbers of 1e-10. A symbol without a good observation is absent. */
export interface FeedTick {
  sec: number
  prices: ReadonlyMap<string, bigint>
  /** What each source said (LIVE only), for the record. */
  raw?: string
  /** The server slept through this second: it fills candles, but it is never a record and nobody may trade on it. */
  missed: boolean
}

/** Where prices come from. It is asked, it never calls: so a test can step it, and a slow second delays the next instead of overtaking it. */
export interface Feed {
  /** Under this name its records and candles are stored, apart from every other feed's. */
  readonly name: string
  /** How often it is worth asking, in ms. */
  readonly everyMs: number
  /** Whether bars before its first second may be generated (docs/rules/prices.md); only a simulated market's may. */
  readonly generatesHistory: boolean
  /** CLOSED for a symbol that this feed has no source for. */
  modeOf(symbol: string): FeedMode
  sourcesOf(symbol: string): readonly string[]
  session(symbol: string, atMs: number): MarketSessionState
  /** Why nothing can be traded on a market now whatever its hours; undefined where its prices come. */
  closedBecause?(symbol: string, nowMs: number): UnscheduledMarketClosureReason | undefined
  /** What the sources say of the funding of a market that is charged at this moment, and each source's own words; undefined while they say nothing. */
  funding?(symbol: string, dueSec: number): { rate: Decimal; sources: readonly string[] } | undefined
  /** Goes on after the last recorded second, or begins. Called once, before the first `due`. */
  resume(last: { sec: number; prices: ReadonlyMap<string, bigint> } | undefined, nowMs: number): void
  /** Every second up to now that was not given yet, oldest first, at most `maxFeedCatchUpSeconds`; ask again while it gives that many. */
  due(nowMs: number): FeedTick[]
  /** Books and trades of the exchanges behind the prices, where there are any. Usable without `start`. */
  readonly depths?: ExchangeDepthService | undefined
  start(): void
  stop(): void
}

export const maxFeedCatchUpSeconds = 600
