import { afterEach, describe, expect, it } from 'vitest'
import { wireTimeToInstant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { addServerDays } from '#rules/serverDay.ts'
import { createEarnReserveLiabilitiesReader } from '#server/products/coverage.ts'
import { createDemoProductOrderResetter } from '#server/products/demoReset.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { seedProducts } from '#server/products/seedProducts.ts'
import { fundFixture } from './fundFixture.ts'
import { dayMs, productFixture } from './productFixture.ts'

// Where money of earn products could be made, lost or taken: moments between two steps, silence, and terms that change (docs/rules/earn.md).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function world(over: Parameters<typeof productFixture>[0] = {}) {
  const made = await productFixture(over)
  ends.push(made.end)
  return made
}

const refusal = (of: Promise<unknown>): Promise<string> =>
  of.then(
    () => 'nothing',
    (error: { refusal?: string }) => error.refusal ?? String(error),
  )

/** Somebody who keeps an order locked, until told to let it go. */
function holding(db: Database, id: string) {
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const isLetGo = db.transaction(async (sql) => {
    await sql.query('select from product_order where id = $1 for update', [id])
    held.resolve()
    await go.promise
  })
  return { isHeld: held.promise, letGo: go.resolve, isLetGo }
}

describe('a day is fixed', () => {
  it('only when every order that counts on it has started, though somebody holds one meanwhile', async () => {
    const { person, buy, publish, clock, work, order, db } = await world()
    const [ann, bob] = [await person({ level: 2 }), await person({ level: 2 })]
    const [a, b] = [await buy(ann, 'harbour-90', '10000'), await buy(bob, 'harbour-90', '10000')]
    // Nobody works for three days; then somebody looks at Ann's order in the moment in which it would start.
    for (let n = 0; n < 4; n++) await publish(addServerDays('2026-11-21', n))
    clock.set(wireTimeToInstant('2026-11-25 09:00:00'))
    const { isHeld, letGo, isLetGo } = holding(db, a.id)
    await isHeld
    await work()
    expect((await order(bob, b.id)).status).toBe(1)
    letGo()
    await isLetGo
    await work()
    const three = { status: 1, daysDone: 3, incomeTotal: '6.40500000' }
    expect([await order(ann, a.id), await order(bob, b.id)]).toMatchObject([three, three])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

describe('a day of silence', () => {
  it('brings what was published of it before', async () => {
    const { person, buy, publish, order, clock, work, seen, db } = await world()
    const ann = await person({ level: 2 })
    const bought = await buy(ann, 'harbour-90', '10000')
    await publish('2026-11-22', ['0.0001', '0.0001'])
    // The market fell silent in the afternoon: nobody waits for the third rate for longer than two hours.
    for (const wire of ['2026-11-23 01:00:00', '2026-11-23 03:00:00']) {
      clock.set(wireTimeToInstant(wire))
      await work(seen)
    }
    expect(await order(ann, bought.id)).toMatchObject({ daysDone: 1, incomeTotal: '1.40000000' })
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('brings of machines what the newest numbers say: they go on', async () => {
    const { person, buyMachines, publishMining, order, clock, work, seen } = await world()
    await publishMining('2026-11-21')
    clock.advance(2000)
    const ann = await person()
    const bought = await buyMachines(ann, 'keel-k1', 1)
    for (const wire of ['2026-11-23 01:00:00', '2026-11-23 03:00:00']) {
      clock.set(wireTimeToInstant(wire))
      await work(seen)
    }
    expect(await order(ann, bought.id)).toMatchObject({ daysDone: 1, incomeTotal: '0.00004800' })
  })
})

describe('terms that change', () => {
  it('between what was shown and the purchase ask again, the length too', async () => {
    const { person, preview, buyWith, db } = await world()
    const ann = await person()
    const { confirmToken } = await preview(ann, 'harbour-7', '100')
    await db.query(`update product set days = 700 where id = 'harbour-7'`)
    expect(await refusal(buyWith(ann, 'harbour-7', '100', confirmToken))).toBe('confirmRequired')
  })

  it('in a new release do not reach orders that run: a product keeps what they were sold with', async () => {
    const { person, buy, passDays, order, db, app, kinds } = await world()
    const ann = await person({ level: 2 })
    // An earlier release gave more.
    await db.query(`update product set terms = terms || '{"share": "1"}', rate_max = 0.0005, min_money = 50 where type = 1`)
    const bought = await buy(ann, 'harbour-7', '10000')
    await seedProducts({ ...app, db }, kinds)
    const rows = await db.query<{ id: string; share: string; min_money: string }>(
      `select id, terms ->> 'share' as share, rate_max::text, min_money::text from product where id in ('harbour-7', 'harbour-15') order by id`,
    )
    expect(rows).toEqual([
      { id: 'harbour-15', share: '0.7', rate_max: '0.0003', min_money: '100.00000000' },
      { id: 'harbour-7', share: '1', rate_max: '0.0005', min_money: '100.00000000' },
    ])
    await passDays(2)
    // 0.000305 of 10,000, all of it.
    expect((await order(ann, bought.id)).incomeTotal).toBe('3.05000000')
    await passDays(7)
    expect((await order(ann, bought.id)).status).toBe(2)
    await seedProducts({ ...app, db }, kinds)
    expect((await db.query(`select terms ->> 'share' as share from product where id = 'harbour-7'`))[0]).toEqual({ share: '0.7' })
  })
})

it('a pledge is never a unit short of what its network pays', async () => {
  const { person, give, buy, at, order, app, db } = await world()
  const ann = await person({ real: '1' })
  await give(ann.userId, '36.5', 'ETH')
  const bought = await buy(ann, 'eth-pledge', '36.5', 1)
  for (const [n, rate] of ['0.032', '0.0323'].entries())
    await db.query(`insert into published_input (feed, symbol, since_sec, sec, value, mode) values ($1, 'STAKE:ETH', $2, $2, $3, 'RULE')`, [
      app.market.feed,
      (wireTimeToInstant('2026-11-22 00:00:00') + n * dayMs) / 1000,
      rate,
    ])
  await at('2026-11-23 01:00:00')
  // 36.5 * 0.032 * 0.9 / 365, exactly.
  expect((await order(ann, bought.id)).incomeTotal).toBe('0.00288000')
  await at('2026-11-24 01:00:00')
  expect((await order(ann, bought.id)).incomeTotal).toBe('0.00578700')
  expect(await findAllLedgerViolations(db)).toEqual([])
})

describe('a fund in REAL', () => {
  it('gives nobody a look at what it gains before they can still cancel', async () => {
    const made = await fundFixture()
    ends.push(made.end)
    const { person, buy, publishNav, at, exit, order, cancel, clock, held, reserveOf, db } = made
    const [ann, bob] = [await person({ real: '1000' }), await person({ real: '1000' })]
    const before = await reserveOf()
    clock.set(wireTimeToInstant('2026-11-21 23:59:00'))
    const [a, b] = [await buy(ann, 'gold-trend', '1000', 1), await buy(bob, 'gold-trend', '1000', 1)]
    // They can cancel until a minute before midnight, and see all of a day's prices by then.
    expect(a.cancelUntil).toBeGreaterThan(wireTimeToInstant('2026-11-22 23:58:59'))
    await publishNav('2026-11-21', '1')
    await at('2026-11-22 00:00:09')
    await at('2026-11-22 23:58:58')
    await cancel(bob, b.id)
    await exit(ann, a.id).catch(() => {})
    await publishNav('2026-11-22', '1.05')
    await at('2026-11-23 00:00:09')
    expect(await order(ann, a.id)).toMatchObject({ status: 1, buyNav: '1.05', units: '952.38095238' })
    await exit(ann, a.id)
    await publishNav('2026-11-23', '1.05')
    await at('2026-11-24 00:00:09')
    expect(Number(await held(ann, 'AVAIL', 'USDT', 1))).toBeLessThanOrEqual(1000)
    expect(await held(bob, 'AVAIL', 'USDT', 1)).toBe('1000.00000000')
    expect(Number(await reserveOf())).toBeGreaterThanOrEqual(Number(before))
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is covered for what its units gained, and says so', async () => {
    const made = await fundFixture()
    ends.push(made.end)
    const { person, buy, publishNav, at, setReserve, preview, kinds, clock, db } = made
    const ann = await person({ real: '3000' })
    await buy(ann, 'gold-trend', '1000', 1)
    await publishNav('2026-11-21', '1')
    await at('2026-11-22 12:00:00')
    await publishNav('2026-11-22', '1.5')
    await at('2026-11-23 12:00:00')
    await made.market.step()
    const [owed] = (await createEarnReserveLiabilitiesReader(kinds)(db, clock.now())).filter(({ currency }) => currency === 'USDT')
    expect(Number(owed?.amount)).toBe(500)
    await setReserve('USDT', '499.99999999')
    expect(await refusal(preview(ann, 'gold-trend', '100', 1))).toBe('reserveUnfunded')
    await setReserve('USDT', '500')
    expect(await refusal(preview(ann, 'gold-trend', '100', 1))).toBe('nothing')
  })
})

describe('what the reserve is said to owe', () => {
  it('counts no machine whose term is over', async () => {
    const { person, buyMachines, publishMining, at, kinds, clock, db, product, order } = await world()
    await db.query(`update product set days = 2, min_money = 2 where id = 'keel-k1'`)
    await publishMining('2026-11-21')
    clock.advance(2000)
    const ann = await person({ real: '1000' })
    const bought = await buyMachines(ann, 'keel-k1', 3, 1)
    const owed = async () =>
      (await createEarnReserveLiabilitiesReader(kinds)(db, clock.now())).find(({ currency }) => currency === 'BTC')?.amount
    // 200 TH/s at 0.00000052 each, before power.
    expect(Number(await owed())).toBe(0.000312)
    for (const day of ['2026-11-22', '2026-11-23', '2026-11-24']) await publishMining(day)
    await at('2026-11-24 01:00:00')
    expect((await order(ann, bought.id)).status).toBe(2)
    expect(Number(await owed())).toBe(0)
    expect((await product('keel-k1')).sold).toBe('3.00000000')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

it('a demo book that is reset has of a fund what was left of it, and what came back before', async () => {
  const made = await fundFixture()
  ends.push(made.end)
  const { person, buy, publishNav, at, exitPart, order, clock, db } = made
  const ann = await person()
  const bought = await buy(ann, 'gold-trend', '1000')
  await publishNav('2026-11-21', '1')
  await at('2026-11-22 12:00:00')
  await exitPart(ann, bought.id, '300')
  await publishNav('2026-11-22', '1.1')
  await at('2026-11-23 00:00:09')
  await db.transaction(async (sql) => {
    await lockWallet(sql, ann.userId, 2)
    await createDemoProductOrderResetter()({ sql, userId: ann.userId, at: clock.now(), afterCommit: () => {} })
  })
  expect(await order(ann, bought.id)).toMatchObject({ status: 2, returned: '1030.00000000' })
  expect(await findAllLedgerViolations(db)).toEqual([])
})

describe('a list', () => {
  it('asks for a unit value once, however many orders there are', async () => {
    const made = await fundFixture()
    ends.push(made.end)
    const { person, preview, publishNav, at, ask, calls, buyWith } = made
    const ann = await person()
    await made.market.step()
    for (let n = 0; n < 12; n++) {
      const { confirmToken } = await preview(ann, 'gold-trend', '100')
      await buyWith(ann, 'gold-trend', '100', confirmToken)
    }
    await publishNav('2026-11-21', '1.25')
    await at('2026-11-22 12:00:00')
    let queries = 0
    const counted = (sql: Sql): Sql => ({
      query: (text, values) => {
        queries++
        return sql.query(text, values)
      },
    })
    const page = await ask(ann, (context) => calls.productOrders({ pageNo: 1, pageSize: 100, accountType: 2 }, context), counted)
    expect(page.records.map(({ redeemableNow }) => redeemableNow)).toEqual(Array.from({ length: 12 }, () => '100.00000000'))
    expect(queries).toBeLessThan(8)
  })
})

it('orders that wait for one unit value are asked about by one of them', async () => {
  const made = await fundFixture()
  ends.push(made.end)
  const { person, buy, publishNav, clock, app, db, kinds, orders } = made
  const ann = await person()
  for (let n = 0; n < 6; n++) await buy(ann, 'gold-trend', String(100 + n))
  clock.set(wireTimeToInstant('2026-11-22 00:00:02'))
  let locked = 0
  const counting = (sql: Sql): Sql => ({
    query: (text, values) => {
      if (text.startsWith('select * from product_order where id = $1 for update')) locked++
      return sql.query(text, values)
    },
  })
  const own = { ...app, db: { ...db, transaction: <T>(act: (sql: Sql) => Promise<T>) => db.transaction((sql) => act(counting(sql))) } }
  await runDueProductJobs(own, kinds)
  expect(locked).toBe(1)
  await publishNav('2026-11-21', '1')
  await runDueProductJobs(own, kinds)
  expect((await orders(ann)).records.map(({ status }) => status)).toEqual([1, 1, 1, 1, 1, 1])
})

it('every night it is seen whether what runs of a product is what its orders are', async () => {
  const { person, buy, db } = await world()
  await buy(await person(), 'harbour-7', '500')
  expect(await findAllLedgerViolations(db)).toEqual([])
  await db.query('update product_sold set amount = 501')
  expect((await findAllLedgerViolations(db)).map(({ detail }) => detail)).toEqual([
    'harbour-7 of book 2 runs with 501.00000000, its orders are 500.00000000',
  ])
})
