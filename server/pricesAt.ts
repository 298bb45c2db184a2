import type { Sql } from '#db/database.ts'
import { lastPrices } from '#market/lastPrices.ts'
import type { Market } from '#market/market.ts'
import { conversionSymbol, noConversion } from '#rules/quote.ts'
import type { Prices } from './worth.ts'

/**
 * The market as it stood at a moment: each price is the last one recorded before it. A market that had none by then has the price of now, so
 * that what was only listed later neither gains nor loses by it.
 */
export async function pricesAt(market: Market, sql: Sql, atMs: number): Promise<Prices> {
  const symbols = market.specs.map(({ symbol }) => symbol)
  const before = await lastPrices(sql, market.feed, symbols, Math.ceil(atMs / 1000))
  const quote: Prices['quote'] = (symbol) => {
    const last = before.get(symbol)
    return last ? { mid: last.price, sec: last.sec, atMs: last.sec * 1000, stale: false } : market.quote(symbol)
  }
  return {
    quote,
    spec: (symbol) => market.spec(symbol),
    conversion: (currency) => {
      const by = conversionSymbol[currency]
      if (!by) return noConversion
      const rate = quote(by.symbol)
      return rate && { rate: rate.mid, by: by.by }
    },
  }
}
