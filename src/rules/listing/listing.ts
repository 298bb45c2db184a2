// What a row of the markets says; the rows are beside it.

/** What moves several markets at once. A strong dollar is a factor that rises. */
export type SimFactor = 'CRYPTO' | 'METAL' | 'DOLLAR'

/** A market that is made of two others. */
export interface SimCrossMarket {
  a: string
  b: string
  by: 'multiply' | 'divide'
}

interface Common {
  base: string
  quote: string
  name: string
  tick: string
  spreadBps: string
  /** The place in the hot list, 1 first. */
  hot: number
  /** The highest leverage where nothing is stricter; 10 for a coin that does not say. */
  lever?: number
  /** The level that its price is pulled toward. */
  ref: string
}

/** How a simulated price moves: by itself, or with the two that it is made of. */
type PriceMovement =
  | {
      /** σ a year as a fraction. */
      sigmaYear: number
      /** How much of each factor is in its moves, in thousandths; what is missing to 1,000 (by squares) is the market's own. */
      shares: Readonly<Partial<Record<SimFactor, number>>>
      derived?: never
    }
  | { derived: SimCrossMarket; sigmaYear?: never; shares?: never }

/** Exchanges that we read live prices of (`server/market/sources/exchanges.ts`). */
export type ExchangeName = 'coinbase' | 'binance' | 'kraken' | 'okx'

interface OrderSizes {
  qtyStep: string
  minQty: string
  /** Worth about a million USDT or less. */
  maxQty: string
}

export type CryptoListing = Common &
  PriceMovement &
  OrderSizes & {
    category: 'crypto'
    feeRate?: string
    /** Exchanges whose prices make a live one; every one unless it says. */
    listedOn?: readonly ExchangeName[]
  }
export type MetalListing = Common & PriceMovement & OrderSizes & { category: 'metal'; feeRate: string; lever: number }
export type ForexListing = Common & PriceMovement & { category: 'forex'; lever: number }
export type MarketListing = CryptoListing | MetalListing | ForexListing

/** A row without what all of its list have in common. */
export type ListingRow<Listing, Common extends PropertyKey = 'category'> = Listing extends unknown ? Omit<Listing, Common> : never
