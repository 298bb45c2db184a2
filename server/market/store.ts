import { type Period, periods } from '#contract/calls/market.ts'
import type { FeedMode } from '#contract/states.ts'
import { startOfWireDay, wireDay } from '#contract/time.ts'
import { type Database, sqlState } from '#db/database.ts'
import type { Bar } from './bar.ts'
import type { PlacedBar } from './bars.ts'
import type { PublishedInput } from './inputStore.ts'
import { packRecord, type Stored, unpackRecord } from './recordBytes.ts'

interface StoredSecond {
  sec: number
  prices: ReadonlyMap<string, Stored>
  raw?: string
}

/** The market's tables, for one feed. */
export interface MarketStore {
  /** The first second ever recorded (set to `firstSec` when there is none yet), the last one that stored candles hold and the last one that all listeners heard; 0 for none. */
  begin(firstSec: number): Promise<{ genesisSec: number; foldedSec: number; heardSec: number }>
  /** All listeners are done with this second. */
  writeHeard(sec: number): Promise<unknown>
  /** The last second that stored candles hold. */
  foldedSec(): Promise<number>
  /**
   * Writes under the number of the lease, prices and inputs in one statement; refused (`isFenced`) when somebody newer holds it. Gives back
   * the seconds that stood there already, as another server on this database wrote them: those are the record.
   */
  write(seconds: readonly StoredSecond[], fence: number, inputs?: readonly PublishedInput[]): Promise<StoredSecond[]>
  /** The newest recorded second. */
  lastSec(): Promise<number | undefined>
  secondsAfter(sec: number, limit: number): Promise<StoredSecond[]>
  /** False when somebody newer holds the lease: nothing was written. */
  writeBars(rows: readonly PlacedBar[], foldedSec: number, fence: number): Promise<boolean>
  /** The newest bar of each symbol and period. */
  newestBars(): Promise<PlacedBar[]>
  /** At most `limit` bars that open before `beforeSec`, oldest first: one indexed query. */
  bars(symbol: string, period: Period, beforeSec: number, limit: number): Promise<Bar[]>
  /** Makes the coming days' partitions and drops those older than `keepDays`. */
  keepPartitions(nowMs: number, keepDays: number): Promise<void>
}

interface BarRow {
  symbol: string
  period: Period
  open_sec: string
  open: string
  high: string
  low: string
  close: string
  mode: FeedMode
}

const writeRecords = 'insert into price_record (feed, fence, sec, prices, raw)'
const fromRecords = 'select $1, $2, record.* from unnest($3::bigint[], $4::bytea[], $5::text[]) as record'
const orLeave = 'on conflict do nothing returning sec'
// One statement, so that a server that falls asleep in the middle keeps nobody from taking over. Inputs first: a second that stands takes none.
const writeBoth = `
  with published as (
    insert into published_input (feed, fence, symbol, since_sec, sec, value, mode, sources)
    select $1, $2, input.* from unnest($6::text[], $7::bigint[], $8::bigint[], $9::numeric[], $10::text[], $11::text[]) as input
    on conflict do nothing returning 1
  )
  ${writeRecords} ${fromRecords}, (select count(*) from published) as first ${orLeave}`

const columnsOf = (inputs: readonly PublishedInput[]): unknown[] => [
  inputs.map(({ symbol }) => symbol),
  inputs.map(({ sinceSec }) => sinceSec),
  inputs.map(({ sec }) => sec),
  inputs.map(({ value }) => value),
  inputs.map(({ mode }) => mode),
  inputs.map(({ sources }) => sources.join(',')),
]

const dayMs = 86_400_000
const barOf = (row: Omit<BarRow, 'symbol' | 'period'>): Bar => ({
  openSec: Number(row.open_sec),
  open: BigInt(row.open),
  high: BigInt(row.high),
  low: BigInt(row.low),
  close: BigInt(row.close),
  mode: row.mode,
})

export function marketStore(db: Database, feed: string, symbols: readonly string[]): MarketStore {
  const numbers = new Map(symbols.map((symbol, number) => [symbol, number]))
  const daysReady = new Set<string>()
  const secondOf = (row: { sec: string; prices: Uint8Array }): StoredSecond => ({
    sec: Number(row.sec),
    prices: unpackRecord(symbols, row.prices),
  })

  const needDay = async (sec: number): Promise<void> => {
    const day = wireDay(sec * 1000)
    if (daysReady.has(day)) return
    await makePartition(db, day)
    daysReady.add(day)
  }

  return {
    begin: async (firstSec) => {
      await db.query('insert into market_feed (feed, genesis_sec, folded_sec) values ($1, $2, 0) on conflict do nothing', [feed, firstSec])
      const [row] = await db.query<{ genesis_sec: string; folded_sec: string; heard_sec: string }>(
        'select genesis_sec, folded_sec, heard_sec from market_feed where feed = $1',
        [feed],
      )
      return { genesisSec: Number(row!.genesis_sec), foldedSec: Number(row!.folded_sec), heardSec: Number(row!.heard_sec) }
    },
    writeHeard: (sec) => db.query('update market_feed set heard_sec = greatest(heard_sec, $2) where feed = $1', [feed, sec]),
    foldedSec: async () => {
      const [row] = await db.query<{ folded_sec: string }>('select folded_sec from market_feed where feed = $1', [feed])
      return Number(row?.folded_sec ?? 0)
    },
    write: async (seconds, fence, inputs = []) => {
      for (const { sec } of seconds) await needDay(sec)
      const secs = seconds.map(({ sec }) => sec)
      const records = [feed, fence, secs, seconds.map(({ prices }) => packRecord(numbers, prices)), seconds.map(({ raw }) => raw ?? null)]
      const written =
        inputs.length === 0
          ? await db.query(`${writeRecords} ${fromRecords} ${orLeave}`, records)
          : await db.query(writeBoth, [...records, ...columnsOf(inputs)])
      if (written.length === seconds.length) return []
      const rows = await db.query<{ sec: string; prices: Uint8Array }>(
        'select sec, prices from price_record where feed = $1 and sec = any($2::bigint[]) order by sec',
        [feed, secs],
      )
      return rows.map(secondOf)
    },
    lastSec: async () => {
      const [row] = await db.query<{ sec: string }>('select sec from price_record where feed = $1 order by sec desc limit 1', [feed])
      return row && Number(row.sec)
    },
    secondsAfter: async (sec, limit) => {
      const rows = await db.query<{ sec: string; prices: Uint8Array }>(
        'select sec, prices from price_record where feed = $1 and sec > $2 order by sec limit $3',
        [feed, sec, limit],
      )
      return rows.map(secondOf)
    },
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
        [feed, symbols, periods],
      )
      return rows.map((row) => ({ symbol: row.symbol, period: row.period, bar: barOf(row) }))
    },
    bars: async (symbol, period, beforeSec, limit) => {
      const rows = await db.query<BarRow>(
        `select open_sec, open, high, low, close, mode from candle
         where feed = $1 and symbol = $2 and period = $3 and open_sec < $4 order by open_sec desc limit $5`,
        [feed, symbol, period, beforeSec, limit],
      )
      return rows.map(barOf).toReversed()
    },
    keepPartitions: async (nowMs, keepDays) => {
      for (const ahead of [0, 1, 2]) await needDay(Math.floor((nowMs + ahead * dayMs) / 1000))
      const oldest = partitionOf(wireDay(nowMs - keepDays * dayMs))
      const rows = await db.query<{ name: string }>(
        `select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
         where inhparent = 'price_record'::regclass`,
      )
      for (const { name } of rows) {
        if (name < oldest && /^price_record_\d{8}$/.test(name)) await db.query(`drop table if exists ${name}`)
      }
    },
  }
}

/** Whether the database refused a write because somebody newer holds the lease. */
export const isFenced = (error: unknown): boolean => sqlState(error) === 'FL004'

const partitionOf = (day: string): string => `price_record_${day.replaceAll('-', '')}`

/** One partition holds one UTC+8 day. Two servers may make it at once: whoever comes second finds it there. */
async function makePartition(db: Database, day: string): Promise<void> {
  const from = startOfWireDay(Date.parse(`${day}T04:00:00Z`)) / 1000
  await db
    .query(`create table if not exists ${partitionOf(day)} partition of price_record for values from (${from}) to (${from + 86_400})`)
    .catch((error: unknown) => {
      if (!['23505', '42P07', '42P17'].includes(sqlState(error) ?? '')) throw error
    })
}
