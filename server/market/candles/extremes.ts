import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { fromScaledPrice } from '#rules/scaled.ts'

const minute = 60
const hour = 3600

/**
 * The lowest and the highest price in the whole minutes between two seconds, by the stored candles: hours in the middle, minutes at the
 * ends. Undefined when there is none, or none is stored yet.
 */
export async function readCandleExtremesBetween(
  sql: Sql,
  feed: string,
  symbol: string,
  fromSec: number,
  toSec: number,
): Promise<{ low: Decimal; high: Decimal } | undefined> {
  const [from, to] = [Math.ceil(fromSec / minute) * minute, Math.floor(toSec / minute) * minute]
  if (to <= from) return undefined
  const firstHour = Math.min(Math.ceil(from / hour) * hour, to)
  const lastHour = Math.max(Math.floor(to / hour) * hour, firstHour)
  const [row] = await sql.query<{ low: string | null; high: string | null }>(
    `select min(low) as low, max(high) as high from (
       select low, high from candle where feed = $1 and symbol = $2 and period = '1m' and open_sec >= $3 and open_sec < $4
       union all select low, high from candle where feed = $1 and symbol = $2 and period = '1h' and open_sec >= $4 and open_sec < $5
       union all select low, high from candle where feed = $1 and symbol = $2 and period = '1m' and open_sec >= $5 and open_sec < $6
     ) as bars`,
    [feed, symbol, from, firstHour, lastHour, to],
  )
  return row?.low && row.high ? { low: fromScaledPrice(BigInt(row.low)), high: fromScaledPrice(BigInt(row.high)) } : undefined
}
