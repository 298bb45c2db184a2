import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PriceRecordServerCalls, createPriceRecordWitness, type PriceRecordTamperEvidence } from '#api/priceRecord/witness.ts'
import type { PriceRecordProof, SignedPriceRecordHead } from '#contract/calls/fairness.ts'
import { asDecimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import type { OfflineTable } from '#device/database.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import type { RecorderLease } from '#market/record/lease.ts'
import { createMarketStore } from '#market/record/store.ts'
import { parsePriceRecordLeaf } from '#rules/leaf.ts'
import { merkleSplitSize } from '#rules/merkle.ts'
import { recheckReceipt, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'
import { createManualClock } from '#server/core/clock.ts'
import { fairnessHandlers } from '#server/fairness/handlers.ts'
import { checkSettlementsByReplayNow } from '#server/fairness/replay.ts'
import { startPriceRecordSigner } from '#server/fairness/signer.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { testContext } from '../support/wire.ts'
import { settlementFixture } from '../ledger/settlementFixture.ts'

// Funding, overnight rates and volatilities are leaves of the day's tree (docs/rules/prices.md), and what is charged is what they say.

const d = asDecimal
/** 2026-11-21 00:00:00 UTC+8, the moment 62333 of the published funding vector. */
const startMs = 1_795_190_400_000
const startSec = startMs / 1000
const eightHours = 28_800
const vectorSeed = `${'0'.repeat(63)}1`
const order = symbolSeeds.map(({ symbol }) => symbol)

async function seeded(): Promise<Database> {
  const db = await testDatabase()
  for (const day of [-1, 0, 1])
    await db.query('insert into sim_day (day, commit, seed) values ($1, $2, $3)', [
      serverDayAt(startMs + day * 86_400_000),
      'x',
      vectorSeed,
    ])
  return db
}

function handMarket(db: Database, clock: ReturnType<typeof createManualClock>, lease?: RecorderLease) {
  const feed = createManualFeed(symbolSeeds)
  feed.put({ BTCUSDT: '60000', ETHUSDT: '3000', XAUUSD: '4050', EURUSD: '1.16', USDJPY: '155' })
  const faults: string[] = []
  const market = createMarketDataService({
    db,
    clock,
    config: { marketFeed: { kind: 'sim' } },
    feed,
    byHand: true,
    ...(lease && { lease }),
    report: (words) => void faults.push(words),
  })
  return { feed, market, faults }
}

/** RFC 6962 by its definition, from nothing but the leaves' texts. */
function rootOf(leaves: readonly string[]): Buffer {
  if (leaves.length === 1) return createHash('sha256').update(`\0${leaves[0]}`).digest()
  const split = merkleSplitSize(leaves.length)
  return createHash('sha256')
    .update('\x01')
    .update(rootOf(leaves.slice(0, split)))
    .update(rootOf(leaves.slice(split)))
    .digest()
}

const memoryShelf = (): OfflineTable => {
  const kept = new Map<string, unknown>()
  return {
    get: async <T>(key: string) => structuredClone(kept.get(key)) as T | undefined,
    set: async (key, value) => kept.set(key, structuredClone(value)).has(key),
    remove: async (key) => void kept.delete(key),
    entries: async () => [...kept],
    clear: async () => kept.clear(),
  }
}

function witnessOf(asks: PriceRecordServerCalls, shelf = memoryShelf()) {
  const found: PriceRecordTamperEvidence[] = []
  const witness = createPriceRecordWitness(
    shelf,
    asks,
    (evidence) => found.push(evidence),
    () => 0,
  )
  return { witness, found, shelf }
}

/** The public calls and the signer of one server. */
function serve(db: Database, clock: ReturnType<typeof createManualClock>, market: StartableMarketDataService) {
  const app = testContext(db, clock, {}, market)
  const own = startPriceRecordSigner(app)
  /** One that the market's beat began may have looked a little earlier. */
  const signer = { stop: own.stop, step: () => own.step().then(own.step) }
  const calls = fairnessHandlers(app)
  const contextOf = () => ({ sql: db, now: clock.now() }) as never
  const ticks = (symbol: string, from = startSec - 86_400, to = startSec + 86_400) =>
    Promise.all(
      Array.from({ length: Math.ceil((to - from + 1) / 3_600) }, (_, n) =>
        Promise.resolve(calls.recordedTicks({ symbol, from: from + n * 3_600, to: Math.min(to, from + n * 3_600 + 3_599) }, contextOf())),
      ),
    ).then((lists) => lists.flat())
  const asks: PriceRecordServerCalls = {
    keys: async () => {
      const { previous, ...newest } = await calls.recordKey({}, contextOf())
      return [newest, ...previous] as never
    },
    head: async () => calls.recordHead({}, contextOf()),
    proof: async (symbol, sec) => calls.recordProof({ symbol, sec }, contextOf()),
    consistency: async (day, from, to) => (await calls.recordConsistency({ day, from, to }, contextOf())).path,
  }
  return { signer, calls, contextOf, ticks, asks }
}

/** All leaves of these seconds in the tree's order, as the calls give them. */
async function allLeaves(ticks: ReturnType<typeof serve>['ticks'], from: number, to: number): Promise<string[]> {
  const own = ['HASHPRICE_BTC', 'HASHPRICE_LTC', 'KWH', 'LOG:SEED', 'STAKE:DOT', 'STAKE:ETH', 'STAKE:SOL']
  const names = [...order.flatMap((symbol) => [symbol, `FUND:${symbol}`, `SWAP:${symbol}`, `IV:${symbol}`]), ...own]
  const texts = (await Promise.all(names.map((name) => ticks(name, from, to)))).flat()
  const placed = texts.map((text) => ({ text, leaf: parsePriceRecordLeaf(text)! }))
  return placed.toSorted((a, b) => a.leaf.sec - b.leaf.sec || (a.leaf.symbol < b.leaf.symbol ? -1 : 1)).map(({ text }) => text)
}

let db: Database
let clock: ReturnType<typeof createManualClock>
beforeEach(async () => {
  db = await seeded()
  clock = createManualClock(startMs)
})
afterEach(() => db.close())

const pass = async (market: StartableMarketDataService, seconds: number) => {
  for (let n = 0; n < seconds; n++) {
    clock.advance(1000)
    await market.step()
  }
}
const rows = () =>
  db.query<{ symbol: string; since_sec: string; sec: string; value: string }>(
    'select symbol, since_sec, sec, value from published_input order by sec, symbol',
  )

describe('leaves', () => {
  it('are the published vector, once for each 8 hours, and once a day for the others', async () => {
    const { market } = handMarket(db, clock)
    const { signer, ticks } = serve(db, clock, market)
    await market.start()
    for (const n of [0, 1, 2]) {
      clock.set(startMs + n * eightHours * 1000)
      await market.step()
      await pass(market, 15)
    }
    await signer.step()
    const sec = (n: number) => startSec + n * eightHours
    // Moved by hand, the market makes up for up to ten minutes: the first record of each 8 hours is that of their first second.
    expect(await ticks('FUND:BTCUSDT')).toEqual([
      `v1|FUND:BTCUSDT|${sec(0)}|-0.0001016000|SIM|0|-`,
      `v1|FUND:BTCUSDT|${sec(1)}|-0.0000071000|SIM|0|-`,
      `v1|FUND:BTCUSDT|${sec(2)}|0.0001125000|SIM|0|-`,
    ])
    expect(await ticks('SWAP:XAUUSD')).toEqual([`v1|SWAP:XAUUSD|${sec(0)}|0.0580000000|RULE|2|long=0.058,short=-0.042`])
    expect(await ticks('SWAP:USDJPY')).toEqual([`v1|SWAP:USDJPY|${sec(0)}|-0.0290000000|RULE|2|long=-0.029,short=0.045`])
    expect(await ticks('IV:BTCUSDT')).toEqual([`v1|IV:BTCUSDT|${sec(0)}|0.5000000000|RULE|2|iv=0.5,skew=0.02`])
    expect(await ticks('HASHPRICE_BTC')).toEqual([`v1|HASHPRICE_BTC|${sec(0)}|0.0000005447|SIM|1|level=0.00000052`])
    expect(await ticks('HASHPRICE_LTC')).toEqual([`v1|HASHPRICE_LTC|${sec(0)}|0.0106298400|SIM|1|level=0.0104`])
    expect(await ticks('KWH')).toEqual([`v1|KWH|${sec(0)}|0.0600000000|RULE|1|usd=0.06`])
    expect([await ticks('IV:EURUSD'), await ticks('FUND:XAUUSD'), await ticks('SWAP:BTCUSDT')]).toEqual([[], [], []])
    expect((await rows()).every((row) => Number(row.sec) - Number(row.since_sec) === 0)).toBe(true)
    await market.stop()
    await signer.stop()
  })

  it('stand among the prices by (second, SYMBOL) under heads that only grow; proofs and consistency cover them', async () => {
    clock.set(startMs - 30_000)
    const { market } = handMarket(db, clock)
    const { signer, ticks, asks, calls, contextOf } = serve(db, clock, market)
    await market.start()
    await pass(market, 60)
    await signer.step()
    const first = await asks.head()
    const { witness, found } = witnessOf(asks)
    await witness.watch()
    await pass(market, 90)
    await signer.step()
    const second = await asks.head()
    expect(second.treeSize).toBeGreaterThan(first.treeSize)
    const { leaf } = await asks.proof('PREV', startSec)
    const leaves = [leaf, ...(await allLeaves(ticks, startSec, startSec + 400))]
    for (const head of [first, second]) expect(rootOf(leaves.slice(0, head.treeSize)).toString('hex')).toBe(head.root)
    const before = await allLeaves(ticks, startSec - 30, startSec - 1)
    const ended = await calls.recordHead({ day: '2026-11-20' }, contextOf())
    expect([rootOf(before).toString('hex'), before.length]).toEqual([ended.root, ended.treeSize])

    const inputs = leaves.filter((text) => /^v1\|(FUND:|SWAP:|IV:|HASHPRICE_|KWH|STAKE:)/.test(text))
    expect(inputs.length).toBe(9 + symbolSeeds.length)
    for (const text of inputs) {
      const { symbol, sec, sources, price } = parsePriceRecordLeaf(text)!
      const checked = await witness.check(symbol, sec)
      expect([checked.proof.leaf, checked.ticks]).toEqual([text, { record: true, list: true, signature: true }])
      expect([checked.leaf?.price, checked.leaf?.sources]).toEqual([price, sources])
    }
    expect(found).toEqual([])
    await expect(asks.proof('FUND:BTCUSDT', startSec + 5)).rejects.toMatchObject({ name: 'Refusal' })
    await expect(asks.proof('FUND:NOPE', startSec)).rejects.toMatchObject({ name: 'Refusal' })
    await market.stop()
    await signer.stop()
  })

  it('one flipped digit or sign of one breaks it', async () => {
    const { market } = handMarket(db, clock)
    const { signer, asks } = serve(db, clock, market)
    await market.start()
    await pass(market, 80)
    await signer.step()
    const good = await asks.proof('SWAP:XAUUSD', startSec)
    const forged = [
      good.leaf.replace('0.0580000000', '0.0580000001'),
      good.leaf.replace('0.0580000000', '-0.0580000000'),
      good.leaf.replace('short=-0.042', 'short=-0.043'),
      good.leaf.replace('RULE', 'SIM'),
      good.leaf.replace('SWAP:XAUUSD', 'FUND:XAUUSD'),
    ]
    for (const leaf of forged) {
      const proof: PriceRecordProof = { ...good, leaf }
      const { witness, found } = witnessOf({ ...asks, proof: async () => proof })
      expect(Object.values((await witness.check('SWAP:XAUUSD', startSec)).ticks)).toContain(false)
      expect(found.length).toBeGreaterThan(0)
    }
    // A price is never below zero, nor of a kind that there is not.
    expect(parsePriceRecordLeaf('v1|BTCUSDT|5|-1.0000000000|SIM|0|-')).toBeUndefined()
    expect(parsePriceRecordLeaf('v1|OTHER:BTCUSDT|5|-1.0000000000|SIM|0|-')).toBeUndefined()
    await market.stop()
    await signer.stop()
  })

  it('one that was changed, taken out or slipped in later is not signed, and whoever saw the old head finds out', async () => {
    const { market } = handMarket(db, clock)
    const server = serve(db, clock, market)
    await market.start()
    await pass(market, 80)
    await server.signer.step()
    const { witness, shelf, found } = witnessOf(server.asks)
    await witness.watch()
    expect(found).toEqual([])
    await server.signer.stop()
    await db.query('alter table published_input disable trigger all')
    for (const change of [
      "update published_input set value = '0.0002' where symbol = 'FUND:BTCUSDT'",
      "delete from published_input where symbol = 'IV:BTCUSDT'",
      `insert into published_input (feed, symbol, since_sec, sec, value, mode) values ('hand', 'IV:USDJPY', ${startSec}, ${startSec + 9}, 1, 'RULE')`,
    ]) {
      await db.query(change)
      const again = serve(db, clock, market)
      await pass(market, 70)
      await expect(again.signer.step()).rejects.toThrow('the price record changed')
      await again.signer.stop()
    }
    // The whole tree made anew over the changed ones.
    await db.query('delete from fair_block')
    await db.query('delete from fair_head')
    const anew = serve(db, clock, market)
    await anew.signer.step()
    const old = witnessOf(anew.asks, shelf)
    await old.witness.watch()
    expect(old.found[0]).toMatchObject({ reason: 'history' })
    await anew.signer.stop()
    await market.stop()
  })

  it('cannot be changed, removed, doubled, or written late or by somebody who does not hold the lease', async () => {
    const { market } = handMarket(db, clock)
    const { signer } = serve(db, clock, market)
    await market.start()
    await pass(market, 80)
    await signer.step()
    for (const change of ["update published_input set value = '1'", 'delete from published_input', 'truncate published_input'])
      await expect(db.query(change)).rejects.toThrow('it only grows')
    const write = (symbol: string, sec: number, fence = 0) =>
      db.query(
        `insert into published_input (feed, symbol, since_sec, sec, value, mode, fence) values ('hand', $1, $2, $3, 1, 'RULE', $4) returning sec`,
        [symbol, startSec, sec, fence],
      )
    const now = startSec + 80
    // Its second is recorded: in the tree or on its way there.
    expect(await write('IV:USDJPY', startSec + 20)).toEqual([])
    expect(await write('IV:USDJPY', now)).toEqual([])
    await db.query('alter table price_record disable trigger price_record_late')
    await expect(write('IV:USDJPY', startSec - 1 + 1)).resolves.toEqual([])
    await expect(write('IV:USDJPY', startSec - 5)).rejects.toThrow(/check constraint|late/)
    await expect(write('IV:USDJPY', now + 1, 7)).rejects.toThrow('is kept by holder')
    await expect(write('FUND:BTCUSDT', now + 1)).rejects.toThrow('duplicate key')
    await market.stop()
    await signer.stop()
  })

  it('a restart in the middle publishes nothing again, and the tree goes on', async () => {
    const { market } = handMarket(db, clock)
    const server = serve(db, clock, market)
    await market.start()
    await pass(market, 70)
    await server.signer.step()
    const { witness, found } = witnessOf(server.asks)
    await witness.watch()
    const before = await rows()
    await market.stop()
    await server.signer.stop()
    clock.advance(5_000)
    const later = handMarket(db, clock)
    const again = serve(db, clock, later.market)
    await later.market.start()
    await pass(later.market, 90)
    expect(await rows()).toEqual(before)
    await again.signer.step()
    const next = witnessOf(again.asks, memoryShelf())
    expect((await next.witness.check('FUND:ETHUSDT', startSec)).ticks.list).toBe(true)
    await witness.watch()
    expect([found, later.faults]).toEqual([[], []])
    // Nobody ran as the next 8 hours began: their leaf comes with their first record.
    clock.set((startSec + eightHours + 5_000) * 1000)
    await later.market.stop()
    const third = handMarket(db, clock)
    await third.market.start()
    await pass(third.market, 3)
    const late = (await rows()).find(({ symbol, since_sec }) => symbol === 'FUND:BTCUSDT' && Number(since_sec) === startSec + eightHours)
    expect([late?.value, Number(late?.sec) >= startSec + eightHours + 4_000]).toEqual(['-0.0000071', true])
    await third.market.stop()
    await again.signer.stop()
  })

  it('of two servers the one that holds the lease writes them, and its successor those of the next 8 hours', async () => {
    let fences = 0
    const handLease = () => {
      let held: number | undefined
      const lease: RecorderLease = {
        fence: () => held,
        sure: async () => held,
        start: async () => {},
        onChange: () => {},
        lose: () => void (held = undefined),
        stop: async () => {},
      }
      const hold = async () => {
        await db.query('update market_lease set fence = $1', [++fences])
        held = fences
      }
      return { lease, hold }
    }
    clock.set(startMs - 5_000)
    const [first, second] = [handLease(), handLease()]
    const [a, b] = [handMarket(db, clock, first.lease), handMarket(db, clock, second.lease)]
    await first.hold()
    await a.market.start()
    await b.market.start()
    const both = async (seconds: number) => {
      for (let n = 0; n < seconds; n++) {
        clock.advance(1000)
        await a.market.step()
        await b.market.step()
      }
    }
    await both(20)
    // A does not know yet that somebody newer is there, and tries to go on.
    clock.set((startSec + eightHours - 3) * 1000)
    await second.hold()
    await both(10)
    expect(first.lease.fence()).toBeUndefined()
    const written = await db.query<{ since: string; fences: string; n: string }>(
      `select since_sec as since, string_agg(distinct fence::text, ',') as fences, count(*) as n
       from published_input where symbol like 'FUND:%' group by since_sec order by 1`,
    )
    const coins = String(symbolSeeds.filter(({ category }) => category === 'crypto').length)
    expect(written).toEqual([
      { since: String(startSec - eightHours), fences: '1', n: coins },
      { since: String(startSec), fences: '1', n: coins },
      { since: String(startSec + eightHours), fences: '2', n: coins },
    ])
    await a.market.stop()
    await b.market.stop()
  })
})

describe('what is charged and priced', () => {
  /** At 15:59:30 of a Friday in UTC+8, with the vector's seed, so that the next moment of funding is 62332. */
  const worldAt = async (published: { symbol: string; value: string; sources?: string[] }[] = []) => {
    const world = await settlementFixture(Date.parse('2026-11-20T07:59:30Z'))
    for (const day of ['2026-11-20', '2026-11-21'])
      await world.db.query('insert into sim_day (day, commit, seed) values ($1, $2, $3)', [day, 'x', vectorSeed])
    const due = Date.parse('2026-11-20T08:00:00Z') / 1000
    const store = createMarketStore(world.db, 'hand', order)
    if (published.length > 0) {
      await store.write(
        [],
        0,
        published.map(({ symbol, value, sources = [] }) => ({
          symbol,
          value: d(value),
          sources,
          mode: 'RULE' as const,
          sinceSec: due,
          sec: due,
        })),
      )
    }
    return { world, due }
  }
  const proved = (receipt: Parameters<typeof recheckReceipt>[0]) => {
    const steps = recheckReceipt(receipt)
    return steps?.every(({ isSame }) => isSame) === true && unprovedReceiptFigures(receipt, steps).length === 0
  }

  it('funding follows from its leaf, is proved by it, and a receipt with another rate is found out', async () => {
    const { world, due } = await worldAt()
    const [ann, bob] = [await world.person(), await world.person()]
    const long = await world.contract(ann)
    const short = await world.contract(bob, { direction: 2 })
    await world.pass(40)
    // Charging goes on beside the record.
    const charged = () => world.db.query('select from holding_charge where due_sec = $1', [due])
    await expect.poll(charged).toHaveLength(2)
    await world.close(ann, long.id)
    await world.close(bob, short.id)
    await world.pass(150)
    await world.signer.step()
    for (const [who, { id }] of [
      [ann, long],
      [bob, short],
    ] as const) {
      const receipt = await world.info(who, 'position', id)
      const rate = receipt.priceRecords.find(({ use }) => use === `rate@${due}`)
      expect(rate).toMatchObject({ symbol: 'FUND:BTCUSDT', sec: due, price: expect.stringMatching(/^-?0\.000\d{7}$/) })
      expect(rate?.leafIndex).not.toBeNull()
      expect(proved(receipt)).toBe(true)
      const withRate = (other: object) => ({
        ...receipt,
        priceRecords: receipt.priceRecords.map((priceRecord) => (priceRecord === rate ? { ...priceRecord, ...other } : priceRecord)),
      })
      // Of another market, of another time, another of its numbers: not the one that was charged by.
      for (const other of [{ symbol: 'FUND:ETHUSDT' }, { sec: due - 1 }, { part: 'short' }]) expect(proved(withRate(other))).toBe(false)
      const forged = receipt.priceRecords.map((priceRecord) =>
        priceRecord === rate ? { ...priceRecord, price: d('0.0000000000') } : priceRecord,
      )
      expect(proved({ ...receipt, priceRecords: forged })).toBe(false)
      expect(
        proved({
          ...receipt,
          priceRecords: receipt.priceRecords.map((priceRecord) => (priceRecord === rate ? { ...priceRecord, price: null } : priceRecord)),
        }),
      ).toBe(false)
    }
    expect(await checkSettlementsByReplayNow(world.app, world.explainers)).toEqual({ checked: 2, unproved: 0, mismatches: 0 })
    await world.end()
  })

  it('is the leaf and nothing else: what stands published is charged, not what the generator would draw', async () => {
    const { world, due } = await worldAt([{ symbol: 'FUND:BTCUSDT', value: '0.001' }])
    const ann = await world.person()
    const { id } = await world.contract(ann)
    await world.pass(40)
    // Charging goes on beside the record.
    const charges = () => world.db.query<{ due_sec: string; amount: string }>('select due_sec, amount from holding_charge')
    await expect.poll(charges).toEqual([{ due_sec: String(due), amount: '6.00000000' }])
    expect(proved(await world.info(ann, 'position', id))).toBe(true)
    await world.end()
  })

  it('without a leaf nothing is charged', async () => {
    const { world } = await worldAt()
    await world.db.query('delete from sim_day')
    const ann = await world.person()
    await world.contract(ann)
    await world.pass(40)
    expect(await world.db.query('select 1 from holding_mark')).toEqual([])
    expect(await world.db.query('select 1 from holding_charge')).toEqual([])
    await world.end()
  })

  it('a night is charged by its leaf, each side by its own of the two rates', async () => {
    // Saturday 04:59:30 in UTC+8, the end of Friday's night; the day's leaf is of its first record.
    const world = await settlementFixture(Date.parse('2026-11-20T20:59:30Z'))
    const [ann, bob] = [await world.person(), await world.person()]
    const terms = { symbol: 'USDJPY', lever: 20, quantity: d('10000') }
    const [long, short] = [await world.contract(ann, terms), await world.contract(bob, { ...terms, direction: 2 })]
    await world.pass(90)
    await world.close(ann, long.id)
    await world.close(bob, short.id)
    await world.pass(90)
    await world.signer.step()
    const rates: (string | null | undefined)[] = []
    for (const [who, { id }] of [
      [ann, long],
      [bob, short],
    ] as const) {
      const receipt = await world.info(who, 'position', id)
      expect(proved(receipt)).toBe(true)
      const rate = receipt.priceRecords.find(({ use }) => use.startsWith('rate@'))
      expect(rate).toMatchObject({ symbol: 'SWAP:USDJPY', leafIndex: expect.any(Number) })
      rates.push(rate?.price)
    }
    expect(rates).toEqual(['-0.029', '0.045'])
    await world.end()
  })

  it('an option is priced by the leaf of its day, also just after midnight, and its receipt names it', async () => {
    const world = await settlementFixture(startMs - 3_000)
    const dayLater = { sinceSec: startSec, sec: startSec, mode: 'RULE' as const }
    await createMarketStore(world.db, 'hand', order).write([], 0, [
      { symbol: 'IV:BTCUSDT', value: d('0.7'), sources: ['iv=0.7', 'skew=0.01', '20261122=0.61'], ...dayLater },
    ])
    const ann = await world.person()
    const asked = { optionId: 'BTCUSDT-20261121-62000-C' }
    const before = await world.option(ann, asked)
    // The new day has begun and has no record yet: what is sold rests on the last one.
    world.clock.set(startMs + 200)
    const between = await world.option(ann, asked)
    world.clock.set(startMs)
    await world.pass(5)
    const after = await world.option(ann, asked)
    // Its own expiry is published too.
    const until = await world.option(ann, { optionId: 'BTCUSDT-20261122-62000-C' })
    await world.pass(90)
    await world.signer.step()
    const ivOf = async (id: string) => {
      const receipt = await world.info(ann, 'option', id)
      expect(proved(receipt)).toBe(true)
      return receipt.priceRecords
        .filter(({ use }) => use !== 'open')
        .map(({ use, symbol, price, part }) => `${use} ${symbol} ${price} ${part ?? ''}`.trim())
    }
    const was = ['openIv IV:BTCUSDT 0.5000000000', 'openSkew IV:BTCUSDT 0.02 skew']
    expect(await ivOf(before.id)).toEqual(was)
    expect(await ivOf(between.id)).toEqual(was)
    expect(await ivOf(after.id)).toEqual(['openIv IV:BTCUSDT 0.7000000000', 'openSkew IV:BTCUSDT 0.01 skew'])
    expect(await ivOf(until.id)).toEqual(['openIv IV:BTCUSDT 0.61 20261122', 'openSkew IV:BTCUSDT 0.01 skew'])
    await world.end()
  })
})

describe('days before there were such leaves', () => {
  it('keep their heads and proofs, and the tree goes on', async () => {
    const { market } = handMarket(db, clock)
    await market.start()
    await pass(market, 80)
    // As an older server wrote it: prices alone.
    await db.query('alter table published_input disable trigger all')
    await db.query('delete from published_input')
    await db.query('alter table published_input enable trigger all')
    const server = serve(db, clock, market)
    await server.signer.step()
    const { witness, found } = witnessOf(server.asks)
    const old: SignedPriceRecordHead = (await witness.watch())!
    const leaves = await allLeaves(server.ticks, startSec, startSec + 80)
    expect(leaves.filter((text) => /:|HASHPRICE_|KWH/.test(text))).toEqual([])
    expect(rootOf(leaves.slice(0, old.treeSize)).toString('hex')).toBe(old.root)
    await market.stop()
    await server.signer.stop()
    // The next server publishes what is missing for this day with its first record, and only from there on.
    const later = handMarket(db, clock)
    const again = serve(db, clock, later.market)
    await later.market.start()
    await pass(later.market, 90)
    await again.signer.step()
    const next = witnessOf(again.asks)
    const [input] = await rows()
    expect(Number(input?.sec)).toBeGreaterThan(startSec + 80)
    expect((await next.witness.check(input!.symbol, Number(input!.sec))).ticks).toEqual({ record: true, list: true, signature: true })
    expect((await next.witness.check('BTCUSDT', startSec + 3)).ticks.list).toBe(true)
    await witness.watch()
    expect(found).toEqual([])
    await later.market.stop()
    await again.signer.stop()
  })
})
