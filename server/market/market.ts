import type { Candle, MarketWithPrice, CandlePeriod, MarketPrice, Ticker } from '#contract/calls/market.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { FeedMode } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { UsdtConversion } from '#rules/quote.ts'
import type { ExchangeDepthService } from './depth.ts'

/** One row of docs/rules/seed-data.md, as the seed has it. */
export interface SymbolSpec {
  symbol: string
  name: string
  base: string
  quote: string
  category: 'crypto' | 'metal' | 'forex'
  ref: Decimal
  tick: Decimal
  priceScale: number
  qtyStep: Decimal
  minQty: Decimal
  maxQty: Decimal
  contractSize: Decimal
  spreadBps: Decimal
  feeRate: Decimal
  maxLever: { strict: number; intl: number; newUser: number }
  /** σ a year as a fraction; absent on derived crosses. */
  sigmaYear?: number
  /** The two symbols and the operation of a derived cross. */
  derived?: { a: string; b: string; by: 'multiply' | 'divide' }
  /** Place in the hot list, 1 first. */
  hot: number
}

/** The newest record of a symbol, with its bid and ask. `stale` once older than staleAfterMs. */
export interface MarketQuote {
  mid: Decimal
  bid: Decimal
  ask: Decimal
  sec: number
  atMs: number
  feedMode: FeedMode
  stale: boolean
}

/** All symbols' prices of one second (docs/rules/prices.md); symbols without a good observation are absent. */
export interface PriceRecordSecond {
  sec: number
  prices: ReadonlyMap<string, Decimal>
  /** Under which number of the lease it is acted on: once there is a newer one, whoever still acts on it stops. */
  fence?: number
}

/** How many symbols rose, fell and stood still over 24 h, and by how much. */
export interface PriceChangeDistribution {
  up: number
  down: number
  flat: number
  buckets: { from: number; to: number; count: number }[]
}

/** What is shown of the market. Answered from memory, candles apart, so that it is there while the database is not. */
export interface MarketDataView {
  /** Undefined for a symbol that we do not list. */
  price(symbol: string): MarketPrice | undefined
  symbols(): MarketWithPrice[]
  tickers(): Ticker[]
  distribution(category?: SymbolSpec['category']): PriceChangeDistribution
  /** The bar being made. */
  bar(symbol: string, period: CandlePeriod): Candle | undefined
  /** At most `limit` bars that open before `beforeMs`, oldest first, the bar being made last. */
  candles(symbol: string, period: CandlePeriod, limit: number, beforeMs?: number): Promise<Candle[]>
}

/** What the other modules may ask of the market. */
export interface MarketDataService {
  /** Under this name its records are kept; what one feed said is never mixed with another's. */
  readonly feed: string
  /** As the release lists them. */
  readonly specs: readonly SymbolSpec[]
  /** With the fee, spread and leverage that hold at that moment; now where it is left out. */
  spec(symbol: string, atMs?: number): SymbolSpec | undefined
  /** Undefined when there has been no record at all. */
  quote(symbol: string): MarketQuote | undefined
  /** How a quote currency becomes USDT by the newest record; undefined when that price is missing. */
  conversion(quoteCurrency: string): UsdtConversion | undefined
  /** Whether it can be traded at that moment: within its hours, and before it is delisted. */
  isOpen(symbol: string, atMs: number): boolean
  /** When trading in it ends, or ended, for good (docs/rules/contracts.md, Delisting); undefined where nothing is announced. Its price is recorded further. */
  tradingEndsAt?(symbol: string): Instant | undefined
  /** When it opens next, for a refusal; undefined while it is open, or when nobody knows. */
  opensAt?(symbol: string, atMs: number): Instant | undefined
  /**
   * Called once per record, in order, and awaited before the next, on the one server that records. After a hand-over the records that
   * were not heard to the end are heard again: who acts on one must find what is done. Gives back how to stop listening.
   */
  onRecord(listener: (record: PriceRecordSecond) => void | Promise<void>): () => void
  readonly board: MarketDataView
  /** What the sources of a live market announce of its funding at a moment that comes; undefined where they say nothing. */
  funding?(symbol: string, dueSec: number): { rate: Decimal } | undefined
  /** The newest second that the feed gave last, where it lies ahead of the server's clock: such seconds are not recorded. */
  aheadSec?(): number | undefined
  /** Books and trades of real exchanges; none where prices do not come from exchanges. */
  readonly depths?: ExchangeDepthService | undefined
  /** Called after one or several records, when their listeners are done: what changed may now be shown. */
  onBeat(listener: (symbols: ReadonlySet<string>) => void): () => void
}
