import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDatabasePool, type Database, type Sql } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { incomePaymentBatchSize } from '#server/products/incomes.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { log } from '#server/core/log.ts'
import { testTarget } from '../support/testDatabase.ts'
import { hourMs, productFixture } from './productFixture.ts'

// Many people, two servers and a server that dies (docs/rules/earn.md).

const process_ = new URL('./productProcess.ts', import.meta.url).pathname

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

async function world() {
  const made = await productFixture()
  ends.push(made.end)
  return made
}

const key = (of: Promise<unknown>): Promise<string> =>
  of.then(
    () => 'bought',
    (error: { refusal?: string }) => error.refusal ?? String(error),
  )

/** Running orders by the hundred, each of a person of its own, all with their money booked. */
async function manyOrders(db: Database, count: number, product = 'harbour-90'): Promise<void> {
  await db.query(
    `insert into product_order (id, order_no, product_id, user_id, account_type, type, currency, income_currency, money, weight, status,
       bought_ms, start_day, end_day, days, paid_through, held, terms)
     select 1000000 + n, 'EPX' || n, $2, 500000 + n / 2, 2, 1, 'USDT', 'USDT', 100 + n, 100 + n, 1, 1, '2026-11-22', '2027-02-20', 90,
       '2026-11-21', 100 + n, '{"exitFeeRate": "0.005"}' from generate_series(1, $1::integer) n`,
    [count, product],
  )
  await db.query(`insert into wallet (user_id, book) select distinct user_id, 2 from product_order on conflict do nothing`)
  // In pieces: all at once would take a slow machine longer than a statement may.
  for (let from = 1; from <= count; from += 500)
    await db.query(
      `select post_entry(2::smallint, 'test', id::text, '', '', null, 1, array[user_id, null], array['USDT', 'USDT'], array['INVEST', 'ISSUE'],
         array[money, -money], array[17, null]::smallint[]) from product_order where id between 1000000 + $1::integer and 1000499 + $1::integer`,
      [from],
    )
}

describe('the last unit', () => {
  it('is sold once to fifty who want it at once', async () => {
    const { person, preview, buyWith, db } = await world()
    await db.query(`update product set total_cap = 100 where id = 'harbour-7'`)
    const people = await Promise.all(Array.from({ length: 50 }, () => person()))
    const tokens = await Promise.all(people.map(async (person) => (await preview(person, 'harbour-7', '100')).confirmToken))
    const came = await Promise.all(people.map((person, n) => key(buyWith(person, 'harbour-7', '100', tokens[n]))))
    expect(came.filter((outcome) => outcome === 'bought')).toHaveLength(1)
    expect(new Set(came)).toEqual(new Set(['bought', 'soldOut']))
    expect(await db.query('select amount from product_sold')).toEqual([{ amount: '100.00000000' }])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is not sold beyond what the reserve covers', async () => {
    const { person, preview, buyWith, setReserve, db } = await world()
    // Thirty days at 0.02 % of 500.
    await setReserve('USDT', '3')
    const people = await Promise.all(Array.from({ length: 12 }, () => person({ real: '100' })))
    const tokens = await Promise.all(people.map(async (person) => (await preview(person, 'harbour-7', '100', 1)).confirmToken))
    const came = await Promise.all(people.map((person, n) => key(buyWith(person, 'harbour-7', '100', tokens[n], 1))))
    expect(came.filter((outcome) => outcome === 'bought')).toHaveLength(5)
    expect(new Set(came)).toEqual(new Set(['bought', 'reserveUnfunded']))
    expect(await db.query('select amount from product_sold')).toEqual([{ amount: '500.00000000' }])
  })
})

describe('a day of many orders', () => {
  const count = incomePaymentBatchSize * 2 + 101

  it('is paid once by two servers that run at the same time', async () => {
    const { db, app, clock, publish, work } = await world()
    await manyOrders(db, count)
    await publish('2026-11-22')
    clock.advance(2 * 24 * hourMs + hourMs)
    await Promise.all([work(), work(), work()])
    await work()
    expect(await paidOf(db)).toEqual({ orders: String(count), days: String(count), wrong: '0' })
    expect(app.clock.now()).toBe(clock.now())
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is paid once though the server dies in the middle of it, again and again', async () => {
    const { db, app, clock, publish, kinds } = await world()
    await manyOrders(db, count)
    await publish('2026-11-22')
    await publish('2026-11-23')
    clock.advance(3 * 24 * hourMs + hourMs)
    vi.spyOn(log, 'error').mockImplementation(() => {})
    for (let dies = 3; dies < 60; dies += 4) await runDueProductJobs({ ...app, db: dying(db, dies) }, kinds)
    await runDueProductJobs(app, kinds)
    expect(await paidOf(db)).toEqual({ orders: String(count), days: String(2 * count), wrong: '0' })
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is paid once though processes are killed in the middle of it', async () => {
    const { place, remove } = await testTarget()
    const db = createDatabasePool(place)
    const { app, clock, publish, kinds, end } = await productFixture({ db })
    ends.push(end, db.close, remove)
    const most = 6_000
    await manyOrders(db, most)
    for (const day of ['2026-11-22', '2026-11-23', '2026-11-24']) await publish(day)
    clock.advance(4 * 24 * hourMs + hourMs)
    const given = [place.socketDir, String(place.port), place.user, place.database, app.market.feed, String(clock.now())]
    let isDone = false
    let killed = 0
    while (!isDone && killed < 40) {
      const child = spawn(process.execPath, [process_, ...given], { stdio: ['ignore', 'pipe', 'ignore'] })
      child.stdout.on('data', (text: Buffer) => (isDone ||= text.includes('done')))
      await once(child.stdout, 'data')
      await wait(120 + 60 * killed)
      child.kill('SIGKILL')
      await once(child, 'close')
      killed++
    }
    expect(killed).toBeGreaterThan(2)
    await runDueProductJobs(app, kinds)
    expect(await paidOf(db)).toEqual({ orders: String(most), days: String(3 * most), wrong: '0' })
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('ends many orders once with two servers', async () => {
    const { db, clock, app, publish } = await world()
    await manyOrders(db, 200)
    await db.query(`update product_order set end_day = '2026-11-23'`)
    await db.query(`insert into product_sold values ('harbour-90', 2, (select sum(money) from product_order))`)
    await publish('2026-11-22')
    clock.advance(2 * 24 * hourMs + hourMs)
    const other: AppContext = { ...app }
    await Promise.all([runDueProductJobs(app, createProductKinds(app)), runDueProductJobs(other, createProductKinds(other))])
    await runDueProductJobs(app, createProductKinds(app))
    expect(await db.query('select status, count(*) from product_order group by status')).toEqual([{ status: 2, count: '200' }])
    expect(await db.query('select amount from product_sold')).toEqual([{ amount: '0.00000000' }])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

async function paidOf(db: Database) {
  const [row] = await db.query(
    `select count(distinct order_id) as orders, count(*) as days, count(*) filter (where amount <> trunc(money * 0.0002135, 8)) as wrong
     from product_income join product_order o on o.id = order_id`,
  )
  return row
}

/** A database that is lost at its so-manieth statement, inside a transaction or not, and whatever was not committed with it. */
function dying(db: Database, after: number): Database {
  let left = after
  const wrap = (sql: Sql): Sql => ({
    query: (text, values) => {
      if (--left < 0) return Promise.reject(new Error('the server died'))
      return sql.query(text, values)
    },
  })
  return { ...db, ...wrap(db), transaction: (work) => db.transaction((sql) => work(wrap(sql))) }
}
