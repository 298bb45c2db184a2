import { type CandlePeriod, candlePeriods } from '#contract/calls/market.ts'
import type { FeedMode } from '#contract/states.ts'
import type { Database } from '#db/database.ts'
import type { Bar } from '../candles/bar.ts'
import type { SymbolPeriodBar } from '../candles/bars.ts'

/** A feed's stored candles. */
export interface CandleStore {
  /** False when somebody newer holds the lease: nothing was written. */
  writeBars(rows: readonly SymbolPeriodBar[], foldedSec: number, fence: number): Promise<boolean>
  /** The newest bar of each symbol and period. */
  newestBars(): Promise<SymbolPeriodBar[]>
  /** At most `limit` bars that open before `beforeSec`, oldest first: one indexed query. */
  bars(symbol: string, period: CandlePeriod, beforeSec: number, limit: number): Promise<Bar[]>
}

interface BarRow {
  symbol: string
  period: CandlePeriod
  open_sec: string
  open: string
  high: string
  low: string
  close: string
  mode: FeedMode
}

const barOf = (row: Omit<BarRow, 'symbol' | 'period'>): Bar => ({
  openSec: Number(row.open_sec),
  open: BigInt(row.open),
  high: BigInt(row.high),
  low: BigInt(row.low),
  close: BigInt(row.close),
  mode: row.mode,
})

/** The table of candles, for one feed. */
export function createCandleStore(db: Database, feed: string, symbols: readonly string[]): CandleStore {
  return {
    writeBars: async (rows, foldedSec, fence) => {
      // One statement, so that a server that falls asleep in the middle keeps nobody from taking over.
      const written = await db.query(
        `with held as (select from market_lease where fence = $11 for share),
         stored as (
           insert into candle (feed, symbol, period, open_sec, open, high, low, close, mode)
           select $1, bar.* from held,
             unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[]) as bar
           on conflict (feed, symbol, period, open_sec) do update
           set high = greatest(candle.high, excluded.high), low = least(candle.low, excluded.low), close = excluded.close
         )
         update market_feed set folded_sec = greatest(folded_sec, $10) from held where feed = $1 returning 1`,
        [
          feed,
          rows.map((row) => row.symbol),
          rows.map((row) => row.period),
          rows.map((row) => row.bar.openSec),
          rows.map((row) => `${row.bar.open}`),
          rows.map((row) => `${row.bar.high}`),
          rows.map((row) => `${row.bar.low}`),
          rows.map((row) => `${row.bar.close}`),
          rows.map((row) => row.bar.mode),
          foldedSec,
          fence,
        ],
      )
      return written.length > 0
    },
    newestBars: async () => {
      const rows = await db.query<BarRow>(
        `select newest.* from unnest($2::text[]) as asked(symbol) cross join unnest($3::text[]) as each(period)
         cross join lateral (
           select * from candle where feed = $1 and candle.symbol = asked.symbol and candle.period = each.period
           order by open_sec desc limit 1
         ) as newest`,
        [feed, symbols, candlePeriods],
      )
      return rows.map((row) => ({ symbol: row.symbol, period: row.period, bar: barOf(row) }))
    },
    bars: async (symbol, period, beforeSec, limit) => {
      const rows = await db.query<Omit<BarRow, 'symbol' | 'period'>>(
        `select open_sec, open, high, low, close, mode from candle
         where feed = $1 and symbol = $2 and period = $3 and open_sec < $4 order by open_sec desc limit $5`,
        [feed, symbol, period, beforeSec, limit],
      )
      return rows.map(barOf).toReversed()
    },
  }
}
