import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { hash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { symbols } from '#db/seed/symbols.ts'
import type { SymbolSpec } from '#market/market.ts'
import { simFeed } from '#market/feeds/simFeed.ts'
import { packRecord } from '#market/recordBytes.ts'
import { handClock } from '#server/clock.ts'
import { proofsOf } from '#server/fairness/proofs.ts'
import { logOf } from '#server/fairness/log.ts'
import { startSigner } from '#server/fairness/signer.ts'
import { testHouse } from '../support/wire.ts'
import { median, quantile, type Row } from './table.ts'

const specs: readonly SymbolSpec[] = symbols
const hours = 2
const startMs = Date.parse('2026-11-20T17:00:00Z')
const proofsAsked = 300

/** The signed tree over two hours of all markets: building it, and proofs at random places, beside the bare hashes that it takes. */
export async function tree(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-bench-'))
  chmodSync(dataDir, 0o711)
  const { place, stop } = await startEmbedded(dataDir)
  const db = connect(place)
  try {
    await migrate(db)
    const clock = handClock(startMs)
    const leaves = await fill(db)
    clock.set(startMs + hours * 3_600_000 + 60_000)
    const house = testHouse(db, clock)
    const signer = startSigner({ ...house, market: { ...house.market, specs } })
    const before = process.memoryUsage().heapUsed
    const begun = performance.now()
    await signer.step()
    const builtMs = performance.now() - begun
    const grownMb = Math.max(0, process.memoryUsage().heapUsed - before) / 2 ** 20
    await signer.stop()
    const proofs = proofsOf(db, specs, logOf({ kind: 'sim' }, db))
    const took: number[] = []
    for (let at = 0; at < proofsAsked; at++) {
      const sec = startMs / 1000 + ((at * 7919) % (hours * 3600 - 60)) + 1
      const asked = performance.now()
      await proofs.proof(specs[at % specs.length]!.symbol, sec)
      took.push(performance.now() - asked)
    }
    return [
      {
        name: `Leaves into the tree (${leaves})`,
        figure: (leaves / builtMs) * 1000,
        unit: '/s',
        beside: { what: 'bare SHA-256 of each', figure: bareHashes(leaves) },
      },
      { name: 'Heap grown meanwhile', figure: grownMb, unit: 'MB' },
      { name: 'Proof, median', figure: median(took), unit: 'ms' },
      { name: 'Proof, 99 of 100', figure: quantile(took, 0.99), unit: 'ms' },
    ]
  } finally {
    await db.close()
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(db: ReturnType<typeof connect>): Promise<number> {
  const feed = simFeed(specs, () => Buffer.alloc(32, 7))
  const numbers = new Map(specs.map(({ symbol }, number) => [symbol, number]))
  await db.query('create table price_record_bench partition of price_record default')
  await db.query("insert into market_feed (feed, genesis_sec, folded_sec) values ('sim', $1, 0)", [startMs / 1000])
  feed.resume(undefined, startMs)
  let leaves = 0
  for (let minute = 1; minute <= hours * 60; minute++) {
    const seconds = feed.due(startMs + minute * 60_000)
    for (const { prices } of seconds) leaves += prices.size
    const packed = seconds.map(({ prices }) =>
      packRecord(numbers, new Map([...prices].map(([symbol, price]) => [symbol, { price, mode: feed.modeOf(symbol) }]))),
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
