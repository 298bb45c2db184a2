import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { unpackPriceRecord } from './recordBytes.ts'
import { fromScaledPrice } from '#rules/scaled.ts'

const order = symbolSeeds.map(({ symbol }) => symbol)

/** What stands in a feed's record for these seconds: second → symbol → price. Seconds and symbols without a record are absent. */
export async function readRecordedPricesAt(sql: Sql, feed: string, secs: readonly number[]): Promise<Map<number, Map<string, Decimal>>> {
  const rows = await sql.query<{ sec: string; prices: Uint8Array }>(
    'select sec, prices from price_record where feed = $1 and sec = any($2::bigint[])',
    [feed, [...secs]],
  )
  return new Map(rows.map((row) => [Number(row.sec), pricesOf(row.prices)]))
}

/** A market's price in that second, or the newest one up to so many seconds earlier; undefined where there is none. */
export async function readRecordedPriceAtOrBefore(
  sql: Sql,
  feed: string,
  symbol: string,
  sec: number,
  back: number,
): Promise<{ sec: number; price: Decimal } | undefined> {
  // Mostly it is there: then one row is read.
  for (let [newest, limit] = [sec, 1]; newest >= sec - back; limit = nearSeconds) {
    const rows = await sql.query<{ sec: string; prices: Uint8Array }>(
      'select sec, prices from price_record where feed = $1 and sec between $2 and $3 order by sec desc limit $4',
      [feed, sec - back, newest, limit],
    )
    for (const row of rows) {
      const price = pricesOf(row.prices).get(symbol)
      if (price !== undefined) return { sec: Number(row.sec), price }
    }
    if (rows.length < limit) return undefined
    newest = Number(rows.at(-1)?.sec) - 1
  }
  return undefined
}
const nearSeconds = 60

/** The first second from `fromSec` to `toSec`, both included, in which each of these markets has a price, with all prices of it. */
export async function readFirstRecordWithAllMarkets(
  sql: Sql,
  feed: string,
  symbols: readonly string[],
  fromSec: number,
  toSec: number,
): Promise<{ sec: number; prices: Map<string, Decimal> } | undefined> {
  for (let [oldest, limit] = [fromSec, 1]; oldest <= toSec; limit = nearSeconds) {
    const rows = await sql.query<{ sec: string; prices: Uint8Array }>(
      'select sec, prices from price_record where feed = $1 and sec between $2 and $3 order by sec limit $4',
      [feed, oldest, toSec, limit],
    )
    for (const row of rows) {
      const prices = pricesOf(row.prices)
      if (symbols.every((symbol) => prices.has(symbol))) return { sec: Number(row.sec), prices }
    }
    if (rows.length < limit) return undefined
    oldest = Number(rows.at(-1)?.sec) + 1
  }
  return undefined
}

/** The newest second in a feed's record, 0 when there is none: what is missing before it is missing for ever (migration 0018). */
export async function readNewestRecordedSec(sql: Sql, feed: string): Promise<number> {
  const [row] = await sql.query<{ sec: string }>('select sec from price_record where feed = $1 order by sec desc limit 1', [feed])
  return Number(row?.sec ?? 0)
}

const pricesOf = (bytes: Uint8Array): Map<string, Decimal> =>
  new Map([...unpackPriceRecord(order, bytes)].map(([symbol, { price }]) => [symbol, fromScaledPrice(price)]))
