import { afterEach, describe, expect, it, vi } from 'vitest'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { Database } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createMarketDataService } from '#market/createMarket.ts'
import { readMarketInputsPublishedBetween, marketInputLeafText } from '#market/record/inputStore.ts'
import { compareDecimals } from '#rules/decimal.ts'
import {
  fundRuleClosesNeeded,
  type MarketClosesOfServerDay,
  fundCloseSeriesFrom,
  advanceQuantFundDay,
  quantFundRules,
  simulateQuantFund,
  type QuantFundUnitState,
  initialQuantFundState,
  rescaleFundNavs,
} from '#rules/earn/fund.ts'
import { recordLeafSourceValue, parsePriceRecordLeaf } from '#rules/leaf.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import { createManualClock } from '#server/core/clock.ts'
import { log } from '#server/core/log.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import { seedProducts } from '#server/products/seedProducts.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { testContext } from '../support/wire.ts'
import { failingDatabase } from '../ledger/dyingDatabase.ts'
import { fundFixture } from './fundFixture.ts'
import { startMs } from '../trading/tradingFixture.ts'

// A fund's unit value follows from the record and the published rules alone (docs/rules/earn.md, docs/rules/prices.md).

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) await end()
})

const closes: Record<string, string>[] = [
  { BTCUSDT: '91000', ETHUSDT: '3260', XAUUSD: '4100' },
  { BTCUSDT: '95000.5', ETHUSDT: '3100', XAUUSD: '4180.25' },
  { BTCUSDT: '70000', ETHUSDT: '2500', XAUUSD: '4300' },
  { BTCUSDT: '99000', ETHUSDT: '3900', XAUUSD: '4250' },
]

/** Sixty quiet days that stand as a back-test before 21 November, so that the averages have something to look at. */
async function world() {
  const made = await fundFixture()
  ends.push(made.end)
  await made.db.query(
    `insert into product_day (product_id, day, value, inputs, is_back_test, decided_ms)
     select p, to_char('2026-11-20'::date - n, 'YYYY-MM-DD'), 1, jsonb_build_array(
       jsonb_build_object('name', 'BTCUSDT', 'value', (90000 - n)::text, 'sec', null),
       jsonb_build_object('name', 'ETHUSDT', 'value', (3200 - n)::text, 'sec', null),
       jsonb_build_object('name', 'XAUUSD', 'value', (4050 - n)::text, 'sec', null)), true, 1
     from generate_series(0, 69) n, unnest(array['gold-trend', 'balanced-3']) p`,
  )
  return made
}

interface Leaf {
  symbol: string
  since_sec: string
  sec: string
  value: Decimal
  sources: string
}
const leavesOf = (db: Database) =>
  db.query<Leaf>(`select symbol, since_sec, sec, value, sources from published_input where symbol like 'NAV:%' order by symbol, since_sec`)
const told = ({ symbol, since_sec, value, sources }: Leaf) => [symbol, since_sec, value, sources].join('|')

describe('a unit value', () => {
  it('is published once for each day, and anyone works it out again from what is published', async () => {
    const { endDay, db, ask, calls, order, buy, person } = await world()
    const ann = await person()
    const bought = await buy(ann, 'balanced-3', '1000')
    for (const prices of closes) await endDay(prices)
    const leaves = await leavesOf(db)
    expect(leaves.map(({ symbol, since_sec }) => `${symbol} ${since_sec}`)).toEqual(
      ['NAV:BALANCED-3', 'NAV:GOLD-TREND'].flatMap((symbol) =>
        closes.map((_, n) => `${symbol} ${startOfServerDay(addServerDays('2026-11-22', n)) / 1000}`),
      ),
    )
    expect(await order(ann, bought.id)).toMatchObject({ status: 1, buyNav: leaves[0]!.value.replace(/0+$/, '') })

    // Another machine: the calls and the rules, nothing else.
    for (const [id, name] of [
      ['gold-trend', 'goldTrend'],
      ['balanced-3', 'balanced3'],
    ] as const) {
      const days = (
        await ask(undefined as never, (context) => calls.productDays({ id, days: 800, accountType: 1 }, { ...context, visitor: undefined }))
      ).toReversed()
      const known: MarketClosesOfServerDay[] = days.map(({ day, inputs }) => ({
        day,
        closes: Object.fromEntries(inputs.map((input) => [input.name, input.value])),
      }))
      let state: QuantFundUnitState = initialQuantFundState(asDecimal('1'))
      let moved = 0
      for (const [at, { day, value, isBackTest }] of days.entries()) {
        if (isBackTest) continue
        state = advanceQuantFundDay(
          quantFundRules[name]!,
          asDecimal('0.2'),
          state,
          fundCloseSeriesFrom(quantFundRules[name]!, known.slice(0, at + 1)),
        )
        expect([day, compareDecimals(state.nav, value)]).toEqual([day, 0])
        const leaf = leaves.find(
          ({ symbol, since_sec }) =>
            symbol === `NAV:${id.toUpperCase()}` && Number(since_sec) === startOfServerDay(addServerDays(day, 1)) / 1000,
        )
        expect(compareDecimals(leaf?.value ?? '0', state.nav)).toBe(0)
        if (compareDecimals(state.nav, '1') !== 0) moved++
      }
      expect(moved).toBe(closes.length)
    }
    // Each close is the record of its second, the last one of its day.
    const [first] = await ask(undefined as never, (context) =>
      calls.productDays({ id: 'gold-trend', days: 4, accountType: 1 }, { ...context, visitor: undefined }),
    )
    expect(first?.inputs).toEqual([{ name: 'XAUUSD', value: '4250', sec: startOfServerDay('2026-11-25') / 1000 - 1 }])
    const sources = leaves[0]!.sources.split(',')
    expect(recordLeafSourceValue({ sources }, 'code')).toMatch(/^[0-9a-f]{64}$/)
    expect(recordLeafSourceValue({ sources }, 'rules')).toBe('balanced3')
    expect(sources.map((source) => source.split('=')[0])).toEqual(
      expect.arrayContaining(['gross', 'fee', 'high', 'cash', 'BTCUSDT.held', 'BTCUSDT', 'BTCUSDT.sec', 'XAUUSD.held']),
    )
    // It is a leaf like any other: whoever has its text reads the same.
    const inputs = await readMarketInputsPublishedBetween(db, ['hand'], 0, 2 ** 40, 'NAV:BALANCED-3')
    expect(inputs.map((input) => parsePriceRecordLeaf(marketInputLeafText(input))?.sources)).toEqual(inputs.map((input) => input.sources))
    expect(inputs).toHaveLength(closes.length)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is the same on another machine with the same record', async () => {
    const [firstWorld, secondWorld] = [await world(), await world()]
    for (const prices of closes) for (const each of [firstWorld, secondWorld]) await each.endDay(prices)
    const [first, second] = [await leavesOf(firstWorld.db), await leavesOf(secondWorld.db)]
    expect(first.map(told)).toEqual(second.map(told))
    expect(new Set(first.map(({ value }) => value)).size).toBeGreaterThan(5)
  })

  it('neither buys nor sells what does not trade, and values it at its last close', async () => {
    const { endDay, daysOf } = await world()
    // 23 November stands for a day on which gold is closed.
    await endDay(closes[0]!)
    await endDay(closes[1]!, ['XAUUSD'])
    await endDay(closes[2]!, ['XAUUSD'])
    await endDay(closes[3]!)
    const days = await daysOf('gold-trend', 4)
    expect(days.map(({ day, inputs }) => [day, inputs.length])).toEqual([
      ['2026-11-24', 1],
      ['2026-11-23', 0],
      ['2026-11-22', 1],
      ['2026-11-21', 1],
    ])
    // In the first minute of the 22nd it traded, at the price of the 21st.
    expect(days[2]?.inputs).toEqual([{ name: 'XAUUSD', value: '4100', sec: expect.any(Number) as number }])
    expect(days[1]?.value).toBe(days[2]?.value)
    expect(days[0]?.value).not.toBe(days[1]?.value)
  })

  it('is caught up for three days of downtime, one value for each, and orders begin with theirs', async () => {
    const { endDay, clock, market, publishDue, buy, person, order, db, work } = await world()
    const ann = await person()
    await endDay(closes[0]!)
    const bought = await buy(ann, 'gold-trend', '1000')
    clock.set(startOfServerDay('2026-11-26') + 9 * 3_600_000)
    await market.step()
    await publishDue()
    await publishDue()
    const leaves = (await leavesOf(db)).filter(({ symbol }) => symbol === 'NAV:GOLD-TREND')
    expect(leaves.map(({ since_sec }) => Number(since_sec))).toEqual(
      ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'].map((day) => startOfServerDay(day) / 1000),
    )
    // Nothing was recorded meanwhile, so nothing changed.
    expect(new Set(leaves.slice(1).map(({ value }) => value)).size).toBe(1)
    expect(await order(ann, bought.id)).toMatchObject({ status: 1, buyNav: leaves[1]!.value.replace(/0+$/, '') })
    await work()
    expect((await leavesOf(db)).length).toBe(10)
    expect(await findAllLedgerViolations(db)).toEqual([])
  })

  it('is worked out once by two servers, and by one that dies in the middle again and again', async () => {
    const { endDay, db, app, kinds, clock, market, feed } = await world()
    await endDay(closes[0]!)
    feed.put(closes[1]!)
    clock.set(startOfServerDay('2026-11-23') + 1500)
    await market.step()
    vi.spyOn(log, 'error').mockImplementation(() => {})
    for (let dies = 1; dies < 40; dies += 2)
      await runDueProductJobs({ ...app, db: failingDatabase(db, dies) }, createProductKinds({ ...app, db: failingDatabase(db, dies) }))
    await Promise.all([
      runDueProductJobs(app, kinds),
      runDueProductJobs({ ...app }, createProductKinds(app)),
      runDueProductJobs(app, createProductKinds(app)),
    ])
    const rows = await db.query(`select day, count(*) as n from product_day where not is_back_test group by day order by day`)
    expect(rows.filter(({ day }) => (day as string) >= '2026-11-21')).toEqual(
      expect.arrayContaining([{ day: '2026-11-22', n: expect.any(String) as string }]),
    )
    const announced = await db.query(`select symbol, count(*) as n from announced_input group by symbol order by symbol`)
    expect(announced).toEqual([
      { symbol: 'NAV:BALANCED-3', n: '2' },
      { symbol: 'NAV:GOLD-TREND', n: '2' },
    ])
  })
})

describe('a back-test', () => {
  it('is 24 months of generated history, marked as such, the same on every server, and ends where the fund begins', async () => {
    const machine = async () => {
      const db = await testDatabase()
      ends.push(() => db.close())
      const clock = createManualClock(startMs + 7 * 3_600_000)
      const market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
      const app = testContext(db, clock, {}, market)
      const kinds = createProductKinds(app)
      await seedProducts({ ...app, db }, kinds)
      await runDueProductJobs(app, kinds)
      expect(await db.query(`select 1 from product_day where product_id = 'balanced-3'`)).toEqual([])
      await market.start()
      clock.advance(1000)
      await market.step()
      await Promise.all([runDueProductJobs(app, kinds), runDueProductJobs(app, createProductKinds(app))])
      const rows = await db.query<{ day: string; value: Decimal; is_back_test: boolean; inputs: { name: string; value: Decimal }[] }>(
        `select day, value, is_back_test, inputs from product_day where product_id = 'balanced-3' order by day`,
      )
      await market.stop()
      return rows
    }
    const [first, second] = [await machine(), await machine()]
    expect(first).toEqual(second)
    expect([first.length, first[0]?.day, first.at(-1)?.day]).toEqual([730, '2024-11-21', '2026-11-20'])
    expect(first.every(({ is_back_test }) => is_back_test)).toBe(true)
    expect(compareDecimals(first.at(-1)!.value, '1')).toBe(0)
    expect(new Set(first.map(({ value }) => value)).size).toBeGreaterThan(300)
    // Its later days follow from its closes by the rules, scaled to where it ends.
    const own = quantFundRules['balanced3']!
    const known = first.map(({ day, inputs }) => ({ day, closes: Object.fromEntries(inputs.map(({ name, value }) => [name, value])) }))
    expect(known.every(({ closes: { BTCUSDT } }) => BTCUSDT !== undefined)).toBe(true)
    expect(known.some(({ closes: { XAUUSD } }) => XAUUSD === undefined)).toBe(true)
    expect(fundRuleClosesNeeded(own)).toBe(60)
    expect(
      rescaleFundNavs(simulateQuantFund(own, asDecimal('0.2'), initialQuantFundState(asDecimal('1')), known), asDecimal('1')),
    ).toHaveLength(730)
  })
})
