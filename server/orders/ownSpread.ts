import type { Decimal } from '#contract/decimal.ts'
import type { MarketDataService, MarketQuote, SymbolSpec } from '#market/market.ts'
import { type Quote, marketQuoteFromMid } from '#rules/quote.ts'

/** What an order keeps of the market that it was made on. */
interface Made {
  symbol: string
  created_ms: string
  /** Null: from before it was written down. */
  spread_bps: Decimal | null
  /** The step of its prices; null: from before it was written down. */
  tick: Decimal | null
}

/** A market with the spread that this quote of it has. */
export function specWithQuoteSpread(market: MarketDataService, spec: SymbolSpec, { sec }: Pick<MarketQuote, 'sec'>): SymbolSpec {
  const spreadBps = market.spec(spec.symbol, sec * 1000)?.spreadBps ?? spec.spreadBps
  return spreadBps === spec.spreadBps ? spec : { ...spec, spreadBps }
}

/** The spread that an order was made at. */
export const orderSpreadBpsOf = (market: Pick<MarketDataService, 'spec'>, row: Made): Decimal | undefined =>
  row.spread_bps ?? market.spec(row.symbol, Number(row.created_ms))?.spreadBps

/** The step of an order's prices: that of its market when it was made. */
export const orderTickOf = (row: Pick<Made, 'tick'>, spec: Pick<SymbolSpec, 'tick'>): Decimal => row.tick ?? spec.tick

/** The prices of a record for one order: spread and step that changed since it was made are not its own (docs/rules/fair-dealing.md). */
export function quoteAtOrderSpread<Q extends Quote>(market: Pick<MarketDataService, 'spec'>, row: Made, on: Q): Q {
  const [spec, spreadBps] = [market.spec(row.symbol), orderSpreadBpsOf(market, row)]
  return spec && spreadBps !== undefined ? { ...on, ...marketQuoteFromMid(on.mid, spreadBps, orderTickOf(row, spec)) } : on
}
