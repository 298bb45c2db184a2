import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { EarnProduct } from '#contract/calls/products.ts'
import type { Database, Sql } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { addServerDays } from '#rules/serverDay.ts'
import { log } from '#server/core/log.ts'
import { checkSettlementsByReplayNow } from '#server/fairness/replay.ts'
import { productSettlementExplainers } from '#server/products/explain.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { hourMs, productFixture } from './productFixture.ts'

// Mining machines (docs/rules/earn.md; vectors M1 and M2).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

/** BTC stands at 90,000 in the record, and today's numbers are published. */
async function world(over: Parameters<typeof productFixture>[0] = {}) {
  const made = await productFixture(over)
  ends.push(made.end)
  await made.publishMining('2026-11-21')
  made.clock.advance(2000)
  return made
}

const refusal = (of: Promise<unknown>): Promise<string> =>
  of.then(
    () => 'nothing',
    (error: { refusal?: string }) => error.refusal ?? String(error),
  )

describe('a machine', () => {
  it('is shown and previewed with M1', async () => {
    const { product, person, previewMachines } = await world()
    const listed = await product('keel-k1')
    expect(() => z.encode(EarnProduct, listed)).not.toThrow()
    const { miner, rateKind, exitRule } = listed
    expect([rateKind, exitRule]).toEqual(['output', 'none'])
    expect(miner).toMatchObject({
      manufacturer: 'Keel',
      hashrate: '200',
      powerW: 3500,
      price: '2800',
      hashprice: '0.00000052',
      kwhPrice: '0.06',
      coinPrice: '90000',
      dayGross: '0.00010400',
      dayPower: '0.00005600',
      dayNet: '0.00004800',
      dayNetUsdt: '4.32000000',
      dayNetUsdtLow: '1.51200000',
      paybackDays: 649,
    })
    const shown = await previewMachines(await person(), 'keel-k1', 2)
    expect(shown).toMatchObject({ needsAcknowledge: false, youPay: '5600.00000000', worstLoss: { amount: '5600.00000000' } })
    const lines = Object.fromEntries(shown.lines.map(({ key, value }) => [key, value]))
    expect(lines).toMatchObject({
      dayNet: '0.00009600',
      dayNetUsdt: '8.64000000',
      termNetUsdt: '9331.20000000',
      paybackDays: '649',
      termDays: '1080',
    })
    expect(shown.warnings.map(({ key }) => key)).toContain('costNotReturned')
  })

  it('that does not pay back is sold only to who ticked that', async () => {
    const { person, previewMachines, buyMachinesWith, publishMining, at } = await world()
    await publishMining('2026-11-22', '0.00000025')
    await at('2026-11-22 09:00:00')
    const ann = await person()
    const { needsAcknowledge, confirmToken, lines, warnings } = await previewMachines(ann, 'keel-k1', 1)
    expect(needsAcknowledge).toBe(true)
    expect(lines.some(({ key }) => key === 'paybackDays')).toBe(false)
    expect(warnings.map(({ key }) => key)).toEqual(['costNotReturned', 'idleNow', 'doesNotPayBack', 'outputCanStop'])
    expect(await refusal(buyMachinesWith(ann, 'keel-k1', 1, confirmToken))).toBe('confirmRequired')
    expect(await buyMachinesWith(ann, 'keel-k1', 1, confirmToken, { acknowledge: true })).toMatchObject({ status: 0, num: 1 })
  })

  it('brings M1 and, idle, M2; its price goes to the house at the start and does not come back', async () => {
    const { person, buyMachines, publishMining, at, order, held, db, product, lines, app, kinds } = await world()
    const ann = await person()
    const bought = await buyMachines(ann, 'keel-k1', 2)
    expect(bought).toMatchObject({ money: '5600.00000000', num: 2, incomeCurrency: 'BTC', days: 1080, status: 0 })
    expect(await held(ann, 'INVEST')).toBe('5600.00000000')
    await publishMining('2026-11-22')
    await publishMining('2026-11-23', '0.00000025')
    await at('2026-11-22 00:00:01')
    expect((await order(ann, bought.id)).status).toBe(1)
    expect(await held(ann, 'INVEST')).toBe('0.00000000')
    expect(await sales(db, 2)).toBe('5600.00000000')
    await at('2026-11-23 01:00:00')
    expect(await order(ann, bought.id)).toMatchObject({
      incomeTotal: '0.00009600',
      incomeToday: '0.00009600',
      daysDone: 1,
      exitFeeNow: null,
    })
    expect(await held(ann, 'AVAIL', 'BTC')).toBe('0.00009600')
    await at('2026-11-24 01:00:00')
    expect(await order(ann, bought.id)).toMatchObject({ incomeTotal: '0.00009600', incomeToday: '0.00000000', daysDone: 2 })
    expect((await product('keel-k1')).last30).toMatchObject({ zeroDays: 1, days: 2, max: '0.000048' })
    expect((await lines(ann)).at(-1)).toBe('22 0.00009600 → 0.00009600')
    const [, ofDay] = productSettlementExplainers(kinds)
    const told = await ofDay!.explain(db, `${bought.id}-2026-11-22`, ann.userId)
    expect(told).toMatchObject({ formula: 'mining', result: { value: '0.00009600' } })
    expect(told?.records.map(({ use, symbol }) => `${use} ${symbol}`)).toEqual([
      'hashprice HASHPRICE_BTC',
      'kwhPrice KWH',
      'coinPrice BTCUSDT',
    ])
    expect(app.clock.now()).toBeGreaterThan(0)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('has days that are computed again from the record alone, and other numbers are found out', async () => {
    const { person, buyMachines, publishMining, at, app, db, kinds, pass } = await world()
    const ann = await person()
    const { id } = await buyMachines(ann, 'keel-k1', 3)
    await publishMining('2026-11-22')
    await publishMining('2026-11-23', '0.00000025')
    await at('2026-11-24 01:00:00')
    await pass(1)
    await at('2026-11-24 04:00:00')
    const replayed = { ...app, config: { ...app.config, marketFeed: { kind: 'sim' as const } } }
    const explainers = productSettlementExplainers(kinds)
    expect(await checkSettlementsByReplayNow(replayed, explainers)).toEqual({ checked: 2, unproved: 0, mismatches: 0 })
    vi.spyOn(log, 'error').mockImplementation(() => {})
    const forged = explainers.map((explainer) => ({
      ...explainer,
      explain: async (...asked: Parameters<typeof explainer.explain>) => {
        const told = await explainer.explain(...asked)
        return told && { ...told, inputs: told.inputs.map((input) => (input.name === 'hashrate' ? { ...input, value: '260' } : input)) }
      },
    }))
    expect(await checkSettlementsByReplayNow(replayed, forged)).toMatchObject({ checked: 2, mismatches: 2 })
    expect(await explainers[1]!.explain(db, `${id}-2026-11-22`, '1')).toBeUndefined()
  })

  it('in REAL can be given back for 24 hours, also after its start; only then the house has the price', async () => {
    const { person, buyMachines, publishMining, at, order, held, db, cancel, clock } = await world()
    const ann = await person({ real: '10000' })
    clock.advance(12 * hourMs)
    const kept = await buyMachines(ann, 'keel-k1', 1, 1)
    const back = await buyMachines(ann, 'keel-k1-mini', 2, 1)
    await publishMining('2026-11-22')
    await at('2026-11-22 00:00:01')
    expect([(await order(ann, kept.id)).status, await held(ann, 'INVEST', 'USDT', 1)]).toEqual([1, '5300.00000000'])
    await at('2026-11-22 11:59:59')
    expect(await cancel(ann, back.id)).toMatchObject({ status: 4, returned: '2500.00000000' })
    expect(await sales(db, 1)).toBe('0')
    await at('2026-11-22 12:00:02')
    expect([await sales(db, 1), await held(ann, 'INVEST', 'USDT', 1)]).toEqual(['2800.00000000', '0.00000000'])
    expect(await refusal(cancel(ann, kept.id))).toBe('notCancellable')
    expect((await db.query('select amount from product_sold where book = 1 order by product_id')).map(({ amount }) => amount)).toEqual([
      '1.00000000',
      '0.00000000',
    ])
    await at('2026-11-23 01:00:00')
    expect((await order(ann, kept.id)).incomeTotal).toBe('0.00004800')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('ends with its term: every day came in once, what was sold stays sold', async () => {
    const { person, buyMachines, publishMining, at, order, db, product } = await world()
    await db.query(`update product set days = 40 where id = 'keel-k1'`)
    const ann = await person()
    const bought = await buyMachines(ann, 'keel-k1', 3)
    for (let n = 1; n <= 40; n++) await publishMining(addServerDays('2026-11-21', n))
    await at('2026-11-25 12:00:00')
    await at('2027-01-01 00:30:00')
    expect(await order(ann, bought.id)).toMatchObject({ status: 1, daysDone: 39 })
    await at('2027-01-01 01:00:00')
    expect(await order(ann, bought.id)).toMatchObject({ status: 2, daysDone: 40, incomeTotal: '0.00576000', returned: '0.00000000' })
    expect((await product('keel-k1', 2)).sold).toBe('3.00000000')
    const [notice] = await db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1', [ann.userId])
    expect(notice?.kind).toBe('minerEnded')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('goes on with the newest numbers when a day was not recorded, and waits while it may still be', async () => {
    const { person, buyMachines, publishMining, at, order, pass } = await world()
    const ann = await person()
    const bought = await buyMachines(ann, 'keel-k1', 1)
    await publishMining('2026-11-22')
    await at('2026-11-24 01:00:01')
    expect((await order(ann, bought.id)).daysDone).toBe(1)
    await pass(2)
    await at('2026-11-24 01:00:30')
    expect(await order(ann, bought.id)).toMatchObject({ daysDone: 2, incomeTotal: '0.00009600' })
  })

  it('is not sold for real money in production without a document that shows it is there', async () => {
    const { person, previewMachines } = await world({ env: 'production' })
    const ann = await person({ real: '10000' })
    expect(await refusal(previewMachines(ann, 'keel-k1', 1, 1))).not.toBe('nothing')
    expect(await refusal(previewMachines(ann, 'keel-k1', 1))).toBe('nothing')
  })

  it('is not sold before there are published numbers', async () => {
    const made = await productFixture()
    ends.push(made.end)
    expect((await made.product('keel-k1')).miner).toBeUndefined()
    expect(await refusal(made.previewMachines(await made.person(), 'keel-k1', 1))).toBe('productClosed')
  })

  it('is sold once to fifty who want the last, and its price is taken once whatever dies', async () => {
    const { person, previewMachines, buyMachinesWith, db, app, kinds, clock, publishMining } = await world()
    await db.query(`update product set total_cap = 20 where id = 'keel-k1'`)
    const people = await Promise.all(Array.from({ length: 30 }, () => person()))
    const tokens = await Promise.all(people.map(async (person) => (await previewMachines(person, 'keel-k1', 1)).confirmToken))
    const came = await Promise.all(people.map((person, n) => refusal(buyMachinesWith(person, 'keel-k1', 1, tokens[n]))))
    expect(came.filter((outcome) => outcome === 'nothing')).toHaveLength(20)
    await publishMining('2026-11-22')
    clock.advance(25 * hourMs)
    vi.spyOn(log, 'error').mockImplementation(() => {})
    for (let dies = 3; dies < 60; dies += 7) await runDueProductJobs({ ...app, db: dying(db, dies) }, kinds)
    await Promise.all([runDueProductJobs(app, kinds), runDueProductJobs({ ...app }, kinds)])
    await runDueProductJobs(app, kinds)
    expect(await sales(db, 2)).toBe('56000.00000000')
    expect(await findAllLedgerViolations(db)).toEqual([])
  })
})

async function sales(db: Database, inBook: number): Promise<string> {
  const [row] = await db.query<{ sum: string }>(
    `select coalesce(sum(amount), 0)::text as sum from leg where user_id is null and bucket = 'SALES' and book = $1`,
    [inBook],
  )
  return row?.sum ?? '0'
}

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
