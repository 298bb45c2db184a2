import type { Decimal } from '#contract/decimal.ts'
import type { FeedMode } from '#contract/states.ts'
import type { Conversion } from '#rules/quote.ts'

/** One row of product §5.1, as the seed has it. */
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

/** All symbols' prices of one second (product §3.3); symbols without a good observation are absent. */
export interface PriceRecord {
  sec: number
  prices: ReadonlyMap<string, Decimal>
}

/** What the other rooms may ask of the market. */
export interface Market {
  readonly specs: readonly SymbolSpec[]
  spec(symbol: string): SymbolSpec | undefined
  /** Undefined when there has been no record at all. */
  quote(symbol: string): MarketQuote | undefined
  /** How a quote currency becomes USDT by the newest record; undefined when that price is missing. */
  conversion(quoteCurrency: string): Conversion | undefined
  isOpen(symbol: string, atMs: number): boolean
  /** Called once per record, in order, and awaited before the next. Gives back how to stop listening. */
  onRecord(listener: (record: PriceRecord) => void | Promise<void>): () => void
}
