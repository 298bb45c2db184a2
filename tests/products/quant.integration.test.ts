import { afterEach, describe, expect, it, vi } from 'vitest'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { recheckReceipt, unprovedReceiptFigures } from '#rules/recheck/recheckReceipt.ts'
import { startOfServerDay } from '#rules/serverDay.ts'
import { log } from '#server/core/log.ts'
import { createEarnReserveLiabilitiesReader } from '#server/products/coverage.ts'
import { productSettlementExplainers } from '#server/products/explain.ts'
import { freezeProductOrder } from '#server/products/freeze.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { failingDatabase } from '../ledger/dyingDatabase.ts'
import { fundFixture } from './fundFixture.ts'

// The AI-quant fund: bought and left at the next unit value (docs/rules/earn.md; vector A5).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

async function world(over: Parameters<typeof fundFixture>[0] = {}) {
  const made = await fundFixture(over)
  ends.push(made.end)
  return made
}

const refusal = (of: Promise<unknown>): Promise<string> =>
  of.then(
    () => 'nothing',
    (error: { refusal?: string }) => error.refusal ?? String(error),
  )

/** What the house's accounts of a book hold. */
const accountsOf = async (db: Awaited<ReturnType<typeof world>>['db'], book: number) =>
  Object.fromEntries(
    (
      await db.query<{ bucket: string; amount: string }>(
        `select bucket, sum(amount)::text as amount from leg where user_id is null and book = $1 and bucket in ('FUND', 'RESERVE_EARN') and currency = 'USDT' group by 1`,
        [book],
      )
    ).map(({ bucket, amount }) => [bucket, amount]),
  )

describe('an order of a fund', () => {
  it('is bought at the next unit value and left at that after leaving (A5)', async () => {
    const { person, buy, publishNav, at, order, exit, held, lines, db } = await world()
    const ann = await person()
    const bought = await buy(ann, 'gold-trend', '1000')
    expect(bought).toMatchObject({ status: 0, units: null, buyNav: null, value: '1000.00000000', endTime: null })
    await at('2026-11-22 00:00:00')
    // Nobody knows the value yet: it waits, and can still be cancelled.
    expect(await order(ann, bought.id)).toMatchObject({ status: 0, units: null })
    await publishNav('2026-11-21', '1.0234')
    await at('2026-11-22 00:00:09')
    expect(await order(ann, bought.id)).toMatchObject({
      status: 1,
      units: '977.13504006',
      buyNav: '1.0234',
      value: '999.99999999',
      redeemableNow: '999.99999999',
      exitFeeNow: '0.00000000',
      exitTime: startOfServerDay('2026-11-23'),
    })
    await publishNav('2026-11-22', '1.05')
    await at('2026-11-23 10:00:00')
    expect((await order(ann, bought.id)).value).toBe('1025.99179206')
    expect(await exit(ann, bought.id)).toMatchObject({ status: 5, exitTime: startOfServerDay('2026-11-24') })
    await at('2026-11-24 00:00:05')
    expect((await order(ann, bought.id)).status).toBe(5)
    await publishNav('2026-11-23', '0.9950')
    await at('2026-11-24 00:01:06')
    expect(await order(ann, bought.id)).toMatchObject({ status: 2, returned: '972.24936485', incomeTotal: '0.00000000' })
    expect(await held(ann, 'INVEST')).toBe('0.00000000')
    expect(await lines(ann)).toContain('19 972.24936485 → 99972.24936485')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is paid as soon as the value it waits for is known', async () => {
    const { person, buy, publishNav, order, exit, clock, seen, work } = await world()
    const ann = await person()
    const bought = await buy(ann, 'gold-trend', '1000')
    await publishNav('2026-11-21', '1')
    clock.set(startOfServerDay('2026-11-22'))
    await work(seen)
    await work(seen)
    await exit(ann, bought.id)
    clock.set(startOfServerDay('2026-11-23'))
    await work(seen)
    expect((await order(ann, bought.id)).status).toBe(5)
    await publishNav('2026-11-22', '1.1')
    clock.advance(1_000)
    await work(seen)
    expect(await order(ann, bought.id)).toMatchObject({ status: 2, returned: '1100.00000000' })
  })

  it('is left in parts: each takes its part of the cost, the rest goes on', async () => {
    const { person, buy, publishNav, at, order, exit, exitPart, held, db } = await world()
    const ann = await person()
    const bought = await buy(ann, 'gold-trend', '1000')
    await publishNav('2026-11-21', '1.0234')
    await at('2026-11-22 08:00:00')
    expect(await refusal(exitPart(ann, bought.id, '977.13504007'))).toBe('aboveMax')
    expect(await refusal(exitPart(ann, bought.id, '0.000000001'))).toBe('validation')
    await exitPart(ann, bought.id, '300')
    expect(await refusal(exitPart(ann, bought.id, '300'))).toBe('stateConflict')
    await publishNav('2026-11-22', '1.1')
    await at('2026-11-23 00:00:05')
    expect(await order(ann, bought.id)).toMatchObject({ status: 1, units: '677.13504006', returned: '330.00000000', value: '744.84854406' })
    expect(await held(ann, 'INVEST')).toBe('692.98000000')
    expect(await held(ann, 'AVAIL')).toBe('99330.00000000')
    await exitPart(ann, bought.id, '77.13504006')
    await publishNav('2026-11-23', '1')
    await at('2026-11-24 00:00:05')
    expect(await order(ann, bought.id)).toMatchObject({ status: 1, units: '600.00000000', returned: '407.13504006' })
    await exit(ann, bought.id)
    await publishNav('2026-11-24', '0.5')
    await at('2026-11-25 00:00:05')
    expect(await order(ann, bought.id)).toMatchObject({ status: 2, returned: '707.13504006' })
    expect(await held(ann, 'INVEST')).toBe('0.00000000')
    expect(await held(ann, 'AVAIL')).toBe('99707.13504006')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('pays gains out of the reserve and gives it the losses, in REAL', async () => {
    const { person, buy, publishNav, at, exit, order, reserveOf, held, db } = await world()
    const [ann, ben] = [await person({ real: '1000' }), await person({ real: '1000' })]
    const won = await buy(ann, 'gold-trend', '1000', 1)
    await publishNav('2026-11-21', '1')
    await at('2026-11-22 00:00:00')
    const lost = await buy(ben, 'gold-trend', '1000', 1)
    await publishNav('2026-11-22', '1.25')
    await at('2026-11-23 12:00:00')
    await exit(ann, won.id)
    await exit(ben, lost.id)
    await publishNav('2026-11-23', '1.2')
    await at('2026-11-24 00:00:05')
    expect((await order(ann, won.id)).returned).toBe('1200.00000000')
    expect((await order(ben, lost.id)).returned).toBe('960.00000000')
    expect(await held(ann, 'AVAIL', 'USDT', 1)).toBe('1200.00000000')
    expect(await reserveOf()).toBe('499840.00000000')
    expect(await accountsOf(db, 1)).toEqual({ FUND: '0.00000000', RESERVE_EARN: '499840.00000000' })
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('pays everybody the same share of gains that the reserve cannot pay whole, and says so', async () => {
    const { person, buy, publishNav, at, exit, order, setReserve, reserveOf, ask, calls, db } = await world()
    const [ann, ben, cid] = [await person({ real: '1000' }), await person({ real: '3000' }), await person({ real: '1000' })]
    const [a, b, c] = [
      await buy(ann, 'gold-trend', '1000', 1),
      await buy(ben, 'gold-trend', '3000', 1),
      await buy(cid, 'gold-trend', '500', 1),
    ]
    await publishNav('2026-11-21', '1')
    await at('2026-11-22 12:00:00')
    await exit(ann, a.id)
    await exit(ben, b.id)
    // 400 are due, 100 are there.
    await setReserve('USDT', '100')
    await publishNav('2026-11-22', '1.1')
    await at('2026-11-23 00:00:05')
    expect((await order(ann, a.id)).returned).toBe('1025.00000000')
    expect((await order(ben, b.id)).returned).toBe('3075.00000000')
    expect(await reserveOf()).toBe('0.00000000')
    expect(await accountsOf(db, 1)).toEqual({ FUND: '0.00000000', RESERVE_EARN: '0.00000000' })
    const [day] = await ask(ann, (context) => calls.productDays({ id: 'gold-trend', days: 1, accountType: 1 }, context))
    expect(day).toMatchObject({ day: '2026-11-22', value: '1.1', paid: '0.25' })
    const notices = await db.query(
      `select user_id, params ->> 'percent' as percent from inbox_notice where kind = 'productShort' order by user_id`,
    )
    expect(notices).toEqual(
      [ann, ben].map(({ userId }) => ({ user_id: userId, percent: '25' })).toSorted((x, y) => Number(x.user_id) - Number(y.user_id)),
    )
    // A loss is nobody's shortfall: the rest comes back, and the reserve gains it.
    await exit(cid, c.id)
    await publishNav('2026-11-23', '0.9')
    await at('2026-11-24 00:00:05')
    expect((await order(cid, c.id)).returned).toBe('450.00000000')
    expect(await reserveOf()).toBe('50.00000000')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is cancelled whole before it starts, in REAL after 24 hours', async () => {
    const { person, buy, publishNav, at, cancel, held, db } = await world()
    const ann = await person({ real: '1000' })
    await at('2026-11-21 12:00:00')
    const bought = await buy(ann, 'balanced-3', '600', 1)
    const late = await buy(ann, 'balanced-3', '400', 1)
    await publishNav('2026-11-21', '1', 'balanced-3')
    await publishNav('2026-11-22', '1.3', 'balanced-3')
    await at('2026-11-21 23:59:59')
    const demo = await buy(ann, 'balanced-3', '600')
    expect((await cancel(ann, demo.id)).returned).toBe('600.00000000')
    await at('2026-11-22 11:59:59')
    expect(await cancel(ann, bought.id)).toMatchObject({ status: 4, returned: '600.00000000' })
    expect(await held(ann, 'AVAIL', 'USDT', 1)).toBe('600.00000000')
    await at('2026-11-23 00:00:00')
    expect(await refusal(cancel(ann, late.id))).toBe('notCancellable')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is not sold while its markets are silent or halted, nor in REAL beyond what the reserve holds back for it', async () => {
    const { person, preview, buy, cancel, publishNav, at, setReserve, market, kinds, db, clock } = await world()
    const ann = await person({ real: '2000' })
    await setReserve('USDT', '100')
    const bought = await buy(ann, 'gold-trend', '200', 1)
    const [owed] = (await createEarnReserveLiabilitiesReader(kinds)(db, clock.now())).filter(({ currency }) => currency === 'USDT')
    expect(owed).toEqual({ account: 'RESERVE_EARN', currency: 'USDT', amount: '20' })
    expect(await refusal(preview(ann, 'gold-trend', '801', 1))).toBe('reserveUnfunded')
    await cancel(ann, bought.id)
    expect(await refusal(preview(ann, 'gold-trend', '1001', 1))).toBe('reserveUnfunded')
    expect((await preview(ann, 'gold-trend', '1000', 1)).rateKind).toBe('nav')
    await publishNav('2026-11-24', '1.04')
    // Wednesday noon: gold is open, and nobody heard of it since Saturday.
    await at('2026-11-25 12:00:00')
    expect(await refusal(preview(ann, 'gold-trend', '1000'))).toBe('feedStale')
    await market.step()
    await db.query(`insert into market_halt (symbol, since_ms) values ('XAUUSD', 0)`)
    expect(await refusal(preview(ann, 'gold-trend', '1000'))).toBe('symbolHalted')
    await db.query('delete from market_halt')
    const shown = await preview(ann, 'gold-trend', '1000')
    expect(shown.lines).toEqual(
      expect.arrayContaining([
        { key: 'nav', value: '1.04', unit: 'USDT' },
        { key: 'unitsNow', value: '961.53846153', unit: '' },
        { key: 'performanceFee', value: '0.2', unit: '' },
      ]),
    )
    expect(shown.warnings.map(({ key }) => key)).toEqual(['navCanFall', 'rulesCanLose', 'backTest'])
    expect(shown.worstLoss).toEqual({ amount: '1000.00000000', currency: 'USDT' })
  })
})

it('an order that was frozen over its unit value is left at that value when it goes on', async () => {
  const { person, buy, publishNav, at, exit, order, app, db } = await world()
  const ann = await person()
  const bought = await buy(ann, 'gold-trend', '1000')
  await publishNav('2026-11-21', '1')
  await at('2026-11-22 12:00:00')
  await exit(ann, bought.id)
  await db.transaction((sql) => freezeProductOrder(app, sql, bought.orderNo, 'legal_order', 60, () => {}))
  await publishNav('2026-11-22', '1.1')
  await publishNav('2026-11-23', '0.7')
  await at('2026-11-24 12:00:00')
  expect((await order(ann, bought.id)).status).toBe(3)
  await at('2026-11-25 00:00:01')
  await at('2026-11-25 00:01:02')
  expect(await order(ann, bought.id)).toMatchObject({ status: 2, returned: '1100.00000000' })
  expect(await findAllLedgerViolations(db)).toEqual([])
})

describe('a receipt', () => {
  it('follows from the published unit values, in parts and where the reserve fell short, and shows a wrong digit', async () => {
    const { person, buy, publishNav, at, exit, exitPart, setReserve, db, kinds } = await world()
    const ann = await person({ real: '1000' })
    const bought = await buy(ann, 'gold-trend', '1000', 1)
    await publishNav('2026-11-21', '1.0234')
    const [explainer] = productSettlementExplainers(kinds)
    const receiptOf = async () => {
      const told = await explainer!.explain(db, bought.id, ann.userId)
      const prices = await db.query<{ sec: string; value: string }>('select sec, value::numeric(30, 10) as value from published_input')
      return {
        ...told!,
        priceRecords: told!.records.map((record) => ({
          ...record,
          price: prices.find(({ sec }) => Number(sec) === record.sec)?.value ?? null,
        })),
      }
    }
    await at('2026-11-22 12:00:00')
    await exitPart(ann, bought.id, '300')
    const running = await receiptOf()
    expect(running).toMatchObject({ state: 'settling', result: null, figures: [{ name: 'units', value: '977.13504006' }] })
    await setReserve('USDT', '11.49')
    await publishNav('2026-11-22', '1.1')
    await at('2026-11-23 12:00:00')
    await exit(ann, bought.id)
    await publishNav('2026-11-23', '0.9950')
    await at('2026-11-24 00:02:00')
    const over = await receiptOf()
    const steps = recheckReceipt(over)
    expect(steps?.map(({ name, reported: shown, isSame }) => [name.replace(/@.*/, ''), shown, isSame])).toEqual([
      ['units', '977.13504006', true],
      ['returned', '318.51000000', true],
      ['returned', '673.74936485', true],
      ['net', '-7.74063515', true],
    ])
    expect(unprovedReceiptFigures(over, steps!)).toEqual([])
    const wrong = over.priceRecords.map((priceRecord) => ({
      ...priceRecord,
      price: priceRecord.use === 'buyNav' ? '1.0235000000' : priceRecord.price,
    }))
    expect(recheckReceipt({ ...over, priceRecords: wrong })?.some(({ isSame }) => !isSame)).toBe(true)
    // A value of an earlier day, or of another fund, is none.
    for (const changed of [{ sec: 1 }, { symbol: 'NAV:BALANCED-3' }])
      expect(
        recheckReceipt({ ...over, priceRecords: over.priceRecords.map((priceRecord) => ({ ...priceRecord, ...changed })) }),
      ).toBeUndefined()
    const settled = await explainer!.settled(db, { afterId: '0', fromMs: 0, toMs: 2 ** 45, limit: 10 })
    expect(settled).toEqual([{ id: bought.id, userId: ann.userId }])
  })
})

describe('many who leave at once', () => {
  it('are paid once by two servers, and though a server dies in the middle again and again', async () => {
    const { db, app, kinds, clock, person, buy, publishNav, at, exit, setReserve, order } = await world()
    await setReserve('USDT', '100000')
    const people = await Promise.all(Array.from({ length: 12 }, () => person({ real: '1000' })))
    const bought = []
    for (const [n, person] of people.entries()) bought.push(await buy(person, 'gold-trend', String(500 + n), 1))
    await publishNav('2026-11-21', '1.0234')
    await at('2026-11-22 12:00:00')
    for (const [n, person] of people.entries()) await exit(person, bought[n]!.id)
    await setReserve('USDT', '200')
    await publishNav('2026-11-22', '1.2')
    clock.set(startOfServerDay('2026-11-23') + 5000)
    vi.spyOn(log, 'error').mockImplementation(() => {})
    for (let dies = 3; dies < 120; dies += 6) {
      await runDueProductJobs({ ...app, db: failingDatabase(db, dies) }, kinds)
      expect(await findAllLedgerViolations(db)).toEqual([])
    }
    const other = { ...app }
    await Promise.all([
      runDueProductJobs(app, createProductKinds(app)),
      runDueProductJobs(other, createProductKinds(other)),
      runDueProductJobs(app, kinds),
    ])
    await runDueProductJobs(app, kinds)
    const rows = await db.query<{ n: string; paid: string }>('select count(*) as n, min(paid)::text as paid from fund_payout group by paid')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.n).toBe('12')
    const [sums] = await db.query(`select count(*) as ended, sum(returned)::text as returned from product_order where status = 2`)
    const [due] = await db.query('select sum(money)::text as money from fund_payout')
    expect(sums).toEqual({ ended: '12', returned: due?.['money'] })
    expect((await order(people[0]!, bought[0]!.id)).status).toBe(2)
    const { FUND, RESERVE_EARN } = await accountsOf(db, 1)
    expect(FUND).toBe('0.00000000')
    expect(Number(RESERVE_EARN)).toBeGreaterThanOrEqual(0)
    expect(Number(RESERVE_EARN)).toBeLessThan(0.000001)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})
