import { startOfServerDayAt, serverDayAt } from '#contract/time.ts'
import { type Database, sqlState } from '#db/database.ts'
import { type CandleStore, createCandleStore } from './candleStore.ts'
import type { PublishedMarketInput } from './inputStore.ts'
import { packPriceRecord, type StoredPrice, unpackPriceRecord } from './recordBytes.ts'

interface StoredSecond {
  sec: number
  prices: ReadonlyMap<string, StoredPrice>
  raw?: string
}

/** The market's tables, for one feed. */
export interface MarketStore extends CandleStore {
  /** The first second ever recorded (set to `firstSec` when there is none yet), the last one that stored candles hold and the last one that all listeners heard; 0 for none. */
  begin(firstSec: number): Promise<{ genesisSec: number; foldedSec: number; heardSec: number }>
  /** All listeners are done with this second. */
  writeHeard(sec: number): Promise<unknown>
  /** The last second that stored candles hold. */
  foldedSec(): Promise<number>
  /**
   * Writes under the number of the lease, prices and inputs in one statement; refused (`isFencedWriteError`) when somebody newer holds it. Gives back
   * the seconds that stood there already, as another server on this database wrote them: those are the record.
   */
  write(seconds: readonly StoredSecond[], fence: number, inputs?: readonly PublishedMarketInput[]): Promise<StoredSecond[]>
  /** The newest recorded second. */
  lastSec(): Promise<number | undefined>
  secondsAfter(sec: number, limit: number): Promise<StoredSecond[]>
  /** Makes the coming days' partitions and drops those older than `keepDays`. */
  keepPartitions(nowMs: number, keepDays: number): Promise<void>
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

const columnsOf = (inputs: readonly PublishedMarketInput[]): unknown[] => [
  inputs.map(({ symbol }) => symbol),
  inputs.map(({ sinceSec }) => sinceSec),
  inputs.map(({ sec }) => sec),
  inputs.map(({ value }) => value),
  inputs.map(({ mode }) => mode),
  inputs.map(({ sources }) => sources.join(',')),
]

const dayMs = 86_400_000
/** What one feed has stored: how far it has got, its records, its candles. */
export const createMarketStore = (db: Database, feed: string, symbols: readonly string[]): MarketStore => ({
  ...progressOf(db, feed),
  ...recordsOf(db, feed, symbols),
  ...createCandleStore(db, feed, symbols),
})

/** How far a feed has got. */
function progressOf(db: Database, feed: string): Pick<MarketStore, 'begin' | 'writeHeard' | 'foldedSec'> {
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
  }
}

type RecordStore = Pick<MarketStore, 'write' | 'lastSec' | 'secondsAfter' | 'keepPartitions'>

/** A feed's records, a partition for each day. */
function recordsOf(db: Database, feed: string, symbols: readonly string[]): RecordStore {
  const numbers = new Map(symbols.map((symbol, number) => [symbol, number]))
  const daysReady = new Set<string>()
  const secondOf = (row: { sec: string; prices: Uint8Array }): StoredSecond => ({
    sec: Number(row.sec),
    prices: unpackPriceRecord(symbols, row.prices),
  })

  const needDay = async (sec: number): Promise<void> => {
    const day = serverDayAt(sec * 1000)
    if (daysReady.has(day)) return
    await makePartition(db, day)
    daysReady.add(day)
  }

  return {
    write: async (seconds, fence, inputs = []) => {
      for (const { sec } of seconds) await needDay(sec)
      const secs = seconds.map(({ sec }) => sec)
      const records = [
        feed,
        fence,
        secs,
        seconds.map(({ prices }) => packPriceRecord(numbers, prices)),
        seconds.map(({ raw }) => raw ?? null),
      ]
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
    keepPartitions: async (nowMs, keepDays) => {
      for (const ahead of [0, 1, 2]) await needDay(Math.floor((nowMs + ahead * dayMs) / 1000))
      const oldest = partitionOf(serverDayAt(nowMs - keepDays * dayMs))
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
export const isFencedWriteError = (error: unknown): boolean => sqlState(error) === 'FL004'

const partitionOf = (day: string): string => `price_record_${day.replaceAll('-', '')}`

/** One partition holds one UTC+8 day. Two servers may make it at once: whoever comes second finds it there. */
async function makePartition(db: Database, day: string): Promise<void> {
  const from = startOfServerDayAt(Date.parse(`${day}T04:00:00Z`)) / 1000
  await db
    .query(`create table if not exists ${partitionOf(day)} partition of price_record for values from (${from}) to (${from + 86_400})`)
    .catch((error: unknown) => {
      if (!['23505', '42P07', '42P17'].includes(sqlState(error) ?? '')) throw error
    })
}
