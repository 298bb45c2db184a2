import type { Sql } from '#db/database.ts'
import { readNewestRecordedSec, readRecordedPriceAtOrBefore } from '#market/record/recordedPrices.ts'
import { usdtConvertersByCurrency, noUsdtConversion, marketQuoteFromMid } from '#rules/quote.ts'
import type { AppContext } from '../core/appContext.ts'
import { quoteAtOrderSpread } from '../orders/ownSpread.ts'
import type { PositionRow } from './position.ts'
import type { PositionSettlementPrices } from './settlement.ts'

/** As long as single records are kept. */
const backSeconds = 30 * 86_400

/** The last prices that a position's own feed recorded of its market, however old; undefined where none is kept. */
export async function readLastPositionSettlementPricesOfFeed(
  { market }: AppContext,
  sql: Sql,
  row: PositionRow,
): Promise<PositionSettlementPrices | undefined> {
  const spec = market.spec(row.symbol)
  const last =
    spec && (await readRecordedPriceAtOrBefore(sql, row.feed, row.symbol, await readNewestRecordedSec(sql, row.feed), backSeconds))
  if (!last) return undefined
  const converter = usdtConvertersByCurrency[spec.quote]
  const rate = converter
    ? (await readRecordedPriceAtOrBefore(sql, row.feed, converter.symbol, last.sec, backSeconds))?.price
    : noUsdtConversion.rate
  const conversion = { rate: rate ?? row.conversion_rate, by: converter?.by ?? noUsdtConversion.by }
  return quoteAtOrderSpread(market, row, { ...marketQuoteFromMid(last.price, spec.spreadBps, spec.tick), sec: last.sec, conversion })
}
