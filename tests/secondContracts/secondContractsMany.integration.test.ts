import { afterAll, expect, it, vi } from 'vitest'
import type { Database, Sql } from '#db/database.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { readRecordedPricesAt } from '#market/record/recordedPrices.ts'
import { findPriceRecordWithinGrace, computeSecondContractOutcome } from '#rules/second/secondContract.ts'
import { log } from '#server/core/log.ts'
import { startSecondContractJobs, runDueSecondContractJobs } from '#server/secondContracts/engine.ts'
import type { SecondContractOrderRow } from '#server/secondContracts/order.ts'
import { createRandom, seed } from '../ledger/random.ts'
import { second, secondContractFixture } from './secondContractFixture.ts'
import { patienceMs } from '../support/patience.ts'

/** A busy machine is slow, not wrong. */
const waiting = { timeout: patienceMs }

const worlds: Awaited<ReturnType<typeof secondContractFixture>>[] = []
const aWorld = async (over: Parameters<typeof secondContractFixture>[0] = {}) => {
  const world = await secondContractFixture(over)
  worlds.unshift(world)
  return world
}
afterAll(async () => {
  for (const world of worlds) await world.end()
})

/** What a result must be, from nothing but the order and the published record. */
async function replay(db: Database, row: SecondContractOrderRow) {
  const around = (sec: number) => [sec, sec + 1, sec + 2]
  const [openSec, closeSec] = [Number(row.open_sec), Number(row.close_sec)]
  const seconds = await readRecordedPricesAt(db, row.feed, [...around(openSec), ...around(closeSec)])
  const listed = (sec: number) =>
    around(sec).flatMap((each) => [seconds.get(each)?.get(row.symbol)].flatMap((price) => (price ? [{ sec: each, price }] : [])))
  return computeSecondContractOutcome(
    row,
    findPriceRecordWithinGrace(listed(openSec), openSec),
    findPriceRecordWithinGrace(listed(closeSec), closeSec),
  )
}

it(`1,000 due in the same ten seconds, two engines on one database: each once, each as the record says (MONEY_SEED=${seed})`, async () => {
  const chance = createRandom(seed)
  const world = await aWorld()
  await world.pass(1)
  const people = await Promise.all(Array.from({ length: 200 }, () => world.person()))
  // 200 people × 5, spread over ten seconds.
  for (let n = 0; n < 10; n++) {
    world.feed.put({
      BTCUSDT: (90_000 + chance.next() * 5).toFixed(10),
      ETHUSDT: (3200 + Math.floor(chance.next() * 3)).toFixed(0),
      SOLUSDT: '150',
    })
    // SOL stands still, so that there are ties whatever chance brings.
    const symbol = n === 9 ? 'SOLUSDT' : n % 3 === 0 ? 'ETHUSDT' : 'BTCUSDT'
    const theirs = people.slice((n % 2) * 100, (n % 2) * 100 + 100)
    await Promise.all(
      theirs.map((who) =>
        world.buy(
          who,
          second({
            symbol,
            setId: `${symbol}-60`,
            type: chance.oneOf([1, 2]),
            money: asDecimal((10 + chance.next() * 4000).toFixed(2)),
          }),
        ),
      ),
    )
    await world.pass(1)
  }
  expect((await world.reserve()).held).toBe((await world.reserve()).due)
  for (let n = 0; n < 60; n++) {
    world.feed.put({
      BTCUSDT: (90_000 + chance.next() * 5).toFixed(10),
      ETHUSDT: (3200 + Math.floor(chance.next() * 3)).toFixed(0),
      SOLUSDT: '150',
    })
    await world.pass(1)
  }
  const before = await world.db.query<{ n: string }>('select count(*) as n from second_order where status = 1 and close_sec * 1000 <= $1', [
    world.clock.now(),
  ])
  expect(before).toEqual([{ n: '1000' }])

  const other = await aWorld({ db: world.db, startMs: world.clock.now() })
  const begun = performance.now()
  await Promise.all([
    runDueSecondContractJobs(world.app),
    runDueSecondContractJobs(other.app),
    runDueSecondContractJobs(world.app),
    runDueSecondContractJobs(other.app),
  ])
  const tookMs = performance.now() - begun

  const rows = await world.db.query<SecondContractOrderRow>('select * from second_order order by id')
  expect(rows.filter(({ status }) => status !== 3)).toEqual([])
  const postings = await world.db.query<{ n: string; refs: string }>(
    `select count(*) as n, count(distinct ref_id) as refs from posting where ref_type = 'second'`,
  )
  expect(postings).toEqual([{ n: '2000', refs: '1000' }])
  const mismatches: string[] = []
  const results = new Set<number>()
  for (const row of rows) {
    const again = await replay(world.db, row)
    results.add(again.result)
    if (again.result !== row.result || again.payout !== row.payout) mismatches.push(row.id)
  }
  expect(mismatches).toEqual([])
  expect(results).toEqual(new Set([1, 2, 3]))
  // Everybody has what they came with, minus stakes, plus payouts.
  const wrong = await world.db.query(
    `select b.user_id from balance b join (select user_id, sum(payout - money) as net from second_order group by 1) o using (user_id)
     where b.bucket = 'AVAIL' and b.amount <> 100000 + o.net`,
  )
  expect(wrong).toEqual([])
  expect(await world.reserve()).toEqual({ held: '0.00000000', due: '0.00000000' })
  expect(await findAllLedgerViolations(world.db)).toEqual([])
  console.log(`settled 1,000 in ${Math.round(tookMs)} ms`)
})

it('identical records give identical results, whoever holds them', async () => {
  const world = await aWorld()
  await world.pass(1)
  const people = await Promise.all([
    world.person(),
    world.person({ isGuest: true, country: '' }),
    world.person({ country: 'JP', createdAtMs: 0 }),
  ])
  for (const type of [1, 2]) await Promise.all(people.map((who) => world.buy(who, second({ setId: 'BTCUSDT-60', type }))))
  await world.pass(1)
  world.feed.put({ BTCUSDT: '90000.0000000001' })
  await world.pass(60)
  await world.work()
  const results = await Promise.all(
    people.map(async (who) =>
      (await world.list(who)).records.map(({ type, result, payout }) => ({ type, result, payout })).toSorted((a, b) => b.type - a.type),
    ),
  )
  expect(results[0]).toEqual([
    { type: 2, result: 2, payout: '0.00000000' },
    { type: 1, result: 1, payout: '180.00000000' },
  ])
  expect(results[1]).toEqual(results[0])
  expect(results[2]).toEqual(results[0])
})

/** Runs the nth statement and then breaks, as a server killed at that moment would. */
function breakingAfter(n: number) {
  let count = 0
  const wrap = (sql: Sql): Sql => ({
    query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
      const rows = await sql.query<Row>(text, values)
      if (++count === n) throw new Error('killed')
      return rows
    },
  })
  return { wrap, broke: () => count >= n }
}

it('buying and settling, killed after any statement, leave nothing half done and go through when tried again', async () => {
  const world = await aWorld()
  await world.pass(1)
  const ann = await world.person()
  const trace = async () => ({
    orders: await world.db.query('select * from second_order order by id'),
    balances: await world.db.query('select * from balance order by user_id, bucket'),
    legs: await world.db.query<{ n: Decimal }>('select count(*) as n from leg'),
    told: world.told.length,
  })
  async function killAtEach(run: (wrap: (sql: Sql) => Sql) => Promise<unknown>): Promise<number> {
    for (let n = 1; ; n++) {
      const before = await trace()
      const { wrap, broke } = breakingAfter(n)
      await run(wrap).catch((error: Error) => {
        if (error.message !== 'killed') throw error
      })
      if (!broke()) return n - 1
      expect(await trace(), `after statement ${n}`).toEqual(before)
    }
  }
  const asked = second({ setId: 'BTCUSDT-60' })
  const { confirmToken } = await world.preview(ann, asked)
  expect(await killAtEach((wrap) => world.buyWith(ann, asked, confirmToken, wrap))).toBeGreaterThanOrEqual(4)
  await world.pass(1)
  await world.work()
  world.feed.put({ BTCUSDT: '90001' })
  await world.pass(60)
  const silenced = vi.spyOn(log, 'error').mockImplementation(() => {})
  const settling = await killAtEach((wrap) =>
    runDueSecondContractJobs({ ...world.app, db: { ...world.db, transaction: (work) => world.db.transaction((sql) => work(wrap(sql))) } }),
  )
  silenced.mockRestore()
  expect(settling).toBeGreaterThanOrEqual(4)
  expect((await world.list(ann)).records).toMatchObject([{ status: 3, result: 1 }])
  expect(await world.available(ann)).toBe('100080.00000000')
  expect(await findAllLedgerViolations(world.db)).toEqual([])
})

it('the engine settles at the record of the closing second by itself, and stops when asked', async () => {
  const world = await aWorld()
  const stop = startSecondContractJobs(world.app)
  await world.pass(1)
  const ann = await world.person()
  const { id } = await world.buy(ann, second({ setId: 'BTCUSDT-60', type: 2 }))
  await world.pass(1)
  await vi.waitFor(async () => expect((await world.one(ann, id)).openPrice).toBe('90000.0000000000'), waiting)
  world.feed.put({ BTCUSDT: '89999' })
  await world.pass(60)
  await vi.waitFor(async () => expect(await world.one(ann, id)).toMatchObject({ status: 3, result: 1 }), waiting)
  await stop()
  const late = await world.buy(ann, second({ setId: 'BTCUSDT-60' }))
  await world.pass(62)
  expect((await world.one(ann, late.id)).status).toBe(2)
})

it('what is due is found by index, however many are settled', async () => {
  const world = await aWorld()
  await world.db.query(
    `insert into second_order (id, order_no, user_id, account_type, symbol, set_id, seconds, type, money, odds, feed, accepted_ms, open_sec, close_sec,
       status, open_price, open_record_sec, close_price, close_record_sec, result, payout, settled_ms)
     select n, 'X' || n, 7, 2, 'BTCUSDT', 'BTCUSDT-60', 60, 1, 10, 0.8, 'hand', n * 1000, n + 1, n + 61, 3, 1, n + 1, 2, n + 61, 1, 18, (n + 61) * 1000
     from generate_series(1, 30000) n`,
  )
  await world.db.query('analyze second_order')
  const seen: string[] = []
  const db: Database = {
    ...world.db,
    query: async (text, values) => {
      const plan = await world.db.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
      seen.push(...plan.map((line) => line['QUERY PLAN']))
      return world.db.query(text, values)
    },
  }
  await runDueSecondContractJobs({ ...world.app, db })
  expect(seen.join('\n')).toMatch(/second_order_unfixed/)
  expect(seen.join('\n')).toMatch(/second_order_due/)
  expect(seen.join('\n')).not.toMatch(/Seq Scan on second_order/)
})
