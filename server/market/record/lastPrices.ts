import type { Sql } from '#db/database.ts'
import type { RecordedPrice } from '../closes.ts'
import { readRecordedPricesAt } from './recordedPrices.ts'
import { fromScaledPrice } from '#rules/scaled.ts'

/** A market that is open has a record in each of the last seconds before any other. */
const nearSeconds = 60

/**
 * The last price of each of these markets before a second: from the record where it is near, else the close of its last stored hour, which is
 * kept for ever. A market without either is absent.
 */
export async function readLastPricesBefore(
  sql: Sql,
  feed: string,
  symbols: readonly string[],
  beforeSec: number,
): Promise<Map<string, RecordedPrice>> {
  const found = new Map<string, RecordedPrice>()
  const near = await sql.query<{ sec: string }>(
    'select sec from price_record where feed = $1 and sec < $2 and sec >= $2 - 86400 order by sec desc limit $3',
    [feed, beforeSec, nearSeconds],
  )
  const prices = await readRecordedPricesAt(
    sql,
    feed,
    near.map(({ sec }) => Number(sec)),
  )
  for (const sec of [...prices.keys()].toSorted((a, b) => b - a)) {
    for (const [symbol, price] of prices.get(sec) ?? []) if (!found.has(symbol)) found.set(symbol, { price, sec })
  }
  const missing = symbols.filter((symbol) => !found.has(symbol))
  if (missing.length === 0) return found
  const hours = await sql.query<{ symbol: string; open_sec: string; close: string }>(
    `select asked.symbol, last.open_sec, last.close from unnest($2::text[]) as asked (symbol) cross join lateral (
       select open_sec, close from candle
       where feed = $1 and candle.symbol = asked.symbol and period = '1h' and open_sec <= $3 - 3600 order by open_sec desc limit 1
     ) last`,
    [feed, missing, beforeSec],
  )
  for (const { symbol, open_sec, close } of hours)
    found.set(symbol, { price: fromScaledPrice(BigInt(close)), sec: Math.min(Number(open_sec) + 3599, beforeSec - 1) })
  return found
}
