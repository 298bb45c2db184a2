import { afterEach, describe, expect, it, vi } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { recheckReceipt, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'
import { readTradingResultsSince } from '#server/risk/results.ts'
import { createLoanReviewKind, payOutPassedLoans } from '#server/loans/decide.ts'
import { termsByTimeOfRelease } from '#server/terms/termsByTime.ts'
import { loanSettlementExplainer } from '#server/loans/explain.ts'
import { liquidateLoansOnRecord } from '#server/loans/liquidate.ts'
import { log } from '#server/core/log.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { assertWithdrawalLeavesOverdueDebt } from '#server/withdrawals/overdue.ts'
import { countedDatabase } from '../support/countedDatabase.ts'
import { dayMs, loanFixture, refusal } from './loanFixture.ts'
import { copyRow } from '../ledger/badBatch.ts'

// Where loans meet something else at the same time (docs/rules/loans.md). The clock starts at 2026-11-21 00:00:00 on the wire.

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function world() {
  const made = await loanFixture()
  ends.push(made.end)
  await made.price({ BTCUSDT: '60000' })
  return made
}

describe('a call', () => {
  it('keeps nobody from repaying the whole while the price is back above it, but not far', async () => {
    const { person, pledge, pledgeAsk, price, give, repay, order, db } = await world()
    const ann = await person({ coins: { BTC: '0.5' } })
    const { id } = await pledge(ann, pledgeAsk('15000', '0.5'))
    await give(ann, 'USDT', '10')
    await price({ BTCUSDT: '40000' })
    await price({ BTCUSDT: '40300' })
    expect((await order(ann, id)).collateral?.isCalled).toBe(true)
    expect(await repay(ann, id)).toMatchObject({ status: 4, collateral: { returned: '0.50000000', isCalled: false } })
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

describe('while a credit is open', () => {
  it('an order of higher leverage that waited since before is cancelled when its price comes, not filled', async () => {
    const { person, credit, preview, place, price, db, app, has } = await world()
    ends.push(startContractEngine(app))
    const [ann, ben] = [await person({ real: '10000' }), await person({ real: '10000' })]
    const wait = async (who: typeof ann, lever: number, accountType = 1) => {
      const asked = {
        accountType,
        posType: 2,
        symbol: 'BTCUSDT',
        direction: 1,
        orderType: 2,
        slippageBps: 50,
        price: asDecimal('59000.00'),
        money: asDecimal('100'),
        lever,
      } as const
      return place(who, asked, (await preview(who, asked)).confirmToken)
    }
    const waiting = [await wait(ann, 5), await wait(ann, 2), await wait(ann, 5, 2), await wait(ben, 5)]
    await credit(ann, '1000')
    await price({ BTCUSDT: '58900' })
    await price({})
    const rows = await db.query<{ id: string; status: number }>('select id, status from position')
    const statusOf = (id: string) => rows.find((row) => row.id === id)?.status
    expect(waiting.map(({ id }) => statusOf(id))).toEqual([4, 1, 1, 1])
    expect(Number(await has(ann))).toBeGreaterThan(10_890)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

describe('nothing is paid out', () => {
  it('to whose other loan became overdue since they asked', async () => {
    const { person, credit, applyCredit, creditAsk, work, at, approve, order, spend } = await world()
    const ann = await person()
    await credit(ann, '500', 7)
    await spend(ann, 'USDT', '500')
    await at('2026-11-27 23:00:00')
    const asked = await applyCredit(ann, creditAsk('300'))
    await work()
    expect((await order(ann, asked.id)).status).toBe(1)
    await at('2026-11-28 00:01:00')
    expect(await refusal(approve(asked.id))).toBe('hasOverdue')
    expect((await order(ann, asked.id)).status).toBe(1)
  })

  it('during a break that began since they asked, nor out of what passed before it', async () => {
    const { person, applyCredit, creditAsk, approve, order, work, exclude, timeout, db, held, at } = await world()
    const [ann, ben] = [await person(), await person()]
    const asked = await applyCredit(ann, creditAsk('300'))
    const passed = await applyCredit(ben, creditAsk('300'))
    await db.query('update loan_pool set amount = 0')
    await approve(passed.id)
    await exclude(ann, 6, 'all')
    await timeout(ben, 24)
    await db.query('update loan_pool set amount = 2000000')
    expect(await refusal(approve(asked.id))).toBe('selfExcluded')
    await work()
    expect([(await order(ann, asked.id)).status, (await order(ben, passed.id)).status]).toEqual([1, 2])
    expect(await held(ben)).toBe('0')
    await at('2026-11-22 01:00:00')
    expect((await order(ben, passed.id)).status).toBe(3)
  })

  it('nor to whose papers ended while it waited for the pool', async () => {
    const { person, applyCredit, creditAsk, approve, order, work, db } = await world()
    const ann = await person()
    const { id } = await applyCredit(ann, creditAsk('300'))
    await db.query('update loan_pool set amount = 0')
    await approve(id)
    await db.query('update loan_pool set amount = 2000000')
    await db.query('update account set kyc_closes_ms = 1 where id = $1', [ann.userId])
    await work()
    expect((await order(ann, id)).status).toBe(2)
    await db.query('update account set kyc_closes_ms = null where id = $1', [ann.userId])
    await work()
    expect((await order(ann, id)).status).toBe(3)
  })

  it('nor where loans are not offered any more, whether it passed before or not', async () => {
    const { person, applyCredit, creditAsk, approve, order, app, work, db } = await world()
    const [ann, ben] = [await person(), await person()]
    const asked = await applyCredit(ann, creditAsk('300'))
    const passed = await applyCredit(ben, creditAsk('300'))
    await db.query('update loan_pool set amount = 0')
    await approve(passed.id)
    await db.query('update loan_pool set amount = 2000000')
    // In production no country has loans before a legal record says so.
    const elsewhere = { ...app, config: { ...app.config, env: 'production' as const } }
    const staff = { name: 'mia', isAutomatic: false }
    const approving = db.transaction((sql) => createLoanReviewKind(elsewhere).approve(sql, asked.id, staff, app.clock.now(), () => {}))
    expect(await refusal(approving)).toBe('region')
    await payOutPassedLoans(elsewhere)
    expect([(await order(ann, asked.id)).status, (await order(ben, passed.id)).status]).toEqual([0, 2])
    await work()
    expect((await order(ben, passed.id)).status).toBe(3)
  })

  it('and one that is too large for the pool keeps none behind it waiting', async () => {
    const { person, applyCredit, creditAsk, approve, order, app, db } = await world()
    const people = await Promise.all(Array.from({ length: 3 }, () => person()))
    const asked = []
    for (const [n, who] of people.entries()) asked.push(await applyCredit(who, creditAsk(n === 2 ? '100' : '5000')))
    await db.query('update loan_pool set amount = 0')
    for (const { id } of asked) await approve(id)
    await db.query('update loan_pool set amount = 150')
    let tries = 0
    const transaction: typeof db.transaction = (inside) => (tries++, db.transaction(inside))
    await payOutPassedLoans({ ...app, db: { ...db, transaction } })
    expect(tries).toBe(1)
    expect(await Promise.all(asked.map(async ({ id }, n) => (await order(people[n]!, id)).status))).toEqual([2, 2, 3])
  })

  it('nor do many whose person may not borrow now', async () => {
    const { person, applyCredit, creditAsk, approve, order, app, db, clock } = await world()
    const [ann, ben] = [await person(), await person()]
    const hindered = await applyCredit(ann, creditAsk('100'))
    clock.advance(1000)
    const free = await applyCredit(ben, creditAsk('100'))
    await db.query('update loan_pool set amount = 0')
    for (const { id } of [hindered, free]) await approve(id)
    await db.query('update loan_pool set amount = 2000000')
    await db.query('update account set kyc_closes_ms = 1 where id = $1', [ann.userId])
    await copyRow(db, 'loan', hindered.id, 600, { nobody: ['user_id'] })
    const ids = await db.query<{ id: string }>('select id from loan where status = 2 order by id')
    expect(ids.findIndex(({ id }) => id === free.id)).toBeGreaterThanOrEqual(500)
    const error = vi.spyOn(log, 'error').mockImplementation(() => {})
    await payOutPassedLoans(app)
    error.mockRestore()
    expect([(await order(ann, hindered.id)).status, (await order(ben, free.id)).status]).toEqual([2, 3])
  })
})

it('what the house bears of a sale is no winning of the person: their own loss limits know nothing of it', async () => {
  const { person, pledge, pledgeAsk, spend, price, order, records, pool, db, clock } = await world()
  const ann = await person({ coins: { BTC: '0.5' } })
  const { id } = await pledge(ann, pledgeAsk('15000', '0.5'))
  await spend(ann, 'USDT', '14900')
  await price({ BTCUSDT: '20000' })
  expect((await order(ann, id)).status).toBe(-3)
  expect((await readTradingResultsSince(db, ann.userId, 1, clock.now() - 60_000)).net).toBe('0.00000000')
  expect(await records(ann)).toContain('26 -9990.00000000 USDT → 100.00000000')
  expect(await pool()).toEqual(['2000000.00000000'])
  expect(await findAllLedgerViolations(db)).toEqual([])
})

it('a record that is received days late, as after a crash, sells for what was owed at its second', async () => {
  const { person, pledge, pledgeAsk, order, app, db, clock, held } = await world()
  const ann = await person({ coins: { BTC: '0.5' } })
  const { id } = await pledge(ann, pledgeAsk('15000', '0.5', 7))
  const sec = Math.floor(clock.now() / 1000) + 1
  clock.advance(12 * dayMs)
  await liquidateLoansOnRecord(app, { sec, prices: new Map([['BTCUSDT', asDecimal('36000')]]) })
  const sold = await order(ann, id)
  expect(sold).toMatchObject({
    status: -3,
    repayments: [{ principal: '15000.00000000', interest: '3.00000000', lateInterest: '0.00000000' }],
  })
  expect(Number(await held(ann, 'BTC'))).toBeGreaterThan(0.07)
  const told = await loanSettlementExplainer(termsByTimeOfRelease()).explain(db, id, ann.userId)
  const receipt = told && { ...told, priceRecords: told.records.map((record) => ({ ...record, price: '36000' })) }
  const steps = receipt && recheckReceipt(receipt)
  expect(steps?.filter(({ isSame }) => !isSame)).toEqual([])
  expect(receipt && steps && unprovedReceiptFigures(receipt, steps)).toEqual([])
})

it('the list of what waits for a decision is one question, however long it is', async () => {
  const { person, applyCredit, creditAsk, credit, review, clock, db } = await world()
  const people = await Promise.all([1, 2, 3].map(() => person()))
  await credit(people[0]!, '450')
  for (const who of people) {
    await applyCredit(who, creditAsk('300'))
    clock.advance(1)
  }
  const counted = countedDatabase(db)
  const found = await review.waiting(counted.db, 100)
  expect(counted.queries()).toBe(1)
  expect(found.map(({ facts }) => facts)).toMatchObject([
    {
      limit: '5000.00000000 USDT',
      usedBeside: '450.00000000 USDT',
      loansSettled: '0',
      loansOverdueEver: '0',
      verification: '2',
      level: '0',
    },
    { usedBeside: '0.00000000 USDT' },
    { amount: '300.00000000 USDT' },
  ])
})

describe('what is overdue is held', () => {
  it('though tokens without a market lie there: they are worth nothing to anybody yet', async () => {
    const { person, credit, at, app, db } = await world()
    const ann = await person({ coins: { TIDE: '50000' } })
    await credit(ann, '1000')
    await at('2026-12-22 00:00:00')
    expect(await refusal(assertWithdrawalLeavesOverdueDebt(app, db, ann.userId, 'USDT', asDecimal('1000')))).toBe('overdueHeld')
  })

  it('though money without a market lies there: nobody says what it is worth', async () => {
    const { person, credit, at, app, db } = await world()
    const ann = await person({ coins: { KRW: '5000000' } })
    await credit(ann, '1000')
    await at('2026-12-22 00:00:00')
    expect(await refusal(assertWithdrawalLeavesOverdueDebt(app, db, ann.userId, 'USDT', asDecimal('1000')))).toBe('overdueHeld')
  })

  it('from the second on which the term ends, though nobody has looked yet', async () => {
    const { person, credit, clock, app, db, creditAsk, lookCredit } = await world()
    const ann = await person()
    const { endTime } = await credit(ann, '1000', 7)
    clock.set(endTime ?? 0)
    expect(await refusal(assertWithdrawalLeavesOverdueDebt(app, db, ann.userId, 'USDT', asDecimal('1000')))).toBe('overdueHeld')
    expect(await refusal(lookCredit(ann, creditAsk('100')))).toBe('hasOverdue')
  })
})
