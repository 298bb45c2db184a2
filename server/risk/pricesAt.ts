import type { Sql } from '#db/database.ts'
import { readLastPricesBefore } from '#market/record/lastPrices.ts'
import type { MarketDataService } from '#market/market.ts'
import { noUsdtConversion, usdtConvertersByCurrency } from '#rules/quote.ts'
import { isUsdtPar, type ValuationPrices } from './usdtPrice.ts'

/**
 * The market as it stood at a moment: each price is the last one recorded before it. A market that had none by then has the price of now, so
 * that what was only listed later neither gains nor loses by it.
 */
export async function valuationPricesAt(market: MarketDataService, sql: Sql, atMs: number): Promise<ValuationPrices> {
  const symbols = market.specs.map(({ symbol }) => symbol)
  const before = await readLastPricesBefore(sql, market.feed, symbols, Math.ceil(atMs / 1000))
  const quote: ValuationPrices['quote'] = (symbol) => {
    const last = before.get(symbol)
    return last ? { mid: last.price, sec: last.sec, atMs: last.sec * 1000, stale: false } : market.quote(symbol)
  }
  return {
    quote,
    spec: (symbol) => market.spec(symbol),
    conversion: (currency) => {
      if (isUsdtPar(currency)) return noUsdtConversion
      const via = usdtConvertersByCurrency[currency]
      const rate = via && quote(via.symbol)
      return rate && { rate: rate.mid, by: via.by }
    },
  }
}
