import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'
import { startOfServerDay } from '#rules/serverDay.ts'
import { readRecordedPricesAt } from './record/recordedPrices.ts'

const daySeconds = 86_400
const hourSeconds = 3_600
/** A market that is open has a record in each of the last seconds before any other. */
const lastSeconds = 60

/** A price and the second of its record. */
export interface RecordedPrice {
  price: Decimal
  sec: number
}

/** The last recorded price of each of these markets on a UTC+8 day that is over; a market without a record on it is absent. */
export async function readClosesOfDay(
  sql: Sql,
  feed: string,
  symbols: readonly string[],
  day: string,
): Promise<Map<string, RecordedPrice>> {
  const begins = startOfServerDay(day) / 1000
  const ends = begins + daySeconds
  const found = new Map<string, RecordedPrice>()
  const newest = await newestSecOf(sql, feed, begins, ends)
  if (newest === undefined) return found
  await lookBack(sql, feed, symbols, Math.max(begins, newest - lastSeconds), newest + 1, found)
  for (const symbol of symbols) {
    if (found.has(symbol)) continue
    for (const hour of [Math.max(begins, newest - hourSeconds), ...(await hoursOf(sql, feed, symbol, begins, ends))]) {
      await lookBack(sql, feed, [symbol], hour, Math.min(hour + hourSeconds, ends), found)
      if (found.has(symbol)) break
    }
  }
  return found
}

async function newestSecOf(sql: Sql, feed: string, begins: number, ends: number): Promise<number | undefined> {
  const [row] = await sql.query<{ sec: string }>(
    'select sec from price_record where feed = $1 and sec >= $2 and sec < $3 order by sec desc limit 1',
    [feed, begins, ends],
  )
  return row && Number(row.sec)
}

/** The hours of the day in which it had prices, newest first; that of the newest second may not be stored yet. */
async function hoursOf(sql: Sql, feed: string, symbol: string, begins: number, ends: number): Promise<number[]> {
  const rows = await sql.query<{ open_sec: string }>(
    `select open_sec from candle where feed = $1 and symbol = $2 and period = '1h' and open_sec >= $3 and open_sec < $4 order by open_sec desc`,
    [feed, symbol, begins, ends],
  )
  return rows.map(({ open_sec }) => Number(open_sec))
}

/** Puts the newest record of [from, to) of each market that has one there; the newest seconds first, few at a time. */
async function lookBack(
  sql: Sql,
  feed: string,
  symbols: readonly string[],
  from: number,
  to: number,
  found: Map<string, RecordedPrice>,
): Promise<void> {
  const rows = await sql.query<{ sec: string }>(
    'select sec from price_record where feed = $1 and sec >= $2 and sec < $3 order by sec desc',
    [feed, from, to],
  )
  const secs = rows.map(({ sec }) => Number(sec))
  for (let at = 0; at < secs.length && symbols.some((symbol) => !found.has(symbol)); at += lastSeconds) {
    const some = secs.slice(at, at + lastSeconds)
    const prices = await readRecordedPricesAt(sql, feed, some)
    for (const sec of some) {
      for (const symbol of symbols) {
        const price = prices.get(sec)?.get(symbol)
        if (price !== undefined && !found.has(symbol)) found.set(symbol, { price, sec })
      }
    }
  }
}
