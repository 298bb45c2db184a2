import { afterEach, describe, expect, it } from 'vitest'
import { wireTimeToInstant } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { recheckReceipt } from '#rules/recheck/recheckReceipt.ts'
import { addServerDays } from '#rules/serverDay.ts'
import { demoHandlers } from '#server/demo/handlers.ts'
import { fairnessHandlers } from '#server/fairness/handlers.ts'
import { readPublishedSigningKeys } from '#server/core/signingKeys.ts'
import { reservesSigningText } from '#rules/signedNumbers.ts'
import { checkSettlementsByReplayNow } from '#server/fairness/replay.ts'
import { settlementHandlers } from '#server/fairness/settlement.ts'
import { existsOrderNoOfUser } from '#server/core/ownOrder.ts'
import { freezeProductOrderAsStaff, unfreezeProductOrderAsStaff } from '#server/operator/products.ts'
import { createEarnReserveLiabilitiesReader } from '#server/products/coverage.ts'
import { createDemoProductOrderResetter } from '#server/products/demoReset.ts'
import { productSettlementExplainers } from '#server/products/explain.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import { createProductGainsValuationReader } from '#server/products/valuation.ts'
import { walletHandlers } from '#server/wallet/handlers.ts'
import { dayMs, hourMs, productFixture } from './productFixture.ts'

// Arbitrage hosting, a loan to a borrower, and what all earn products share (docs/rules/earn.md; vectors A1 to A4).

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

describe('an order from its purchase to its end', () => {
  it('takes the money, starts at midnight, earns each day and gives the principal back (A1)', async () => {
    const { person, buy, held, at, publish, order, incomes, lines, db, orders } = await world()
    const ann = await person()
    const bought = await buy(ann, 'harbour-7', '10000')
    expect(await existsOrderNoOfUser(db, ann.userId, bought.orderNo)).toBe(true)
    expect(bought).toMatchObject({ status: 0, money: '10000.00000000', days: 7, daysDone: 0, incomeTotal: '0.00000000' })
    expect(await held(ann, 'AVAIL')).toBe('90000.00000000')
    expect(await held(ann, 'INVEST')).toBe('10000.00000000')

    await publish('2026-11-22')
    await at('2026-11-22 00:00:01')
    expect(await order(ann, bought.id)).toMatchObject({ status: 1, incomeTotal: '0.00000000' })
    await at('2026-11-23 00:59:59')
    expect((await order(ann, bought.id)).incomeTotal).toBe('0.00000000')
    await at('2026-11-23 01:00:00')
    // A1: 0.0100 %, 0.0085 % and 0.0120 % bring 0.0002135 of 10,000, but this product gives 0.0002 at most.
    expect(await order(ann, bought.id)).toMatchObject({ incomeTotal: '2.00000000', incomeToday: '2.00000000', daysDone: 1 })
    for (let n = 23; n < 29; n++) {
      await publish(`2026-11-${n}`)
      await at(`2026-11-${n + 1} 01:00:00`)
    }
    const over = await order(ann, bought.id)
    expect(over).toMatchObject({ status: 2, incomeTotal: '14.00000000', returned: '10000.00000000', daysDone: 7 })
    expect(over.closeTime).not.toBeNull()
    expect(await held(ann, 'AVAIL')).toBe('100014.00000000')
    expect(await held(ann, 'INVEST')).toBe('0.00000000')
    const came = await incomes(ann, bought.id)
    expect(came.total).toBe(7)
    expect(came.records[0]).toMatchObject({ day: '2026-11-28', basis: '0.0002', paid: '1', amount: '2.00000000', currency: 'USDT' })
    expect((await lines(ann)).slice(0, 3)).toEqual([
      '17 10000.00000000 → 10000.00000000',
      '17 -10000.00000000 → 90000.00000000',
      '18 2.00000000 → 90002.00000000',
    ])
    expect((await orders(ann)).records).toHaveLength(1)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('has A1 and A2 to eight decimals', async () => {
    const { person, buy, passDays, order, product } = await world()
    const ann = await person({ level: 2 })
    const bought = await buy(ann, 'harbour-90', '10000')
    await passDays(1)
    await passDays(1, ['0.000100', '0.000085', '0.000120'])
    expect((await order(ann, bought.id)).incomeTotal).toBe('2.13500000')
    await passDays(1, ['-0.0001', '-0.00002', '0.00001'])
    expect(await order(ann, bought.id)).toMatchObject({ incomeTotal: '2.13500000', incomeToday: '0.00000000', daysDone: 2 })
    expect((await product('harbour-90')).last30).toEqual({ avg: '0.00010675', min: '0', max: '0.0002135', zeroDays: 1, days: 2 })
  })

  it('is left the next midnight: the fee is out of the income, the principal comes back whole (A3)', async () => {
    const { person, buy, passDays, order, exit, held, clock, at, db } = await world()
    const ann = await person({ level: 2 })
    const bought = await buy(ann, 'harbour-90', '10000')
    await passDays(11)
    expect(await order(ann, bought.id)).toMatchObject({
      incomeTotal: '21.35000000',
      exitFeeNow: '21.35000000',
      redeemableNow: '10000.00000000',
      exitFee: null,
    })
    clock.advance(9 * hourMs)
    const left = await exit(ann, bought.id)
    // What it costs is known and shown until it is paid, and afterwards.
    expect(left).toMatchObject({ status: 5, exitFee: '21.35000000' })
    await at('2026-12-02 23:59:59')
    expect((await order(ann, bought.id)).status).toBe(5)
    await at('2026-12-03 00:00:00')
    expect(await order(ann, bought.id)).toMatchObject({
      status: 2,
      returned: '10000.00000000',
      incomeTotal: '21.35000000',
      exitFee: '21.35000000',
    })
    expect(await held(ann, 'AVAIL')).toBe('100000.00000000')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('pays only the share that the reserve has, says so, and sells no more (A4)', async () => {
    const { person, buy, preview, passDays, order, setReserve, reserveOf, product, db, ask, calls } = await world()
    const ann = await person({ level: 2, real: '100000' })
    await setReserve('USDT', '1000')
    const bought = await buy(ann, 'harbour-90', '10000', 1)
    await setReserve('USDT', '2.13500000')
    await passDays(2)
    expect((await order(ann, bought.id)).incomeTotal).toBe('2.13500000')
    expect(await reserveOf()).toBe('0.00000000')
    // 84 % of what is due is there.
    await setReserve('USDT', '1.79340000')
    await passDays(1)
    expect((await order(ann, bought.id)).incomeTotal).toBe('3.92840000')
    expect(await reserveOf()).toBe('0.00000000')
    expect((await product('harbour-90')).backing.reserveCoverage).toBe('0.0000')
    expect(await refusal(preview(ann, 'harbour-7', '100', 1))).toBe('reserveUnfunded')
    const days = await ask(ann, (context) => calls.productDays({ id: 'harbour-90', days: 2, accountType: 1 }, context))
    expect(days.map(({ paid }) => paid)).toEqual(['0.84', '1'])
    const [notice] = await db.query<{ params: object }>(`select params from inbox_notice where kind = 'productShort'`)
    expect(notice?.params).toMatchObject({ percent: '84', name: 'Harbour 90' })
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is cancelled whole before it starts, in REAL for 24 hours, and not later', async () => {
    const { person, buy, cancel, held, clock, at, db } = await world()
    const ann = await person({ real: '1000' })
    const demo = await buy(ann, 'harbour-7', '500')
    expect(await cancel(ann, demo.id)).toMatchObject({ status: 4, returned: '500.00000000' })
    expect(await held(ann, 'AVAIL')).toBe('100000.00000000')
    expect(await refusal(cancel(ann, demo.id))).toBe('notCancellable')
    clock.advance(12 * hourMs)
    const real = await buy(ann, 'harbour-7', '500', 1)
    const late = await buy(ann, 'harbour-7', '400', 1)
    const started = await buy(ann, 'harbour-7', '500')
    await at('2026-11-22 11:59:59')
    expect((await cancel(ann, real.id)).status).toBe(4)
    expect(await refusal(cancel(ann, started.id))).toBe('notCancellable')
    await at('2026-11-22 12:00:00')
    expect(await refusal(cancel(ann, late.id))).toBe('notCancellable')
    expect(await held(ann, 'AVAIL', 'USDT', 1)).toBe('600.00000000')
    const sold = await db.query('select book, amount from product_sold order by book')
    expect(sold).toEqual([
      { book: 1, amount: '400.00000000' },
      { book: 2, amount: '500.00000000' },
    ])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

// Every state of a debt project is in tests/bonds; this one is here so that a wrong payout shows at every change.
describe('what is lent to a borrower', () => {
  it('comes back with its interest at the end, and monthly with the principal in the last part', async () => {
    const { person, buy, at, order, held, work, db } = await world()
    // Short terms: each day that passes here takes its time.
    await db.query(
      `update product set terms = terms || '{"target": "2000"}', total_cap = 2000, days = case id when 'clinic-penang' then 3 else 31 end where type = 5`,
    )
    await work()
    const [ann, bob] = [await person(), await person()]
    const once = await buy(ann, 'clinic-penang', '2000')
    const monthly = await buy(bob, 'cold-store-da-nang', '2000')
    await at('2026-11-22 00:00:00')
    expect([await held(ann, 'INVEST'), await held(bob, 'INVEST')]).toEqual(['0.00000000', '0.00000000'])
    await at('2026-11-25 00:00:00')
    expect(await order(ann, once.id)).toMatchObject({ status: 2, incomeTotal: '1.47945205', returned: '2000.00000000' })
    expect(await held(ann, 'AVAIL')).toBe('100001.47945205')
    await at('2026-12-22 00:00:00')
    expect(await order(bob, monthly.id)).toMatchObject({ status: 1, incomeTotal: '17.26027397' })
    expect(await held(bob, 'AVAIL')).toBe('98017.26027397')
    await at('2026-12-23 00:00:00')
    expect(await order(bob, monthly.id)).toMatchObject({ status: 2, incomeTotal: '17.83561643', returned: '2000.00000000' })
    expect(await held(bob, 'AVAIL')).toBe('100017.83561643')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

describe('days', () => {
  it('counts a month, the turn of the year and a leap day', async () => {
    const { person, buy, passDays, order, db } = await world({ startMs: Date.parse('2027-12-29T16:00:00Z') })
    const ann = await person({ level: 2 })
    const bought = await buy(ann, 'harbour-90', '10000')
    await passDays(92)
    const over = await order(ann, bought.id)
    expect(over).toMatchObject({ status: 2, daysDone: 90, incomeTotal: '192.15000000' })
    const days = (await db.query<{ day: string }>('select day from product_income where order_id = $1 order by day', [bought.id])).map(
      ({ day }) => day,
    )
    expect(days).toHaveLength(90)
    expect(days[0]).toBe('2027-12-31')
    expect(days).toContain('2028-02-29')
    expect(days.at(-1)).toBe('2028-03-29')
  })

  it('catches up three days of silence day by day, each once', async () => {
    const { person, buy, passDays, publish, at, order, db } = await world()
    const ann = await person({ level: 2 })
    const bought = await buy(ann, 'harbour-90', '10000')
    await passDays(2)
    // Nobody works on the 23rd, 24th and 25th.
    for (const [n, rate] of ['0.0001', '0.0002', '0.0003'].entries()) await publish(addServerDays('2026-11-23', n), [rate, '0', '0'])
    await at('2026-11-26 09:00:00')
    await at('2026-11-26 09:00:05')
    expect((await order(ann, bought.id)).incomeTotal).toBe('6.33500000')
    const rows = await db.query('select day, amount from product_income where order_id = $1 order by day', [bought.id])
    expect(rows).toEqual([
      { day: '2026-11-22', amount: '2.13500000' },
      { day: '2026-11-23', amount: '0.70000000' },
      { day: '2026-11-24', amount: '1.40000000' },
      { day: '2026-11-25', amount: '2.10000000' },
    ])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('ends an order whose whole life passed in silence', async () => {
    const { person, buy, publish, at, order, held } = await world()
    const ann = await person()
    const bought = await buy(ann, 'harbour-7', '1000')
    for (let n = 0; n < 9; n++) await publish(addServerDays('2026-11-21', n), ['0.0001', '0', '0'])
    await at('2026-12-10 12:00:00')
    expect(await order(ann, bought.id)).toMatchObject({ status: 2, incomeTotal: '0.49000000', daysDone: 7 })
    expect(await held(ann, 'AVAIL')).toBe('100000.49000000')
  })

  it('waits for funding that may still be published, and takes what nobody recorded for nothing', async () => {
    const { person, buy, publish, at, order, pass, clock, work, seen } = await world()
    const ann = await person({ level: 2 })
    const bought = await buy(ann, 'harbour-90', '10000')
    await publish('2026-11-22', ['0.0001', '0.0001'])
    await at('2026-11-23 01:00:00')
    expect((await order(ann, bought.id)).daysDone).toBe(0)
    // A second of a later time is recorded: the third rate will never be.
    await pass(2)
    await at('2026-11-23 01:00:10')
    expect(await order(ann, bought.id)).toMatchObject({ daysDone: 1, incomeTotal: '1.40000000' })
    // Nothing at all is recorded any more: nobody waits for longer than two hours.
    clock.set(wireTimeToInstant('2026-11-24 01:00:00'))
    await work(seen)
    clock.set(wireTimeToInstant('2026-11-24 02:59:59'))
    await work(seen)
    expect((await order(ann, bought.id)).daysDone).toBe(1)
    clock.set(wireTimeToInstant('2026-11-24 03:00:00'))
    await work(seen)
    expect(await order(ann, bought.id)).toMatchObject({ daysDone: 2, incomeTotal: '1.40000000' })
  })
})

describe('a receipt', () => {
  it('follows from the published funding, for each day and for the order, and shows a wrong digit', async () => {
    const { app, kinds, person, buy, passDays, exit, order, ask } = await world()
    const [ann, bob] = [await person({ level: 2 }), await person()]
    const bought = await buy(ann, 'harbour-90', '10000')
    await passDays(3, ['0.0001', '0.00005', '-0.00001'])
    await exit(ann, bought.id)
    await passDays(1)
    expect((await order(ann, bought.id)).status).toBe(2)
    const sandbox = { ...app, config: { ...app.config, marketFeed: { kind: 'sim' } as const } }
    const calls = settlementHandlers(sandbox, productSettlementExplainers(kinds))
    const info = (who: typeof ann, refType: string, refId: string) => ask(who, (context) => calls.info({ refType, refId }, context))
    const day = await info(ann, 'productIncome', `${bought.id}-2026-11-22`)
    expect(day).toMatchObject({ formula: 'hosting', result: { name: 'income', value: '0.98000000' } })
    expect(day.priceRecords.map(({ use, price }) => [use, price])).toEqual([
      ['funding1', '0.0001000000'],
      ['funding2', '0.0000500000'],
      ['funding3', '-0.0000100000'],
    ])
    expect(day.postings).toHaveLength(1)
    expect(recheckReceipt(day)?.map(({ name, isSame }) => [name, isSame])).toEqual([
      ['dayRate', true],
      ['income', true],
    ])
    const forged = {
      ...day,
      figures: day.figures.map((figure) => (figure.name === 'income' ? { ...figure, value: '0.98000001' } : figure)),
    }
    expect(recheckReceipt(forged)?.map(({ isSame }) => isSame)).toEqual([true, false])
    const whole = await info(ann, 'product', bought.id)
    expect(whole.figures).toEqual([
      { name: 'returned', value: '10000.00000000', unit: 'USDT' },
      { name: 'fee', value: '1.96000000', unit: 'USDT' },
      { name: 'net', value: '0.00000000', unit: 'USDT' },
    ])
    expect(recheckReceipt(whole)?.every(({ isSame }) => isSame)).toBe(true)
    expect(await refusal(info(bob, 'productIncome', `${bought.id}-2026-11-22`))).toBe('notFound')
    expect(await refusal(info(bob, 'product', bought.id))).toBe('notFound')
    const counts = await checkSettlementsByReplayNow(sandbox, productSettlementExplainers(kinds))
    expect(counts).toEqual({ checked: 3, unproved: 0, mismatches: 0 })
  })
})

describe('a frozen order', () => {
  it('goes on earning, and what came meanwhile waits with it', async () => {
    const { app, person, buy, passDays, order, held, exit, at, db } = await world()
    const ann = await person({ level: 2 })
    const staff = { id: '1', name: 'rita', roles: ['risk'], addedAt: app.clock.now(), endedAt: undefined } as const
    const desk = { app, kinds: [] }
    const bought = await buy(ann, 'harbour-90', '10000')
    await passDays(2)
    const note = 'court order 7 of 2026'
    await expect(freezeProductOrderAsStaff(desk, staff, bought.orderNo, 'mood', 5, note)).rejects.toThrow('no reason')
    await expect(freezeProductOrderAsStaff(desk, staff, bought.orderNo, 'legal_order', 73, note)).rejects.toThrow('72')
    await expect(freezeProductOrderAsStaff(desk, { ...staff, roles: ['auditor'] }, bought.orderNo, 'legal_order', 5, note)).rejects.toThrow(
      'may not',
    )
    await freezeProductOrderAsStaff(desk, staff, bought.orderNo, 'legal_order', 72, note)
    expect(await order(ann, bought.id)).toMatchObject({ status: 3, frozenReason: 'legal_order', exitFeeNow: null, cancelUntil: null })
    expect(await refusal(exit(ann, bought.id))).toBe('stateConflict')
    await passDays(1)
    expect(await order(ann, bought.id)).toMatchObject({ status: 3, incomeTotal: '4.27000000' })
    expect(await held(ann, 'AVAIL')).toBe('90002.13500000')
    expect(await held(ann, 'INVEST')).toBe('10002.13500000')
    expect(await findAllLedgerViolations(db)).toEqual([])
    // Nobody froze it again: after 72 hours it goes on by itself.
    await at('2026-11-26 01:00:02')
    expect(await order(ann, bought.id)).toMatchObject({ status: 1, frozenReason: null })
    expect(await held(ann, 'INVEST')).toBe('10000.00000000')
    await freezeProductOrderAsStaff(desk, staff, bought.orderNo, 'sanction_match', 10, note)
    await unfreezeProductOrderAsStaff(desk, staff, bought.orderNo)
    expect((await order(ann, bought.id)).status).toBe(1)
    const log = await db.query<{ body: string }>('select body from operator_log order by seq')
    expect(log.map(({ body }) => (JSON.parse(body) as { action: string }).action)).toEqual([
      'product.freeze',
      'product.freeze',
      'product.unfreeze',
    ])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

describe('the house', () => {
  it('publishes what its reserves hold and cover, signed', async () => {
    const { app, person, buy, ask, db } = await world()
    await buy(await person({ real: '1000' }), 'harbour-7', '1000', 1)
    const calls = fairnessHandlers({ ...app, config: { ...app.config, marketFeed: { kind: 'sim' } } }, [
      createEarnReserveLiabilitiesReader(createProductKinds(app)),
    ])
    const told = await ask(undefined as never, (context) => calls.reserves({}, { ...context, visitor: undefined }))
    expect(told.reserves).toContainEqual({
      account: 'RESERVE_EARN',
      currency: 'USDT',
      balance: '500000.00000000',
      covers: '0.20000000',
      coverage: '2500000.0000',
    })
    expect(told.reserves.find(({ account }) => account === 'LOAN_POOL')).toMatchObject({ balance: '2000000.00000000', covers: null })
    const [key] = await readPublishedSigningKeys(db)
    const jwk = await crypto.subtle.importKey('jwk', key!.publicKeyJwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    const isOurs = (text: string) =>
      crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, jwk, Buffer.from(told.sig, 'base64'), Buffer.from(text))
    expect(await isOurs(reservesSigningText(told.reserves, told.ms))).toBe(true)
    expect(await isOurs(reservesSigningText(told.reserves.slice(1), told.ms))).toBe(false)
  })

  it('cannot offer more than 0.05 % of a day, nor change what was agreed or worked out', async () => {
    const { db, person, buy, passDays } = await world()
    const tried = (text: string) =>
      db.query(text).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      )
    expect(await tried(`update product set rate_max = 0.00050001 where id = 'harbour-7'`)).toBe('23514')
    const { id } = await buy(await person(), 'harbour-7', '100')
    expect(await tried(`update product_order set money = 101 where id = ${id}`)).toBe('FL002')
    expect(await tried(`update product_order set terms = '{}' where id = ${id}`)).toBe('FL002')
    expect(await tried(`delete from product_order where id = ${id}`)).toBe('FL002')
    await passDays(2)
    expect(await tried(`update product_order set status = 0 where id = ${id}`)).toBe('FL002')
    expect(await tried(`update product_order set paid_through = '2026-11-21' where id = ${id}`)).toBe('FL002')
    expect(await tried('update product_day set value = 1')).toBe('FL002')
    expect(await tried('update product_income set amount = 1')).toBe('FL002')
    expect(await tried('delete from product_income')).toBe('FL002')
    expect(await tried(`insert into product_income values (${id}, '2026-11-22', 0, 1, 0, 1)`)).toBe('23505')
    expect(await tried(`update earn_reserve set amount = -1 where currency = 'USDT'`)).toBe('23514')
  })

  it('gives an older sandbox its second capital, once', async () => {
    const { db, clock } = await world()
    await fundSandboxReserves(db, clock)
    const rows = await db.query<{ request_id: string }>(`select request_id from posting where ref_type = 'capital' order by id`)
    expect(rows.slice(0, 2)).toEqual([{ request_id: 'sandbox capital' }, { request_id: 'sandbox capital of earn and loans' }])
    expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(rows.length)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('ends what a demo book holds when it is reset', async () => {
    const { app, person, buy, at, ask, publish, held, orders, db } = await world()
    const ann = await person({ level: 2 })
    await buy(ann, 'harbour-90', '5000')
    await publish('2026-11-22')
    await at('2026-11-23 01:00:00')
    await buy(ann, 'harbour-7', '300')
    const calls = demoHandlers(app, [createDemoProductOrderResetter()], () => Promise.reject(new Error('none')))
    await ask(ann, (context) => calls.reset({}, context))
    expect(await held(ann, 'AVAIL')).toBe('100000.00000000')
    expect(await held(ann, 'INVEST')).toBe('0.00000000')
    expect((await orders(ann)).records.map(({ status }) => status)).toEqual([4, 2])
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('counts what is invested and what it brought among a person’s assets, and in the orders’ own sums', async () => {
    const { app, kinds, person, buy, passDays, ask, calls } = await world()
    const ann = await person({ level: 2 })
    await buy(ann, 'harbour-90', '5000')
    await passDays(2)
    const wallet = walletHandlers(app, [createProductGainsValuationReader(app, kinds)])
    const assets = await ask(ann, (context) => wallet.assets({ accountType: 2, target: 'USDT' }, context))
    // Leaving now would cost the 1.0675 that came in.
    expect(assets).toMatchObject({ totalUsdt: '100000.00000000', todayPnl: '0.00000000', groups: { earn: '4998.93250000' } })
    const stat = await ask(ann, (context) => calls.productOrderStat({ accountType: 2 }, context))
    expect(stat).toEqual({
      totalMoney: '5000.00000000',
      totalReward: '1.06750000',
      todayReward: '1.06750000',
      runningCount: 1,
      endedCount: 0,
    })
  })
})

describe('what is refused', () => {
  it('says why', async () => {
    const { person, preview, buy, buyWith, product, clock, db } = await world()
    const ann = await person({ real: '1000' })
    expect(await refusal(preview(ann, 'nothing', '100'))).toBe('notFound')
    expect(await refusal(preview(ann, 'harbour-7', '99'))).toBe('belowMin')
    expect(await refusal(preview(ann, 'harbour-7', '100001'))).toBe('aboveMax')
    expect(await refusal(preview(ann, 'harbour-7', '100.5'))).toBe('validation')
    expect(await refusal(preview(ann, 'harbour-30', '100'))).toBe('levelTooLow')
    expect(await refusal(buyWith(ann, 'harbour-7', '100', undefined))).toBe('confirmRequired')
    const { confirmToken } = await preview(ann, 'harbour-7', '100')
    expect(await refusal(buyWith(ann, 'harbour-7', '101', confirmToken))).toBe('confirmRequired')
    expect(await refusal(buyWith(ann, 'harbour-15', '100', confirmToken))).toBe('confirmRequired')
    expect(await refusal(buyWith(ann, 'harbour-7', '100', `${confirmToken}x`))).toBe('confirmRequired')
    const other = await person()
    expect(await refusal(buyWith(other, 'harbour-7', '100', confirmToken))).toBe('confirmRequired')
    expect(await refusal(buy(ann, 'harbour-7', '1001', 1))).toBe('insufficientBalance')
    expect(await refusal(preview(await person({ kyc: 0 }), 'harbour-7', '100', 1))).toBe('kycRequired')
    await db.query(`update product set purchase_limit = 1, user_cap = 150 where id = 'harbour-7'`)
    expect(await refusal(buy(ann, 'harbour-7', '151'))).toBe('userCap')
    await buy(ann, 'harbour-7', '100')
    expect(await refusal(buy(ann, 'harbour-7', '100'))).toBe('purchaseLimit')
    await db.query(`update product set is_closed = true where id = 'harbour-15'`)
    expect(await refusal(preview(ann, 'harbour-15', '100'))).toBe('productClosed')
    const now = clock.now()
    for (const [start, end, status, said] of [
      [now + 1, null, 0, 'productClosed'],
      [now, now + 1, 1, 'nothing'],
      [null, now, 3, 'productClosed'],
    ] as const) {
      await db.query(`update product set is_closed = false, start_ms = $1, end_ms = $2 where id = 'harbour-15'`, [start, end])
      expect((await product('harbour-15')).status).toBe(status)
      expect(await refusal(preview(ann, 'harbour-15', '100'))).toBe(said)
    }
    await db.query(`update product set total_cap = 50 where id = 'harbour-15'`)
    expect((await product('harbour-15')).status).toBe(3)
    await db.query(`update product set end_ms = null where id = 'harbour-15'`)
    expect((await product('harbour-15')).status).toBe(2)
    expect(await refusal(preview(ann, 'harbour-15', '100'))).toBe('soldOut')
  })

  it('is not sold where it is not offered, nor to who takes a break from everything', async () => {
    const { person, preview, db, clock } = await world({ env: 'production' })
    expect(await refusal(preview(await person({ country: 'DE' }), 'harbour-7', '100'))).toBe('region')
    expect(await refusal(preview(await person({ country: 'NZ' }), 'harbour-7', '100', 1))).toBe('region')
    const ann = await person({ country: 'NZ' })
    expect(await refusal(preview(ann, 'harbour-7', '100'))).toBe('nothing')
    for (const [scope, said] of [
      ['second', 'nothing'],
      ['all', 'selfExcluded'],
    ] as const) {
      await db.query('insert into trading_break (user_id, kind, scope, from_ms, until_ms) values ($1, $2, $3, $4, $5)', [
        ann.userId,
        'exclusion',
        scope,
        clock.now(),
        clock.now() + dayMs,
      ])
      expect(await refusal(preview(ann, 'harbour-7', '100'))).toBe(said)
    }
  })

  it('asks again when the first day changed since it was shown', async () => {
    const { person, preview, buyWith, clock } = await world()
    const ann = await person()
    clock.advance(dayMs - 5 * 60_000)
    const { confirmToken } = await preview(ann, 'harbour-7', '100')
    clock.advance(6 * 60_000)
    expect(await refusal(buyWith(ann, 'harbour-7', '100', confirmToken))).toBe('confirmRequired')
  })

  it('keeps B away from what is A’s', async () => {
    const { person, buy, order, exit, cancel, incomes } = await world()
    const [ann, bob] = [await person(), await person()]
    const { id } = await buy(ann, 'harbour-7', '100')
    const asked = [order(bob, id), exit(bob, id), cancel(bob, id), incomes(bob, id), order(bob, '1'), order(bob, '99999999999999999999')]
    for (const outcome of await Promise.all(asked.map(refusal))) expect(outcome).toBe('notFound')
  })
})
