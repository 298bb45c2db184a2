import { Refusal } from '#contract/refusals.ts'
import type { MarketDataService } from '#market/market.ts'
import type { UsdtConversion, Quote } from '#rules/quote.ts'
import { quoteAtOrderSpread } from '../orders/ownSpread.ts'
import { requireFreshContractQuote } from './order.ts'
import type { PositionRow } from './position.ts'

/** The prices of one record, as one symbol's positions settle on them. */
export interface PositionSettlementPrices extends Quote {
  sec: number
  conversion: UsdtConversion
}

/** The newest record's prices at a position's own spread, or undefined when its feed has none fresh enough to fill on. */
export function positionSettlementPricesNow(
  market: MarketDataService,
  row: PositionRow,
  nowMs: number,
): PositionSettlementPrices | undefined {
  if (row.feed !== market.feed) return undefined
  const spec = market.spec(row.symbol)
  if (!spec) return undefined
  try {
    const { quote, conversion } = requireFreshContractQuote(market, spec, nowMs)
    return quoteAtOrderSpread(market, row, { mid: quote.mid, bid: quote.bid, ask: quote.ask, sec: quote.sec, conversion })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
