import { unpackPriceRecord } from '#market/record/recordBytes.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '#server/core/clock.ts'
import { startTestServer } from '../support/startServer.ts'
import { sized } from './support/size.ts'
import { quantile, type Row } from './support/table.ts'

const seconds = sized(3_600, 60)
const limitMs = 60_000
const daySeconds = 86_400

/** An hour of every market, second by second: what it takes on disk in a day, and what one second of it takes to record. */
export async function record(): Promise<Row[]> {
  const clock = createManualClock(Date.UTC(2026, 10, 20, 8))
  const { market, app, stop } = await startTestServer({ clock })
  try {
    const candlesBefore = await candleBytes(app.db)
    const took: number[] = []
    const startedAt = performance.now()
    while (took.length < seconds && performance.now() - startedAt < limitMs) {
      clock.advance(1_000)
      const from = performance.now()
      await market.step()
      took.push(performance.now() - from)
    }
    await market.flush()
    const stored = await recordBytes(app.db)
    const candles = (await candleBytes(app.db)) - candlesBefore
    const symbols = market.specs.map(({ symbol }) => symbol)
    return [
      {
        name: 'One second recorded, told and folded, p50',
        figure: quantile(took, 0.5) * 1_000,
        unit: 'µs',
        beside: { what: 'a second', figure: 1_000_000 },
      },
      {
        name: 'One second recorded, told and folded, p99',
        figure: quantile(took, 0.99) * 1_000,
        unit: 'µs',
        beside: { what: 'a second', figure: 1_000_000 },
      },
      {
        name: `A record of ${symbols.length} symbols`,
        figure: stored.packed,
        unit: 'B',
        beside: { what: 'the same as JSON', figure: asJson(stored.newest, symbols) },
      },
      { name: 'Reading a record', figure: readingUs(stored.newest, symbols), unit: 'µs' },
      {
        name: 'Price record on disk',
        figure: ((stored.onDisk / stored.count) * daySeconds) / 1e6,
        unit: 'MB a day',
        beside: { what: 'its bytes alone', figure: (stored.packed * daySeconds) / 1e6 },
      },
      { name: 'Candles on disk', figure: ((candles / took.length) * daySeconds) / 1e6, unit: 'MB a day' },
    ]
  } finally {
    await stop()
  }
}

interface StoredRecords {
  count: number
  packed: number
  onDisk: number
  newest: Uint8Array
}

async function recordBytes(db: Database): Promise<StoredRecords> {
  const [row] = await db.query<{ count: string; packed: string; on_disk: string }>(
    `select count(*) as count, avg(octet_length(prices)) as packed,
       (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'price_record'::regclass) as on_disk
     from price_record`,
  )
  const [last] = await db.query<{ prices: Uint8Array }>('select prices from price_record order by sec desc limit 1')
  return { count: Number(row!.count), packed: Number(row!.packed), onDisk: Number(row!.on_disk), newest: last!.prices }
}

async function candleBytes(db: Database): Promise<number> {
  const [row] = await db.query<{ size: string }>(`select pg_total_relation_size('candle') as size`)
  return Number(row!.size)
}

const asJson = (bytes: Uint8Array, symbols: readonly string[]): number =>
  JSON.stringify([...unpackPriceRecord(symbols, bytes)].map(([symbol, { price, mode }]) => [symbol, `${price}`, mode])).length

function readingUs(bytes: Uint8Array, symbols: readonly string[]): number {
  const times = 5_000
  const startedAt = performance.now()
  for (let n = 0; n < times; n++) unpackPriceRecord(symbols, bytes)
  return ((performance.now() - startedAt) / times) * 1_000
}
