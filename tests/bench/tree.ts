import { hash } from 'node:crypto'
import { serverDayAt } from '#contract/time.ts'
import { createDatabasePool } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import type { SymbolSpec } from '#market/market.ts'
import { createSimFeed } from '#market/feeds/simFeed.ts'
import { createDueMarketInputTracker } from '#market/record/inputs.ts'
import { packPriceRecord } from '#market/record/recordBytes.ts'
import { createMarketStore } from '#market/record/store.ts'
import { createPriceRecordProofReader } from '#server/fairness/proofs.ts'
import { priceRecordLogOfFeed } from '#server/fairness/log.ts'
import { startChild } from './support/child.ts'
import { durableDatabase } from './support/durable.ts'
import { sized } from './support/size.ts'
import { median, quantile, type Row } from './support/table.ts'

const specs: readonly SymbolSpec[] = symbolSeeds
/** A whole day of the record (UTC+8), a Tuesday: every market trades. */
const hours = sized(24, 1)
const startMs = Date.parse('2026-11-23T16:00:00Z')
const proofsAsked = sized(300, 5)
const alwaysOpen = specs.filter(({ category }) => category === 'crypto')

/** The signed tree over a whole day of all markets: building it in a process of its own, and proofs at random places, beside the bare hashes that it takes. */
export async function tree(): Promise<Row[]> {
  const { place, remove } = await durableDatabase()
  const db = createDatabasePool(place)
  try {
    const leaves = await fill(db)
    const child = startChild(new URL('./support/treeChild.ts', import.meta.url), [
      JSON.stringify(place),
      String(startMs + hours * 3_600_000 + 60_000),
    ])
    await child.receive()
    const { builtMs, peakMb, heapMb } = await child.ask<{ builtMs: number; peakMb: number; heapMb: number }>('build')
    const { firstMs } = await child.ask<{ firstMs: number }>(`prove ${startMs / 1000 + hours * 1_800 + 11}`)
    await child.end()
    const proofs = createPriceRecordProofReader(db, specs, priceRecordLogOfFeed({ kind: 'sim' }, db))
    const took: number[] = []
    for (let at = 0; at < proofsAsked; at++) {
      const sec = startMs / 1000 + ((at * 7919) % (hours * 3600 - 60)) + 1
      const asked = performance.now()
      await proofs.proof(alwaysOpen[at % alwaysOpen.length]!.symbol, sec)
      took.push(performance.now() - asked)
    }
    return [
      {
        name: `Leaves into the tree (${leaves})`,
        figure: (leaves / builtMs) * 1000,
        unit: '/s',
        beside: { what: 'bare SHA-256 of each', figure: bareHashes(leaves) },
      },
      { name: 'The whole of it', figure: builtMs / 1000, unit: 's', beside: { what: 'as long as it was', figure: hours * 3_600 } },
      {
        name: 'Memory beyond idle meanwhile, at most',
        figure: peakMb,
        unit: 'MB',
        canBeZero: true,
        beside: { what: 'allowed', figure: 256 },
      },
      { name: 'Heap kept afterwards', figure: heapMb, unit: 'MB' },
      { name: 'The first proof', figure: firstMs, unit: 'ms' },
      { name: 'Proof, median', figure: median(took), unit: 'ms' },
      { name: 'Proof, 99 of 100', figure: quantile(took, 0.99), unit: 'ms' },
    ]
  } finally {
    await db.close()
    await remove()
  }
}

async function fill(db: ReturnType<typeof createDatabasePool>): Promise<number> {
  const feed = createSimFeed(specs, () => ({ seed: Buffer.alloc(32, 7), rule: 'sim2' }))
  const numbers = new Map(specs.map(({ symbol }, number) => [symbol, number]))
  await db.query('create table price_record_bench partition of price_record default')
  await db.query("insert into market_feed (feed, genesis_sec, folded_sec) values ('sim', $1, 0)", [startMs / 1000])
  feed.resume(undefined, startMs)
  for (const ahead of [0, 1])
    await db.query("insert into sim_day (day, commit, seed, rule) values ($1, $2, $3, 'sim2')", [
      serverDayAt(startMs + ahead * 86_400_000),
      '',
      Buffer.alloc(32, 7).toString('hex'),
    ])
  const inputs = createDueMarketInputTracker(db, feed, specs)
  const store = createMarketStore(
    db,
    'sim',
    specs.map(({ symbol }) => symbol),
  )
  let leaves = 0
  for (let minute = 1; minute <= hours * 60; minute++) {
    const seconds = feed.due(startMs + minute * 60_000)
    for (const { prices } of seconds) leaves += prices.size
    const due = await inputs.due(seconds.map(({ sec }) => sec))
    if (due.length > 0) await store.write([], 0, due)
    inputs.done(due)
    leaves += due.length
    const packed = seconds.map(({ prices }) =>
      packPriceRecord(numbers, new Map([...prices].map(([symbol, price]) => [symbol, { price, mode: feed.modeOf(symbol) }]))),
    )
    await db.query('insert into price_record (feed, sec, prices) select $1, * from unnest($2::bigint[], $3::bytea[])', [
      'sim',
      seconds.map(({ sec }) => sec),
      packed,
    ])
  }
  return leaves
}

function bareHashes(count: number): number {
  const text = Buffer.from('\0v1|BTCUSDT|1795190401|90000.1234567890|SIM|0|-')
  const begun = performance.now()
  for (let at = 0; at < count; at++) hash('sha256', text, 'buffer')
  return (count / (performance.now() - begun)) * 1000
}
