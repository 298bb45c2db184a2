import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { SignedInUser } from '#server/core/visitor.ts'
import { EarnProduct, ProductOrder } from '#contract/calls/products.ts'
import { asDecimal } from '#contract/decimal.ts'
import type { Database, Sql } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { lockWallet } from '#ledger/ledger.ts'
import { createDemoProductOrderResetter } from '#server/products/demoReset.ts'
import { addServerDays } from '#rules/serverDay.ts'
import { log } from '#server/core/log.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import {
  approveDebtReceipt,
  declareDebtDefault,
  declineDebtReceipt,
  enterDebtRecovery,
  enterDebtRepayment,
  listDebtProjects,
} from '#server/operator/debts.ts'
import type { OperatorContext } from '#server/operator/operatorContext.ts'
import { newestStaffLogEntries } from '#server/operator/log.ts'
import { addStaff, requireStaffByKey } from '#server/operator/staff.ts'
import { tryMarkBorrowerPaymentApproved, proposeDebtRecovery, proposeDebtRepayment } from '#server/products/debt/borrowerPayments.ts'
import { markDebtProjectDefaulted } from '#server/products/debt/debtRepay.ts'
import { findDebtProject } from '#server/products/debt/debtStore.ts'
import { freezeProductOrder, unfreezeProductOrder } from '#server/products/freeze.ts'
import { hourMs, productFixture } from '../products/productFixture.ts'

// Debt crowdfunding: every state of a project and of an order (docs/rules/earn.md; vector Z1). Days begin at 00:00; the world begins on 2026-11-21.

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

const boats = 'fishing-boats'
const store = 'cold-store-da-nang'

/** Projects are open; `alone`: the borrowers do not pay by themselves. */
async function world({ alone = false } = {}) {
  const made = await productFixture()
  ends.push(made.end)
  const { db } = made
  // Small enough that two people fund them.
  await db.query(`update product set terms = terms || '{"target": "2000"}', total_cap = 2000 where type = 5`)
  if (alone) await db.query(`update product set terms = terms - 'example' where type = 5`)
  await made.work()
  const demo = (product_id: string) => ({ product_id, book: 2 as const })
  const now = () => made.clock.now()
  const agreed = async (of: Promise<Awaited<ReturnType<typeof proposeDebtRepayment>>>, sql: Sql) => {
    const receipt = await of
    if (typeof receipt === 'string') return receipt
    expect(await tryMarkBorrowerPaymentApproved(sql, receipt, 'staff', now())).toBe(true)
    return receipt
  }
  return {
    ...made,
    project: async (id: string, accountType = 2) => (await made.product(id, accountType)).debt?.projectStatus,
    repay: (id: string) => db.transaction((sql) => agreed(proposeDebtRepayment(sql, demo(id), 'staff', now()), sql)),
    recover: (id: string, amount: string, final = false) =>
      db.transaction((sql) => agreed(proposeDebtRecovery(sql, demo(id), { amount: asDecimal(amount), final }, 'staff', now()), sql)),
    callDefault: (id: string, day: string) =>
      db.transaction(async (sql) => {
        await findDebtProject(sql, demo(id), { lock: true })
        await markDebtProjectDefaulted(made.app, sql, demo(id), day, () => {})
      }),
    notices: async (visitor: SignedInUser) =>
      (await db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1 order by id', [visitor.userId])).map(
        ({ kind }) => kind,
      ),
    borrowers: async () =>
      (
        await db.query<{ sum: string }>(
          `select coalesce(sum(amount), 0)::numeric(36, 8) as sum from leg where user_id is null and bucket = 'BORROWERS'`,
        )
      )[0]?.sum,
  }
}

const refusal = (of: Promise<unknown>): Promise<string> =>
  of.then(
    () => 'nothing',
    (error: { refusal?: string }) => error.refusal ?? String(error),
  )

describe('raising', () => {
  it('keeps the money with whoever put it in, who can withdraw it until it goes to the borrower', async () => {
    const { person, buy, preview, cancel, held, at, order, product, project } = await world()
    const ann = await person()
    const shown = await preview(ann, boats, '1000')
    expect(shown).toMatchObject({ rateKind: 'fixedByContract', exitRule: 'none', endTime: null })
    const lines = Object.fromEntries(shown.lines.map(({ key, value }) => [key, value]))
    expect(lines).toMatchObject({ annualRate: '0.08', interest: '19.72602739', repayTotal: '1019.72602739', left: '2000.00000000' })
    const bought = await buy(ann, boats, '1000')
    expect(bought).toMatchObject({ status: 0, endTime: null, exitTime: null, value: '1000.00000000' })
    expect(bought.cancelUntil).toBe(Date.parse('2027-01-04T16:00:00Z'))
    expect(await held(ann, 'INVEST')).toBe('1000.00000000')
    const listed = await product(boats, 2)
    expect(() => [z.encode(EarnProduct, listed), z.encode(ProductOrder, bought)]).not.toThrow()
    expect(listed.debt).toMatchObject({ target: '2000.00000000', raised: '1000.00000000', projectStatus: 1, repayTime: null })
    expect((await product(boats, 1)).debt?.raised).toBe('0.00000000')
    await at('2026-12-20 12:00:00')
    expect([(await order(ann, bought.id)).status, await project(boats)]).toEqual([0, 1])
    expect(await cancel(ann, bought.id)).toMatchObject({ status: 4, returned: '1000.00000000' })
    expect(await held(ann, 'AVAIL')).toBe('100000.00000000')
    expect((await product(boats, 2)).debt?.raised).toBe('0.00000000')
  })

  it('opens at its time, with the terms it had when it was announced', async () => {
    const made = await productFixture()
    ends.push(made.end)
    const { db, person, preview, buy, product, at } = made
    await db.query('update product set start_ms = $2 where id = $1', [boats, Date.parse('2026-11-30T02:00:00Z')])
    await made.work()
    await db.query(`update product set terms = terms || '{"annualRate": "0.01"}' where id = $1`, [boats])
    const ann = await person()
    expect((await product(boats, 2)).debt).toMatchObject({ projectStatus: 0, annualRate: '0.08' })
    expect((await product(boats, 2)).status).toBe(0)
    expect(await refusal(preview(ann, boats, '1000'))).toBe('productClosed')
    await at('2026-11-30 09:59:59')
    expect((await product(boats, 2)).debt?.projectStatus).toBe(0)
    await at('2026-11-30 10:00:00')
    expect((await product(boats, 2)).debt).toMatchObject({ projectStatus: 1, deadline: Date.parse('2027-01-13T16:00:00Z') })
    expect((await buy(ann, boats, '1000')).status).toBe(0)
  })

  it('refuses what would leave a rest that nobody can put in, and more than is left', async () => {
    const { person, buy, preview } = await world()
    const ann = await person()
    expect(await refusal(preview(ann, boats, '1950'))).toBe('validation')
    await buy(ann, boats, '1900')
    expect(await refusal(preview(ann, boats, '101'))).toBe('soldOut')
    await buy(ann, boats, '100')
    expect(await refusal(preview(ann, boats, '100'))).toBe('soldOut')
  })

  it('that ends while somebody waits to put in says that it is closed', async () => {
    const { person, preview, ask, calls, held, db } = await world()
    const ann = await person()
    const { confirmToken } = await preview(ann, boats, '1000')
    const late = (sql: Sql): Sql => ({
      query: async (text, values) => {
        if (text.startsWith('update product_sold'))
          await sql.query(`update debt_project set status = -1, closed_ms = 1 where product_id = $1 and book = 2`, [boats])
        return sql.query(text, values)
      },
    })
    const asked = { productId: boats, accountType: 2, money: asDecimal('1000'), confirmToken }
    expect(await refusal(ask(ann, (context) => calls.buyProduct(asked, context), late))).toBe('productClosed')
    expect(await held(ann, 'AVAIL')).toBe('100000.00000000')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('gives everything back when the target is not reached by the deadline, and takes no more', async () => {
    const { person, buy, at, order, held, project, preview, notices, product, db, borrowers } = await world()
    const [ann, bob] = [await person(), await person()]
    const [a, b] = [await buy(ann, boats, '1000'), await buy(bob, boats, '500')]
    await at('2027-01-04 23:59:59')
    expect(await project(boats)).toBe(1)
    await at('2027-01-05 00:00:00')
    expect(await project(boats)).toBe(-1)
    expect(await order(ann, a.id)).toMatchObject({ status: 4, returned: '1000.00000000' })
    expect((await order(bob, b.id)).status).toBe(4)
    expect([await held(ann, 'AVAIL'), await held(bob, 'AVAIL'), await borrowers()]).toEqual([
      '100000.00000000',
      '100000.00000000',
      '0.00000000',
    ])
    expect(await notices(ann)).toEqual(['debtFailed'])
    expect((await product(boats, 2)).status).toBe(3)
    expect(await refusal(preview(ann, boats, '1000'))).toBe('productClosed')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('starts at the midnight after it was funded; whoever leaves before makes room again', async () => {
    const { person, buy, cancel, at, order, project, product, held, borrowers, clock } = await world()
    const [ann, bob, cay] = [await person(), await person(), await person()]
    clock.advance(10 * hourMs)
    const a = await buy(ann, boats, '1200')
    const b = await buy(bob, boats, '800')
    await at('2026-11-21 20:00:00')
    expect([(await product(boats, 2)).status, await project(boats)]).toEqual([2, 1])
    await cancel(bob, b.id)
    expect((await product(boats, 2)).status).toBe(1)
    await at('2026-11-22 00:00:00')
    expect(await project(boats)).toBe(1)
    await buy(cay, boats, '800')
    await at('2026-11-22 23:59:59')
    expect(await project(boats)).toBe(1)
    await at('2026-11-23 00:00:00')
    expect(await project(boats)).toBe(2)
    expect(await order(ann, a.id)).toMatchObject({ status: 1, cancelUntil: null, exitFeeNow: null, redeemableNow: null })
    expect([await held(ann, 'INVEST'), await borrowers()]).toEqual(['0.00000000', '2000.00000000'])
    expect(await refusal(cancel(ann, a.id))).toBe('notCancellable')
    const { debt } = await product(boats, 2)
    expect(debt).toMatchObject({ raised: '2000.00000000', repayTime: Date.parse('2027-02-20T16:00:00Z') })
  })

  it('in REAL waits for the cooling-off of the newest', async () => {
    const { person, buy, at, project, cancel, clock } = await world()
    const ann = await person({ real: '5000' })
    clock.advance(10 * hourMs)
    const first = await buy(ann, boats, '1000', 1)
    await buy(ann, boats, '1000', 1)
    await at('2026-11-22 00:00:00')
    expect(await project(boats, 1)).toBe(1)
    await at('2026-11-22 09:59:59')
    await cancel(ann, first.id)
    await buy(ann, boats, '1000', 1)
    await at('2026-11-23 00:00:00')
    expect(await project(boats, 1)).toBe(1)
    await at('2026-11-24 00:00:00')
    expect([await project(boats, 1), await project(boats, 2)]).toEqual([2, 1])
  })
})

describe('repaying', () => {
  it('gives principal and interest at maturity, Z1 to eight decimals', async () => {
    const { person, buy, at, order, held, project, incomes, lines, notices, db, borrowers } = await world()
    const [ann, bob] = [await person(), await person()]
    const a = await buy(ann, 'clinic-penang', '1000')
    await buy(bob, 'clinic-penang', '1000')
    await at('2026-11-22 00:00:00')
    await at('2027-05-20 23:59:59')
    expect(await order(ann, a.id)).toMatchObject({ status: 1, incomeTotal: '0.00000000', daysDone: 179, days: 180 })
    await at('2027-05-21 00:00:00')
    expect(await order(ann, a.id)).toMatchObject({
      status: 2,
      incomeTotal: '44.38356164',
      incomeToday: '44.38356164',
      returned: '1000.00000000',
    })
    expect(await project('clinic-penang')).toBe(3)
    expect([await held(ann, 'AVAIL'), await held(bob, 'AVAIL')]).toEqual(['100044.38356164', '100044.38356164'])
    expect((await incomes(ann, a.id)).records).toMatchObject([{ day: '2027-05-20', amount: '44.38356164', paid: '1' }])
    expect((await lines(ann)).slice(-2).map((line) => line.split(' ')[0])).toEqual(['19', '18'])
    expect(await notices(ann)).toEqual(['debtStarted', 'productEnded'])
    expect(await borrowers()).toBe('-88.76712328')
    await at('2027-05-21 00:00:05')
    expect(await held(ann, 'AVAIL')).toBe('100044.38356164')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('pays monthly, the principal with the last, and in all what the term earns', async () => {
    const { person, buy, at, order, held, project, product, db } = await world()
    const ann = await person()
    const a = await buy(ann, store, '2000')
    await at('2026-11-22 00:00:00')
    await at('2026-12-22 00:00:00')
    expect(await order(ann, a.id)).toMatchObject({ status: 1, incomeTotal: '17.26027397' })
    expect((await product(store, 2)).debt?.repayTime).toBe(Date.parse('2027-01-20T16:00:00Z'))
    for (let n = 2; n <= 12; n++) await at(`${addServerDays('2026-11-22', 30 * n)} 00:00:00`)
    expect(await order(ann, a.id)).toMatchObject({ status: 2, incomeTotal: '207.12328767', returned: '2000.00000000' })
    expect([await project(store), await held(ann, 'AVAIL')]).toEqual([3, '100207.12328767'])
    expect(await db.query('select count(*) from product_income')).toEqual([{ count: '12' }])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('catches up what fell due while no server ran, each instalment once', async () => {
    const { person, buy, at, order, db, work } = await world()
    const ann = await person()
    const a = await buy(ann, store, '2000')
    await at('2027-03-25 09:00:00')
    for (let n = 0; n < 6; n++) await work()
    // Funded on the 21st: it started on the 22nd though nobody looked.
    expect(await order(ann, a.id)).toMatchObject({ status: 1, incomeTotal: '69.04109589' })
    expect(await db.query('select number from debt_due where paid_ms is not null order by number')).toHaveLength(4)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is late after five days, which is said once, and no longer when it came in', async () => {
    const { person, buy, at, order, repay, notices, project } = await world({ alone: true })
    const ann = await person()
    const a = await buy(ann, boats, '2000')
    await at('2026-11-22 00:00:00')
    await at('2027-02-24 23:59:59')
    expect((await order(ann, a.id)).lateSince).toBeNull()
    await at('2027-02-25 00:00:00')
    await at('2027-02-26 00:00:00')
    expect((await order(ann, a.id)).lateSince).toBe(Date.parse('2027-02-19T16:00:00Z'))
    expect(await notices(ann)).toEqual(['debtStarted', 'debtLate'])
    expect(await repay(boats)).toMatchObject({ number: 1, amount: '2039.45205479' })
    expect((await order(ann, a.id)).lateSince).toBeNull()
    await at('2027-02-26 00:00:10')
    expect(await order(ann, a.id)).toMatchObject({ status: 2, incomeTotal: '39.45205479', returned: '2000.00000000', lateSince: null })
    expect(await project(boats)).toBe(3)
    expect(await repay(boats)).toBe('notRepaying')
  })

  it('goes on without the orders of a demo book that is reset', async () => {
    const { person, buy, at, order, db, clock, project, held } = await world()
    const [ann, bob] = [await person(), await person()]
    const [a, b] = [await buy(ann, boats, '1000'), await buy(bob, boats, '1000')]
    const waiting = await buy(ann, store, '500')
    await at('2026-11-22 00:00:00')
    await db.transaction(async (sql) => {
      await lockWallet(sql, ann.userId, 2)
      await createDemoProductOrderResetter()({ sql, userId: ann.userId, at: clock.now(), app: {} } as never)
    })
    expect([(await order(ann, a.id)).status, (await order(ann, waiting.id)).status]).toEqual([2, 4])
    expect(await held(ann, 'AVAIL')).toBe('99000.00000000')
    await at('2027-02-20 00:00:00')
    expect([(await order(bob, b.id)).incomeTotal, (await order(ann, a.id)).incomeTotal]).toEqual(['19.72602739', '0.00000000'])
    expect(await project(boats)).toBe(3)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('skips a frozen order until it goes on', async () => {
    const { person, buy, at, order, db, app, project } = await world()
    const [ann, bob] = [await person(), await person()]
    const [a, b] = [await buy(ann, boats, '1000'), await buy(bob, boats, '1000')]
    await at('2027-02-18 00:00:00')
    await db.transaction((sql) => freezeProductOrder(app, sql, a.orderNo, 'legal_order', 72, () => {}))
    await at('2027-02-20 00:00:00')
    expect([(await order(ann, a.id)).status, (await order(bob, b.id)).status, await project(boats)]).toEqual([3, 2, 2])
    await db.transaction((sql) => unfreezeProductOrder(app, sql, a.orderNo, () => {}))
    await at('2027-02-20 00:00:10')
    expect(await order(ann, a.id)).toMatchObject({ status: 2, incomeTotal: '19.72602739' })
    expect(await project(boats)).toBe(3)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

describe('default', () => {
  it('comes thirty days after what was due; recoveries are shared pro rata, principal first, until nothing more comes', async () => {
    const { person, buy, at, order, held, recover, repay, project, notices, db, borrowers } = await world({ alone: true })
    const [ann, bob] = [await person(), await person()]
    const [a, b] = [await buy(ann, boats, '1500'), await buy(bob, boats, '500')]
    await at('2026-11-22 00:00:00')
    await at('2027-03-21 23:59:59')
    expect([await project(boats), (await order(ann, a.id)).status]).toEqual([2, 1])
    await at('2027-03-22 00:00:00')
    expect([await project(boats), (await order(ann, a.id)).status, (await order(bob, b.id)).status]).toEqual([-2, 6, 6])
    expect((await order(ann, a.id)).value).toBe('0.00000000')
    expect(await repay(boats)).toBe('notRepaying')
    expect(await recover(boats, '2039.45205479')).toBe('moreThanOwed')
    expect(await recover(boats, '1000')).toMatchObject({ claims: '2039.45205478', is_final: false })
    expect(await recover(boats, '1')).toBe('waiting')
    await at('2027-03-22 00:00:10')
    // 1,000 of 2,039.45 that are owed: 1,529.589 and 509.863 of it are theirs.
    expect(await order(ann, a.id)).toMatchObject({ status: 6, returned: '750.00000000', incomeTotal: '0.00000000' })
    expect(await order(bob, b.id)).toMatchObject({ status: 6, returned: '249.99999999' })
    expect(await recover(boats, '1')).toBe('onceADay')
    await at('2027-04-01 12:00:00')
    expect(await recover(boats, '1020', true)).toMatchObject({ is_final: true })
    await at('2027-04-01 12:00:05')
    const [over, his] = [await order(ann, a.id), await order(bob, b.id)]
    expect([over.status, his.status, await project(boats)]).toEqual([2, 2, 3])
    expect(over).toMatchObject({ returned: '1500.00000000', incomeTotal: '14.99999999' })
    expect(his).toMatchObject({ returned: '500.00000000' })
    expect(Number(await held(ann, 'AVAIL')) + Number(await held(bob, 'AVAIL'))).toBeCloseTo(200_000 - 2000 + 2020, 6)
    // What is left of the 2,020 by rounding down lies with the borrowers' account still.
    expect(Number(await borrowers())).toBeGreaterThanOrEqual(-20)
    expect(await notices(ann)).toEqual(['debtStarted', 'debtLate', 'debtDefaulted', 'debtRecovered', 'debtClosed'])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('that is called earlier owes interest up to that day; all that is owed ends it', async () => {
    const { person, buy, at, order, recover, callDefault, project, db } = await world({ alone: true })
    const ann = await person()
    const a = await buy(ann, boats, '2000')
    await at('2026-11-22 00:00:00')
    await at('2026-12-22 12:00:00')
    await callDefault(boats, '2026-12-22')
    expect(await order(ann, a.id)).toMatchObject({ status: 6 })
    expect(await recover(boats, '2013.15068493')).toMatchObject({ is_final: true })
    await at('2026-12-22 12:00:10')
    expect(await order(ann, a.id)).toMatchObject({ status: 2, returned: '2000.00000000', incomeTotal: '13.15068493' })
    expect(await project(boats)).toBe(3)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('reaches a frozen order when it goes on, which counts among those that are owed', async () => {
    const { person, buy, at, order, recover, callDefault, project, db, app } = await world({ alone: true })
    const [ann, bob] = [await person(), await person()]
    const [a, b] = [await buy(ann, boats, '1000'), await buy(bob, boats, '1000')]
    await at('2026-11-22 00:00:00')
    await db.transaction((sql) => freezeProductOrder(app, sql, a.orderNo, 'sanction_match', 48, () => {}))
    await callDefault(boats, '2026-11-22')
    expect(await recover(boats, '600', true)).toMatchObject({ claims: '2000.00000000' })
    await at('2026-11-22 00:00:10')
    expect([(await order(ann, a.id)).status, (await order(bob, b.id)).status, await project(boats)]).toEqual([3, 2, -2])
    await at('2026-11-24 00:00:00')
    await at('2026-11-24 00:00:10')
    expect(await order(ann, a.id)).toMatchObject({ status: 2, returned: '300.00000000' })
    expect(await project(boats)).toBe(3)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('can end with nothing', async () => {
    const { person, buy, at, order, recover, callDefault, held, project } = await world({ alone: true })
    const ann = await person()
    const a = await buy(ann, boats, '2000')
    await at('2026-11-22 00:00:00')
    await callDefault(boats, '2026-11-22')
    expect(await recover(boats, '0')).toBe('nothingOwed')
    expect(await recover(boats, '0', true)).toMatchObject({ amount: '0.00000000' })
    await at('2026-11-23 00:00:00')
    expect(await order(ann, a.id)).toMatchObject({ status: 2, returned: '0.00000000' })
    expect([await project(boats), await held(ann, 'AVAIL')]).toEqual([3, '98000.00000000'])
  })
})

describe('a default after a payment that came early', () => {
  it('shares out no more than came in', async () => {
    const { person, buy, at, order, repay, recover, callDefault, borrowers, held, db } = await world({ alone: true })
    const [ann, bob] = [await person(), await person()]
    const [a, b] = [await buy(ann, store, '1000'), await buy(bob, store, '1000')]
    await at('2026-11-22 00:00:00')
    // Interest for 30 days came on the 5th; on the 20th nothing more is expected.
    await at('2026-11-27 12:00:00')
    await repay(store)
    await at('2026-11-27 12:00:05')
    await callDefault(store, '2026-12-12')
    const before = Number(await borrowers())
    expect(await recover(store, '1000')).toMatchObject({ claims: '2000.00000000' })
    await at('2026-12-12 12:00:00')
    expect([await order(ann, a.id), await order(bob, b.id)]).toMatchObject([{ returned: '500.00000000' }, { returned: '500.00000000' }])
    expect(before - Number(await borrowers())).toBeCloseTo(1000, 8)
    expect(Number(await held(ann, 'AVAIL'))).toBeCloseTo(99_500 + Number((await order(ann, a.id)).incomeTotal), 8)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

describe('staff', () => {
  it('enter what a borrower paid: in REAL somebody else agrees before it is shared out, and all of it is logged', async () => {
    const { person, buy, at, order, db, app, project, held } = await world({ alone: true })
    const desk: OperatorContext = { app, kinds: [] }
    const now = () => app.clock.now()
    const member = async (name: string) =>
      requireStaffByKey(db, (await addStaff(db, { name, roles: ['risk'], by: 'machine:test', now: now() })).key)
    const [mia, tom] = [await member('mia'), await member('tom')]
    const says = (of: Promise<unknown>) => of.then(String, (error: Error) => error.message)
    const real = { product_id: boats, book: 1 as const }
    const ann = await person({ real: '5000' })
    const a = await buy(ann, boats, '2000', 1)
    expect(await says(enterDebtRepayment(desk, mia, real))).toMatch(/not repaying/)
    await at('2026-11-23 00:00:00')
    await at('2027-02-21 09:00:00')
    const receipt = await enterDebtRepayment(desk, mia, real)
    expect(receipt).toMatchObject({ status: 0, amount: '2039.45205479' })
    expect(await says(enterDebtRepayment(desk, tom, real))).toMatch(/waits/)
    await at('2027-02-21 09:01:00')
    expect((await order(ann, a.id)).status).toBe(1)
    expect(await says(approveDebtReceipt(desk, mia, receipt.id))).toMatch(/Somebody else/)
    expect(await says(approveDebtReceipt(desk, await member('new'), receipt.id))).toMatch(/joined after/)
    await approveDebtReceipt(desk, tom, receipt.id)
    expect(await says(approveDebtReceipt(desk, tom, receipt.id))).toMatch(/already/)
    await at('2027-02-21 09:01:10')
    expect([(await order(ann, a.id)).status, await project(boats, 1)]).toEqual([2, 3])
    expect(await held(ann, 'AVAIL', 'USDT', 1)).toBe('5039.45205479')
    const entries = (await newestStaffLogEntries(db, 100)).filter((staffLogEntry) => staffLogEntry.action.startsWith('debt.'))
    expect(entries.map(({ action }) => action)).toEqual(['debt.repay', 'debt.agree'])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('call a default for a reason, decline what was entered in error, and enter what was recovered', async () => {
    const { person, buy, at, order, db, app, project, product } = await world({ alone: true })
    const desk: OperatorContext = { app, kinds: [] }
    const { key } = await addStaff(db, { name: 'mia', roles: ['risk'], by: 'machine:test', now: app.clock.now() })
    const mia = await requireStaffByKey(db, key)
    const [demo, real] = [
      { product_id: boats, book: 2 as const },
      { product_id: boats, book: 1 as const },
    ]
    const ann = await person({ real: '5000' })
    const a = await buy(ann, boats, '2000')
    await buy(ann, boats, '2000', 1)
    await at('2026-11-23 00:00:00')
    const entered = await enterDebtRepayment(desk, mia, real)
    await declineDebtReceipt(desk, mia, entered.id)
    expect((await listDebtProjects(desk, mia)).filter(({ project: { status } }) => status === 2)).toHaveLength(2)
    await expect(declareDebtDefault(desk, mia, demo, 'short')).rejects.toThrow('10 to 300')
    await declareDebtDefault(desk, mia, demo, 'the boats were sold')
    expect([await project(boats), await project(boats, 1)]).toEqual([-2, 2])
    await expect(enterDebtRecovery(desk, mia, demo, asDecimal('-1'), false)).rejects.toThrow('below zero')
    expect(await enterDebtRecovery(desk, mia, demo, asDecimal('700'), true)).toMatchObject({ status: 1 })
    await at('2026-11-23 00:00:10')
    expect(await order(ann, a.id)).toMatchObject({ status: 2, returned: '700.00000000' })
    // Over, and never taken for repaid.
    expect((await product(boats, 2)).debt).toMatchObject({ projectStatus: 3, hasDefaulted: true })
    expect((await product(boats, 1)).debt).toMatchObject({ projectStatus: 2, hasDefaulted: false })
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

describe('the database', () => {
  it('lets a project and its orders go forward alone', async () => {
    const { person, buy, at, db } = await world()
    const ann = await person()
    const a = await buy(ann, boats, '2000')
    const fails = (text: string, values: unknown[] = []) => expect(db.query(text, values)).rejects.toMatchObject({ code: 'FL002' })
    const set = (what: string) => fails(`update debt_project set ${what} where product_id = $1 and book = 2`, [boats])
    await set('status = 3')
    await set('status = -2')
    await set('annual_rate = 0.01')
    await fails('update product_order set status = 1 where id = $1', [a.id])
    await at('2026-11-22 00:00:00')
    await set('status = 1')
    await set('status = -1')
    await set(`start_day = '2026-11-23'`)
    await fails('update product_order set status = 6 where id = $1', [a.id])
    await fails('update debt_due set due_day = $1', ['2030-01-01'])
    await fails('delete from debt_project')
    await at('2027-02-20 00:00:00')
    await set('status = 2')
    await fails('update product_order set status = 1 where id = $1', [a.id])
    await fails('update debt_receipt set amount = 1')
    await expect(db.query('update debt_share set principal = 1')).rejects.toThrow('debt_share')
  })
})

describe('crashes and two servers', () => {
  const many = async () => {
    const made = await world()
    const { person, buy } = made
    const people = await Promise.all(Array.from({ length: 10 }, () => person()))
    for (const person of people) {
      await buy(person, boats, '100')
      await buy(person, boats, '100')
    }
    return { ...made, people }
  }

  it('start, pay and end each order once though the server dies again and again', async () => {
    const { db, app, kinds, clock, held, people, project } = await many()
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const dieThroughout = async () => {
      for (let dies = 2; dies < 90; dies += 5) await runDueProductJobs({ ...app, db: dying(db, dies) }, kinds)
      await runDueProductJobs(app, kinds)
      await runDueProductJobs(app, kinds)
    }
    clock.advance(24 * hourMs)
    await dieThroughout()
    expect(await project(boats)).toBe(2)
    expect(await findAllLedgerViolations(db)).toEqual([])
    clock.advance(90 * 24 * hourMs)
    await dieThroughout()
    expect(await project(boats)).toBe(3)
    for (const person of people) expect(await held(person, 'AVAIL')).toBe('100003.94520546')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('do it once with two at the same time', async () => {
    const { db, app, kinds, clock, held, people, project } = await many()
    const both = async () => {
      await Promise.all([runDueProductJobs(app, kinds), runDueProductJobs({ ...app }, kinds), runDueProductJobs({ ...app }, kinds)])
      await runDueProductJobs(app, kinds)
    }
    clock.advance(24 * hourMs)
    await both()
    expect(await project(boats)).toBe(2)
    clock.advance(90 * 24 * hourMs)
    await both()
    expect(await project(boats)).toBe(3)
    for (const person of people) expect(await held(person, 'AVAIL')).toBe('100003.94520546')
    expect(await db.query('select count(*) from debt_share')).toEqual([{ count: '20' }])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('refund a failed project once, also who withdraws or joins in that moment', async () => {
    const made = await world()
    const { db, app, kinds, clock, held, person, buy, preview, buyWith, cancel, project } = made
    const people = await Promise.all(Array.from({ length: 8 }, () => person()))
    const orders = []
    for (const person of people) orders.push(await buy(person, boats, '100'))
    clock.advance(45 * 24 * hourMs - 1000)
    const late = await person()
    const { confirmToken } = await preview(late, boats, '100')
    clock.advance(1000)
    const leaving = orders.slice(0, 4).map((order, n) => refusal(cancel(people[n] as SignedInUser, order.id)))
    const joining = refusal(buyWith(late, boats, '100', confirmToken))
    await Promise.all([runDueProductJobs(app, kinds), runDueProductJobs({ ...app }, kinds), ...leaving, joining])
    await runDueProductJobs(app, kinds)
    expect(await project(boats)).toBe(-1)
    for (const person of [...people, late]) expect(await held(person, 'AVAIL')).toBe('100000.00000000')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('sells the last of a project once', async () => {
    const { person, preview, buyWith, product, db } = await world()
    const people = await Promise.all(Array.from({ length: 20 }, () => person()))
    const tokens = await Promise.all(people.map(async (person) => (await preview(person, boats, '500')).confirmToken))
    const came = await Promise.all(people.map((person, n) => refusal(buyWith(person, boats, '500', tokens[n]))))
    expect(came.filter((outcome) => outcome === 'nothing')).toHaveLength(4)
    expect((await product(boats, 2)).debt?.raised).toBe('2000.00000000')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

/** A database that is lost at its so-manieth statement, and whatever was not committed with it. */
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
