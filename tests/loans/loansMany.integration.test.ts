import { afterEach, describe, expect, it, vi } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { recheckReceipt, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'
import { termsByTimeOfRelease } from '#server/terms/termsByTime.ts'
import { loanSettlementExplainer } from '#server/loans/explain.ts'
import { updateLoanTriggerPrices } from '#server/loans/overdue.ts'
import { liquidateLoansOnRecord } from '#server/loans/liquidate.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { log } from '#server/core/log.ts'
import { countedDatabase } from '../support/countedDatabase.ts'
import { breakingAfter, dayMs, loanFixture, refusal, wrapped } from './loanFixture.ts'
import { createRandom, seed } from '../ledger/random.ts'

// Many people, two servers and a server that dies (docs/rules/loans.md).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

async function world() {
  const made = await loanFixture()
  ends.push(made.end)
  await made.price({ BTCUSDT: '60000', ETHUSDT: '3000' })
  return made
}
type World = Awaited<ReturnType<typeof world>>

const trace = async ({ db }: World) => ({
  loans: await db.query('select * from loan order by id'),
  balances: await db.query('select * from balance order by user_id, book, currency, bucket'),
  legs: await db.query('select count(*) as n from leg'),
  pool: await db.query('select * from loan_pool'),
  repayments: await db.query('select count(*) as n from loan_repayment'),
  notices: await db.query('select count(*) as n from inbox_notice'),
})

/** Breaks the work after each of its statements in turn until it gets through; before that nothing may have changed. Gives how many there were. */
async function killAtEach(of: World, run: (wrap: (sql: Sql) => Sql) => Promise<unknown>): Promise<number> {
  for (let n = 1; ; n++) {
    const before = await trace(of)
    const { wrap, broke } = breakingAfter(n)
    await run(wrap).catch((error: Error) => {
      if (error.message !== 'killed') throw error
    })
    if (!broke()) return n - 1
    expect(await trace(of), `after statement ${n}`).toEqual(before)
  }
}

describe('a server that dies', () => {
  it('leaves nothing half done, whatever the person was doing', async () => {
    const of = await world()
    const { person, applyCredit, creditAsk, approve, repay, giveBack, pledge, pledgeAsk, orders, give, clock, db } = of
    const ann = await person({ coins: { BTC: '1' } })
    await give(ann, 'USDT', '100')
    expect(await killAtEach(of, (wrap) => applyCredit(ann, creditAsk('1000'), wrap))).toBeGreaterThanOrEqual(5)
    const [{ id } = { id: '' }] = (await orders(ann)).records
    expect(await killAtEach(of, (wrap) => approve(id, wrap))).toBeGreaterThanOrEqual(6)
    expect(await killAtEach(of, (wrap) => repay(ann, id, '400', wrap))).toBeGreaterThanOrEqual(6)
    expect(await killAtEach(of, (wrap) => giveBack(ann, id, wrap))).toBeGreaterThanOrEqual(6)
    // Newest first: what comes in the same millisecond has no order.
    clock.advance(1)
    expect(await killAtEach(of, (wrap) => pledge(ann, pledgeAsk('15000', '0.5'), wrap))).toBeGreaterThanOrEqual(7)
    expect(await findAllLedgerViolations(db)).toEqual([])
    expect((await orders(ann)).records.map(({ status }) => status)).toEqual([3, 4])
  })

  it('sells once, and ends, notifies and debits once', async () => {
    const of = await world()
    const { person, pledge, pledgeAsk, credit, app, db, clock, at, work, order, held, notices } = of
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const ann = await person({ coins: { BTC: '0.5' } })
    const { id } = await pledge(ann, pledgeAsk('15000', '0.5'))
    const record = { sec: Math.floor(clock.now() / 1000), prices: new Map([['BTCUSDT', asDecimal('36000')]]) }
    expect(await killAtEach(of, (wrap) => liquidateLoansOnRecord({ ...app, db: wrapped(db, wrap) }, record))).toBeGreaterThanOrEqual(7)
    expect((await order(ann, id)).status).toBe(-3)
    expect((await notices(ann)).filter((kind) => kind === 'loanSold')).toHaveLength(1)

    const bob = await person()
    const lent = await credit(bob, '1000')
    for (const wire of ['2026-12-21 00:00:10', '2026-12-22 00:00:10', '2026-12-23 00:00:10', '2026-12-25 00:00:10']) {
      clock.set(Date.parse(`${wire.replace(' ', 'T')}Z`) - 8 * 3_600_000)
      for (let n = 1; n < 24; n += 2) await work({ db: wrapped(db, breakingAfter(n).wrap) })
      await at(wire)
      expect(await findAllLedgerViolations(db)).toEqual([])
    }
    expect((await notices(bob)).filter((kind) => kind === 'loanOverdue')).toHaveLength(3)
    expect(await held(bob)).toBe('0.00000000')
    expect(await order(bob, lent.id)).toMatchObject({ status: 5, principalLeft: '9.45000000', repayments: [{ how: 'debited' }] })
  })
})

describe('two servers', () => {
  it('look, pay, end, notify, debit and sell once', async () => {
    const { person, applyCredit, creditAsk, approve, pledge, pledgeAsk, app, db, clock, work, at, notices, held } = await world()
    const people = await Promise.all(Array.from({ length: 12 }, () => person({ coins: { BTC: '0.5' } })))
    const asked = await Promise.all(people.map((person) => applyCredit(person, creditAsk('1000', 7))))
    await Promise.all(people.map((person) => pledge(person, pledgeAsk('15000', '0.5', 90))))
    await Promise.all([work(), work(), work()])
    await Promise.all(asked.map(({ id }) => approve(id)))
    const record = { sec: Math.floor(clock.now() / 1000), prices: new Map([['BTCUSDT', asDecimal('36000')]]) }
    const other: AppContext = { ...app }
    await Promise.all([liquidateLoansOnRecord(app, record), liquidateLoansOnRecord(other, record), liquidateLoansOnRecord(app, record)])
    expect(await db.query('select status, count(*)::integer as n from loan group by status order by status')).toEqual([
      { status: -3, n: 12 },
      { status: 3, n: 12 },
    ])
    for (const day of ['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-02']) {
      clock.set(Date.parse(`${day}T00:00:00Z`))
      await Promise.all([work(), work({ ...other }), work()])
    }
    await at('2026-12-02 23:00:00')
    for (const person of people) {
      const kinds = await notices(person)
      expect(kinds.filter((kind) => kind === 'loanOverdue')).toHaveLength(3)
      expect(kinds.filter((kind) => kind === 'loanDebited')).toHaveLength(1)
      expect(kinds.filter((kind) => kind === 'loanSold')).toHaveLength(1)
      expect(Number(await held(person))).toBeGreaterThan(13_000)
    }
    expect(await db.query('select status, count(*)::integer as n from loan group by status order by status')).toEqual([
      { status: -3, n: 12 },
      { status: 4, n: 12 },
    ])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('give one of two that ask at once, by limit, by coins and by pool', async () => {
    const { person, lookCredit, lookPledge, creditAsk, pledgeAsk, ask, calls, db } = await world()
    const ann = await person({ coins: { BTC: '0.5' } })
    const credit = creditAsk('5000')
    const { confirmToken } = await lookCredit(ann, credit)
    const apply = () => refusal(ask(ann, (context) => calls.applyForCredit({ ...credit, confirmToken }, context)))
    expect((await Promise.all([apply(), apply(), apply()])).toSorted()).toEqual(['alreadyApplied', 'alreadyApplied', 'nothing'])
    const pledged = pledgeAsk('1000', '0.5')
    const token = (await lookPledge(ann, pledged)).confirmToken
    const take = () => refusal(ask(ann, (context) => calls.applyForPledge({ ...pledged, confirmToken: token }, context)))
    expect((await Promise.all([take(), take()])).toSorted()).toEqual(['insufficientBalance', 'nothing'])
    // What is left in the pool is lent once.
    const people = await Promise.all(Array.from({ length: 5 }, () => person({ coins: { BTC: '50' } })))
    const large = pledgeAsk('100000', '50')
    const tokens = await Promise.all(people.map(async (person) => (await lookPledge(person, large)).confirmToken))
    await db.query(`update loan_pool set amount = 250000`)
    const came = await Promise.all(
      people.map((person, n) => refusal(ask(person, (context) => calls.applyForPledge({ ...large, confirmToken: tokens[n] }, context)))),
    )
    expect(came.toSorted()).toEqual(['loanPoolShort', 'loanPoolShort', 'loanPoolShort', 'nothing', 'nothing'])
    expect(await db.query('select amount from loan_pool')).toEqual([{ amount: '50000.00000000' }])
  })
})

it(`keeps every promise through months of anything (MONEY_SEED=${seed})`, async () => {
  const of = await world()
  const { person, db, clock, feed, market, work, orders, approve, reject, give } = of
  const chance = createRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance.next() * from.length)] as T
  const amount = (most: number): string => (100 + chance.next() * most).toFixed(pick([0, 2, 8]))
  const people = await Promise.all(Array.from({ length: 6 }, () => person({ coins: { BTC: '5', ETH: '50' } })))
  let btc = 60_000
  const outcome = async (): Promise<void> => {
    const who = pick(people)
    const mine = (await orders(who)).records
    const loan = mine.length > 0 ? pick(mine) : undefined
    const days = pick([7, 14, 30, 60, 90])
    const acts: (() => Promise<unknown>)[] = [
      () => of.applyCredit(who, of.creditAsk(amount(2000), days)),
      () => of.pledge(who, of.pledgeAsk(amount(20_000), (chance.next() * 1.5 + 0.01).toFixed(8), days)),
      () => of.pledge(who, of.pledgeAsk(amount(5000), (chance.next() * 9 + 0.1).toFixed(8), days, 'ETH')),
      () => (loan ? of.repay(who, loan.id, pick([undefined, amount(500), '0.00000001'])) : Promise.resolve()),
      () => (loan ? of.addCollateral(who, loan.id, (chance.next() / 10 + 0.001).toFixed(8)) : Promise.resolve()),
      () => (loan ? of.giveBack(who, loan.id) : Promise.resolve()),
      () => (loan ? of.cancel(who, loan.id) : Promise.resolve()),
      () => (loan ? approve(loan.id) : Promise.resolve()),
      () => (loan ? reject(loan.id, pick(['income_not_enough', 'limit_exceeded', 'overdue_before'])) : Promise.resolve()),
      () => of.spend(who, 'USDT', amount(3000)),
      () => give(who, 'USDT', amount(300)),
    ]
    await pick(acts)().catch((error: { refusal?: string }) => {
      if (error.refusal === undefined) throw error
    })
  }
  for (let round = 0; round < 60; round++) {
    for (let n = 0; n < 5; n++) await outcome()
    clock.advance(Math.floor(chance.next() * pick([3_600_000, dayMs, 5 * dayMs])))
    btc = Math.max(8000, btc * (0.88 + chance.next() * 0.24))
    feed.put({ BTCUSDT: btc.toFixed(2), ETHUSDT: (btc / 20).toFixed(2) })
    feed.resume(undefined, clock.now())
    await market.step()
    await work()
  }
  expect(await findAllLedgerViolations(db), instantToWireTime(clock.now())).toEqual([])
  // What was lent and what lies in the pool are together what they were, also after sales that brought too little.
  const [lent] = await db.query<{ all: string }>(
    'select (select amount from loan_pool) + coalesce(sum(principal_left), 0) as all from loan',
  )
  expect(lent?.all).toBe('2000000.00000000')
  // Every loan: what moved is what its row says.
  const wrong = await db.query(
    `select l.id from loan l
     left join lateral (
       select coalesce(sum(g.amount) filter (where g.type = 25), 0) as out, coalesce(-sum(g.amount) filter (where g.type = 26), 0) as back,
         coalesce(-sum(g.amount) filter (where g.type = 27), 0) as interest
       from posting p join leg g on g.posting_id = p.id and g.user_id = l.user_id and g.currency = 'USDT'
       where p.ref_type = 'loan' and p.ref_id = l.id::text
     ) m on true
     left join lateral (select coalesce(sum(principal), 0) as back, coalesce(sum(interest + late), 0) as interest from loan_repayment
       where loan_id = l.id) r on true
     where m.out <> (case when l.start_ms is null then 0 else l.amount end)
        or m.back + coalesce(l.covered, 0) <> r.back or m.interest <> r.interest
        or (l.start_ms is not null and l.amount - r.back <> l.principal_left)
        or r.interest <> l.interest_paid + l.late_paid`,
  )
  expect(wrong).toEqual([])
  // And every receipt computes again to what was booked.
  const all = await db.query<{ id: string; user_id: string; liq_mid: string | null }>('select id, user_id, liq_mid from loan order by id')
  for (const { id, user_id, liq_mid } of all) {
    const told = await loanSettlementExplainer(termsByTimeOfRelease()).explain(db, id, user_id)
    const receipt = told && { ...told, priceRecords: told.records.map((record) => ({ ...record, price: liq_mid })) }
    const steps = receipt && recheckReceipt(receipt)
    expect(
      steps?.filter(({ isSame }) => !isSame),
      id,
    ).toEqual([])
    expect(receipt && steps && unprovedReceiptFigures(receipt, steps), id).toEqual([])
  }
  const [kinds] = await db.query<{ n: number }>('select count(distinct status)::integer as n from loan')
  expect(kinds?.n).toBeGreaterThanOrEqual(5)
})

it('lets the database refuse every way that is not in docs/rules/loans.md', async () => {
  const { person, applyCredit, creditAsk, credit, pledge, pledgeAsk, db, at, give, repay } = await world()
  const coins = { BTC: '2' }
  const [ann, bob] = [await person({ coins }), await person({ coins })]
  const ways: Record<number, readonly number[]> = { 0: [1, -1, -2], 1: [2, -1, -2], 2: [3, -2], 3: [4, 5, -3], 5: [4, -3], 4: [], '-1': [] }
  const { id } = await credit(bob, '100', 7)
  const settled = await pledge(bob, pledgeAsk('100', '0.5'))
  await give(bob, 'USDT', '10')
  await repay(bob, settled.id)
  const waiting = await applyCredit(ann, creditAsk('100'))
  const status = async (of: string) => (await db.query<{ status: number }>('select status from loan where id = $1', [of]))[0]?.status ?? 9
  const tryAll = async (of: string) => {
    const now = await status(of)
    for (const next of [-3, -2, -1, 0, 1, 2, 3, 4, 5]) {
      if (next === now || ways[now]?.includes(next)) continue
      await expect(db.query('update loan set status = $2 where id = $1', [of, next]), `${now} to ${next}`).rejects.toMatchObject({
        code: expect.stringMatching(/FL002|23514/),
      })
    }
  }
  await tryAll(waiting.id)
  await tryAll(id)
  await tryAll(settled.id)
  await at('2026-11-29 00:00:00')
  expect(await status(id)).toBe(5)
  await tryAll(id)
  for (const change of ['amount = 1', 'daily_rate = 0', 'days = 1', 'principal_left = 101', `end_ms = 1`, 'late_factor = 1.4'])
    await expect(db.query(`update loan set ${change} where id = $1`, [id]), change).rejects.toMatchObject({ code: expect.any(String) })
  await expect(db.query('delete from loan')).rejects.toThrow('is refused')
  await expect(db.query('delete from loan_repayment')).rejects.toThrow('is refused')
  await expect(db.query('update loan_pool set amount = -1')).rejects.toThrow('loan_pool_amount_check')
})

it('finds what a record reaches by index, and computes a day of many in pieces by index', async () => {
  const { db, app, clock } = await world()
  const fill = (from: number, count: number) =>
    db.query(
      `insert into loan (id, order_no, user_id, set_id, kind, currency, amount, days, daily_rate, late_factor, grace_days, collateral_currency,
         collateral, price_step, init_ltv, call_ltv, liq_ltv, liq_fee, created_ms, status, principal_left, start_ms, end_ms, start_day, end_day,
         interest_from, reckoned_day, call_price, liq_price)
       select $1::integer + n, 'LNX' || $1::integer + n, 900000 + n, 'pledge-usdt', 2, 'USDT', 15000, 90, 0.0002, 1.5, 3, 'BTC', 0.5, 0.01, 0.6, 0.75, 0.83,
         0.01, 1, 3, 15000, 1, 1803052800000, '2026-11-21', '2027-02-19', '2026-11-21', '2026-11-21', 40008, 36151.81
       from generate_series(1, $2::integer) n`,
      [from, count],
    )
  const queriesOfADay = async (): Promise<number> => {
    clock.advance(dayMs)
    const counted = countedDatabase(db)
    await updateLoanTriggerPrices({ ...app, db: counted.db })
    return counted.queries()
  }
  // Two for each piece of 500, and the piece that finds no more.
  await fill(0, 1000)
  expect(await queriesOfADay()).toBe(6)
  await fill(1000, 9000)
  await db.query('vacuum analyze loan')
  expect(await queriesOfADay()).toBe(42)
  // 15,000 and two days of 3, over 0.5 BTC at 83 %.
  expect(await db.query('select distinct liq_price, reckoned_day from loan')).toEqual([
    { liq_price: '36159.04', reckoned_day: '2026-11-23' },
  ])
  const due = await db.query<Record<string, string>>(
    `explain select * from loan where kind = 2 and status in (3, 5) and reckoned_day < '2026-11-24' order by reckoned_day, id limit 500`,
  )
  expect(due.map((row) => Object.values(row)[0]).join('\n')).toContain('loan_to_reckon')
  const plan = await db.query<Record<string, string>>(
    `explain select id, user_id from loan where kind = 2 and status in (3, 5) and collateral_currency = 'BTC' and liq_price >= 60000`,
  )
  expect(plan.map((row) => Object.values(row)[0]).join('\n')).toContain('loan_to_sell')
  const counted = countedDatabase(db)
  await liquidateLoansOnRecord(
    { ...app, db: counted.db },
    { sec: Math.floor(clock.now() / 1000), prices: new Map([['BTCUSDT', asDecimal('60000')]]) },
  )
  expect(counted.queries()).toBeLessThan(10)
})
