import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { candlePeriods } from '#contract/calls/market.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { createMarketDataService, type StartableMarketDataService } from './createMarket.ts'
import { createManualFeed } from './feeds/manualFeed.ts'
import type { PriceRecordSecond, SymbolSpec } from './market.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { optionSettlementAverageSeconds } from '#rules/option/option.ts'
import { expectedYearlyVolatility } from '#rules/sim/expectedVolatility.ts'
import { barPeriodSeconds } from './candles/periods.ts'
import { commitOf, createSeedHmac, deriveSimDaySeed } from './sim/sim.ts'
import { getOrCreateSimSecret, readSimDaySeed } from './sim/simDays.ts'
import { dayOf } from '#rules/sim/days.ts'
import { createSimMarket } from '#rules/sim/markets.ts'
import { walkOf } from '#rules/sim/walk.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { simVolatilityMultiplierAt } from './sim2/published.ts'

const specs: readonly SymbolSpec[] = symbolSeeds
const saturday = Date.parse('2026-11-21T04:00:00Z')
const friday = Date.parse('2026-11-20T16:00:30Z')

/** A database that can be away. */
function fragile(db: Database): Database & { away: boolean } {
  const state = { ...db, away: false }
  const guard = <T>(work: () => Promise<T>): Promise<T> => (state.away ? Promise.reject(new Error('away')) : work())
  state.query = (text, values) => guard(() => db.query(text, values))
  state.transaction = (work) => guard(() => db.transaction(work))
  return state
}

const simulated = (db: Database, nowMs: number) => {
  const clock = createManualClock(nowMs)
  const faults: string[] = []
  const market = createMarketDataService({
    config: { marketFeed: { kind: 'sim' } },
    clock,
    db,
    byHand: true,
    report: (message) => void faults.push(message),
  })
  const run = async (seconds: number) => {
    for (let at = 0; at < seconds; at++) {
      clock.advance(1000)
      await market.step()
    }
  }
  return { clock, market, run, faults }
}

const allCandles = async (market: StartableMarketDataService, symbol: string) =>
  Object.fromEntries(
    await Promise.all(candlePeriods.map(async (period) => [period, await market.board.candles(symbol, period, 500)] as const)),
  )

describe('a feed ahead of the clock', () => {
  it('has its seconds left out, says so once, and shows it until it is right again', async () => {
    const db = await testDatabase()
    const clock = createManualClock(friday)
    const honest = createManualFeed(specs)
    let aheadBy = 0
    const feed = { ...honest, due: (nowMs: number) => honest.due(nowMs + aheadBy) }
    honest.put({ BTCUSDT: '60000' })
    const faults: string[] = []
    const config = { marketFeed: { kind: 'sim' as const } }
    const market = createMarketDataService({ config, clock, db, feed, byHand: true, report: (message) => void faults.push(message) })
    await market.start()
    const run = async (seconds: number) => {
      for (let at = 0; at < seconds; at++) {
        clock.advance(1000)
        await market.step()
      }
    }
    await run(2)
    expect([faults, market.aheadSec?.()]).toEqual([[], undefined])
    aheadBy = 30_000
    await run(5)
    expect(market.aheadSec?.()).toBe(friday / 1000 + 7 + 30)
    expect(faults).toEqual([
      `hand gave second ${friday / 1000 + 33}, ahead of this server's clock at ${friday / 1000 + 3}: such seconds are not recorded`,
    ])
    const recorded = await db.query<{ sec: string }>("select max(sec) as sec from price_record where feed = 'hand'")
    expect(Number(recorded[0]!.sec)).toBeLessThanOrEqual(friday / 1000 + 7)
    aheadBy = 0
    await run(40)
    expect(market.aheadSec?.()).toBeUndefined()
    expect(faults).toHaveLength(1)
    await market.stop()
    await db.close()
  })
})

describe('a database whose past was drawn by an older law', () => {
  const genesis = Date.parse('2026-11-19T02:17:40Z')

  /** The bars that hold the first second, and those before them. */
  const joints = async (market: StartableMarketDataService, symbol: string) =>
    Promise.all(
      candlePeriods.map(async (period) => {
        const bars = await market.board.candles(symbol, period, 500)
        const at = bars.findLastIndex(([openMs]) => openMs < genesis)
        return { period, before: bars[at - 1]![4], open: bars[at]![1], high: bars[at]![2], low: bars[at]![3] }
      }),
    )

  it('has its first bars joined to the past of today, once, and keeps what was recorded in them', async () => {
    const db = await testDatabase()
    const fresh = simulated(db, genesis)
    await fresh.market.start()
    await fresh.run(200)
    await fresh.market.stop()
    await db.query(
      `update candle set open = open * 9 / 10, low = low * 8 / 10 where open_sec < $1 and open_sec = (
         select min(c.open_sec) from candle c where (c.feed, c.symbol, c.period) = (candle.feed, candle.symbol, candle.period))`,
      [genesis / 1000],
    )
    await db.query("update market_feed set history = 'sim1'")
    const recorded = await db.query(
      "select symbol, period, close, low from candle where symbol in ('BTCUSDT', 'EURJPY') order by 1, 2, open_sec",
    )
    const upgraded = simulated(db, fresh.clock.now() + 60_000)
    await upgraded.market.start()
    for (const symbol of ['BTCUSDT', 'XAUUSD', 'EURJPY'])
      for (const { period, before, open, high, low } of await joints(upgraded.market, symbol)) {
        expect([symbol, period, open]).toEqual([symbol, period, before])
        expect(Number(low)).toBeLessThanOrEqual(Number(open))
        expect(Number(high)).toBeGreaterThanOrEqual(Number(open))
      }
    expect(
      await db.query("select symbol, period, close, low from candle where symbol in ('BTCUSDT', 'EURJPY') order by 1, 2, open_sec"),
    ).toEqual(recorded)
    await upgraded.market.stop()
    await db.query("update candle set open = open * 9 / 10, low = low * 8 / 10 where symbol = 'BTCUSDT' and period = '1w'")
    const again = simulated(db, fresh.clock.now() + 120_000)
    await again.market.start()
    const [week] = (await joints(again.market, 'BTCUSDT')).filter(({ period }) => period === '1w')
    expect(week!.open).not.toBe(week!.before)
    await again.market.stop()
    await db.close()
  })
})

describe('a database that promised days by the first rule', () => {
  it('walks them by it to their last second, and the next day by the rule it was promised with', async () => {
    const db = await testDatabase()
    const secret = await getOrCreateSimSecret(db)
    const midnight = Date.parse('2026-11-20T16:00:00Z')
    for (const day of ['2026-11-19', '2026-11-20']) {
      const seed = deriveSimDaySeed(secret, day)
      await db.query("insert into sim_day (day, commit, seed, rule) values ($1, $2, $3, 'sim1')", [
        day,
        commitOf(seed),
        seed.toString('hex'),
      ])
    }
    const { market, run } = simulated(db, midnight - 8_000)
    await market.start()
    const prices = new Map<number, bigint>()
    market.onRecord(({ sec, prices: of }) => void prices.set(sec, toScaledPrice(of.get('BTCUSDT')!)))
    await run(16)
    await market.stop()
    const [before, after] = [deriveSimDaySeed(secret, '2026-11-20'), deriveSimDaySeed(secret, '2026-11-21')]
    const [spec] = specs
    const feed = createSimMarket(spec!)
    const day = dayOf(midnight / 1000)
    const [bySim1, bySim2] = [walkOf('sim1', createSeedHmac(before), day - 1), walkOf('sim2', createSeedHmac(after), day)]
    for (let sec = midnight / 1000 - 6; sec < midnight / 1000 + 8; sec++) {
      const last = prices.get(sec - 1)!
      const walk = sec < midnight / 1000 ? bySim1 : bySim2
      expect([sec, prices.get(sec)]).toEqual([sec, walk(feed, last, sec)])
    }
    expect(await db.query('select day, rule from sim_day order by day')).toEqual([
      { day: '2026-11-19', rule: 'sim1' },
      { day: '2026-11-20', rule: 'sim1' },
      { day: '2026-11-21', rule: 'sim2' },
      { day: '2026-11-22', rule: 'sim2' },
      { day: '2026-11-23', rule: 'sim2' },
    ])
    await db.close()
  })
})

describe('a simulated market', () => {
  let db: Database & { away: boolean }
  beforeAll(async () => {
    db = fragile(await testDatabase())
  })
  afterAll(() => db.close())

  it('records each second before its listeners receive it, in order, and beats after them', async () => {
    const { market, run } = simulated(db, friday)
    await market.start()
    const heard: PriceRecordSecond[] = []
    const order: string[] = []
    market.onRecord(async (record) => {
      const rows = await db.query("select 1 from price_record where feed = 'sim' and sec = $1", [record.sec])
      expect(rows).toHaveLength(1)
      expect(market.quote('BTCUSDT')!.sec).toBe(record.sec)
      await new Promise((resolve) => setTimeout(resolve, 1))
      heard.push(record)
      order.push('record')
    })
    const stop = market.onBeat(() => void order.push('beat'))
    await run(5)
    stop()
    expect(heard.map(({ sec }) => sec - friday / 1000)).toEqual([1, 2, 3, 4, 5])
    expect(order).toEqual(Array.from({ length: 5 }, () => ['record', 'beat']).flat())
    expect(heard[0]!.prices.size).toBe(34)
    await market.stop()
  })

  it('has full charts from the first second, and bars that agree with one another through live ones', async () => {
    const { market, run } = simulated(db, friday + 6000)
    await market.start()
    await run(400)
    const candles = await allCandles(market, 'ETHUSDT')
    for (const period of candlePeriods) {
      const list = candles[period]!
      expect(list).toHaveLength(500)
      expect(list.at(-1)![6]).toBe('SIM')
      expect(list[0]![6]).toBe('GEN')
      const steps = list.slice(1).map((candle, at) => candle[0] - list[at]![0])
      expect(new Set(steps)).toEqual(new Set([barPeriodSeconds[period] * 1000]))
      expect(list.at(-1)![4]).toBe(market.board.price('ETHUSDT')!.currentPrice)
    }
    const last = candles['5m']!.at(-2)!
    const minutes = candles['1m']!.filter((candle) => candle[0] >= last[0] && candle[0] < last[0] + 300_000)
    expect(minutes).toHaveLength(5)
    expect([minutes[0]![1], minutes[4]![4]]).toEqual([last[1], last[4]])
    expect(String(Math.max(...minutes.map((minute) => Number(minute[2]))))).toBe(String(Number(last[2])))
    await market.stop()
  })

  it('is the same after a crash: same prices, same candles, no event for missed seconds', async () => {
    const other = await testDatabase()
    const straight = simulated(db, friday + 500_000)
    await straight.market.start()
    await straight.run(100)
    await straight.market.flush()
    await straight.run(400)
    // No stop: the process is gone; what was flushed by the minute is stored, the rest is only in the record.
    const before = await allCandles(straight.market, 'XAUUSD')
    const back = simulated(db, straight.clock.now())
    await back.market.start()
    expect(await allCandles(back.market, 'XAUUSD')).toEqual(before)
    expect(back.market.board.tickers().map(({ ts: _ts, ...shown }) => shown)).toEqual(
      straight.market.board.tickers().map(({ ts: _ts, ...shown }) => shown),
    )

    const heard: number[] = []
    straight.market.onRecord(({ sec }) => void heard.push(sec))
    straight.clock.advance(7200_000)
    await straight.market.step()
    const now = straight.clock.now() / 1000
    expect(heard).toEqual([now - 3, now - 2, now - 1, now])
    // The candles of what was missed are written beside the record, as every minute's.
    await straight.market.flush()
    const late = simulated(db, straight.clock.now())
    await late.market.start()
    expect(late.market.quote('EURJPY')!.mid).toBe(straight.market.quote('EURJPY')!.mid)
    const minutes = await late.market.board.candles('XAUUSD', '1m', 130)
    expect(new Set(minutes.slice(1).map((candle, at) => candle[0] - minutes[at]![0]))).toEqual(new Set([60_000]))
    await other.close()
    await Promise.all([straight, back, late].map(({ market }) => market.stop()))
  })

  it('answers from memory while the database is away, marked stale, and catches up', async () => {
    const { market, run, clock, faults } = simulated(db, friday + 9_000_000)
    await market.start()
    await run(3)
    const heard: number[] = []
    market.onRecord(({ sec }) => void heard.push(sec))
    const shown = market.board.price('BTCUSDT')!
    db.away = true
    await run(10)
    expect(market.board.price('BTCUSDT')).toEqual({
      ...shown,
      stale: true,
      high: market.board.price('BTCUSDT')!.high,
      low: market.board.price('BTCUSDT')!.low,
    })
    expect(market.quote('BTCUSDT')!.stale).toBe(true)
    expect(market.board.symbols()).toHaveLength(34)
    expect(heard).toEqual([])
    expect(faults).toHaveLength(10)
    db.away = false
    await run(1)
    expect(heard).toEqual([clock.now() / 1000])
    expect(market.quote('BTCUSDT')!.stale).toBe(false)
    await market.stop()
  })

  it('says the 24 h of every symbol and counts them', async () => {
    const { market } = simulated(db, friday + 20_000_000)
    await market.start()
    const tickers = market.board.tickers()
    expect(tickers).toHaveLength(34)
    for (const { spark, high, low, currentPrice, amount } of tickers) {
      expect(spark).toHaveLength(24)
      expect(amount).toBeNull()
      expect(Number(low) <= Number(currentPrice) && Number(currentPrice) <= Number(high)).toBe(true)
    }
    const { up, down, flat, buckets } = market.board.distribution()
    expect(up + down + flat).toBe(34)
    expect(buckets.map(({ from }) => from)).toEqual([-100, -7, -5, -3, 0, 3, 5, 7])
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(34)
    const day = await market.board.candles('BTCUSDT', '5m', 289)
    const price = market.board.price('BTCUSDT')!
    expect(price.open24).toBe(day[0]![1])
    expect(Number(price.high)).toBe(Math.max(...day.map((candle) => Number(candle[2]))))
    await market.stop()
  })

  it('shows no sparkline of weeks ago, and says since when a day is that has less than 24 h', async () => {
    const own = await testDatabase()
    const { clock, market, run } = simulated(own, friday)
    await market.start()
    await run(2)
    const sparks = () => market.board.tickers().map(({ spark }) => spark.length)
    expect(Math.min(...sparks())).toBeGreaterThanOrEqual(23)
    const since = () => market.board.tickers().map(({ since24 }) => since24)
    expect(new Set(since())).toEqual(new Set([undefined]))
    clock.advance(21 * 86_400_000)
    await run(2)
    expect(Math.max(...sparks())).toBe(1)
    // The five-minute bar in which prices came again.
    const again = Math.floor(clock.now() / 300_000) * 300_000
    expect(new Set(since())).toEqual(new Set([again]))
    expect(market.board.price('BTCUSDT')).toMatchObject({ since24: again })
    await market.stop()
    await own.close()
  })

  it('counts the day of a market since it opened, until that is 24 h ago', async () => {
    const own = await testDatabase()
    // 02:00 on a Monday, UTC+8: metals and currencies open at 06:00.
    const monday = Date.parse('2026-11-29T18:00:00Z')
    const { clock, market, run } = simulated(own, monday)
    await market.start()
    const since = () => ['BTCUSDT', 'XAUUSD', 'EURUSD'].map((symbol) => market.board.price(symbol)?.since24)
    const opens = monday + 4 * 3_600_000
    await run(2)
    expect(since()).toEqual([undefined, undefined, undefined])
    clock.set(opens + 60_000)
    await run(2)
    expect(since().slice(1)).toEqual([opens, opens])
    clock.set(opens + 86_400_000 - 60_000)
    await run(2)
    expect(since().slice(1)).toEqual([opens, opens])
    clock.set(opens + 86_400_000 + 60_000)
    await run(2)
    expect(since().slice(1)).toEqual([undefined, undefined])
    await market.stop()
    await own.close()
  })

  it('publishes each day ahead, keeps partitions ahead, drops old ones', async () => {
    const { market, clock } = simulated(db, friday + 30_000_000)
    await market.start()
    clock.advance(40 * 86_400_000)
    await market.step()
    await market.flush()
    const days = await db.query<{ day: string }>('select day from sim_day order by day')
    expect(days.map(({ day }) => day).slice(-3)).toEqual(['2026-12-31', '2027-01-01', '2027-01-02'])
    const parts = await db.query<{ name: string }>(
      "select relname as name from pg_class where relname ~ '^price_record_[0-9]+$' order by 1",
    )
    expect(parts.map(({ name }) => name)).toEqual(['price_record_20261231', 'price_record_20270101', 'price_record_20270102'])
    await market.stop()
  })
})

describe('a market installed on a Saturday', () => {
  it('shows gold as closed at the end of its history, stale, with no record', async () => {
    const db = await testDatabase()
    const { market } = simulated(db, saturday)
    await market.start()
    expect(market.quote('XAUUSD')).toMatchObject({ mid: '4050', stale: true, sec: Date.parse('2026-11-20T21:00:00Z') / 1000 - 1 })
    expect(market.isOpen('XAUUSD', saturday)).toBe(false)
    expect(market.quote('BTCUSDT')).toBeDefined()
    const gold = market.board.symbols().find(({ symbol }) => symbol === 'XAUUSD')!
    expect(gold.session).toEqual({ open: false, opensAt: Date.parse('2026-11-22T22:00:00Z') })
    expect(gold).toMatchObject({ currentPrice: '4050.00', stale: true })
    expect(market.board.tickers().every(({ spark, rise }) => spark.length === 24 && rise !== null)).toBe(true)
    const hours = await market.board.candles('XAUUSD', '1h', 10)
    expect(hours.at(-1)![0]).toBe(Date.parse('2026-11-20T20:00:00Z'))
    expect(hours.at(-1)![4]).toBe('4050.00')
    await market.stop()
    await db.close()
  })
})

describe('a market by hand', () => {
  it('gives the prices that were put, crosses and conversions with them', async () => {
    const db = await testDatabase()
    const clock = createManualClock(friday)
    const feed = createManualFeed(specs)
    feed.put({ BTCUSDT: '60000', USDJPY: '155', EURUSD: '1.16' })
    const market = createMarketDataService({ config: { marketFeed: { kind: 'sim' } }, clock, db, feed, byHand: true })
    await market.start()
    expect(market.quote('BTCUSDT')).toMatchObject({ mid: '60000', bid: '59994.00', ask: '60006.00', stale: false })
    expect(market.quote('EURJPY')!.mid).toBe('179.8')
    expect(market.conversion('JPY')).toEqual({ rate: '155', by: 'divide' })
    expect(market.conversion('GBP')).toBeUndefined()
    // A second server on the same database takes what the first one recorded.
    const elsewhere = createManualFeed(specs)
    elsewhere.put({ BTCUSDT: '61000' })
    const second = createMarketDataService({ config: { marketFeed: { kind: 'sim' } }, clock, db, feed: elsewhere, byHand: true })
    elsewhere.resume = () => {}
    await second.start()
    expect(second.quote('BTCUSDT')!.mid).toBe('60000')
    await second.stop()
    feed.silence('BTCUSDT')
    clock.advance(4000)
    await market.step()
    expect(market.quote('BTCUSDT')).toMatchObject({ mid: '60000', stale: true })
    expect(market.quote('USDJPY')!.stale).toBe(false)
    await market.stop()
    await db.close()
  })
})

it('replays after a start what was recorded before the end but never acted on, once and in order', async () => {
  const db = await testDatabase()
  const clock = createManualClock(friday)
  const life = async (price: string, listener: (record: PriceRecordSecond) => void | Promise<void>) => {
    const feed = createManualFeed(specs)
    feed.put({ BTCUSDT: price })
    const market = createMarketDataService({ config: { marketFeed: { kind: 'sim' } }, clock, db, feed, byHand: true })
    market.onRecord(listener)
    await market.start()
    return { feed, market }
  }
  // A server that dies while its listeners are at work on the second of the fall.
  const first = await life('60000', ({ prices }) => (prices.get('BTCUSDT') === '50000' ? new Promise(() => {}) : undefined))
  first.feed.put({ BTCUSDT: '50000' })
  clock.advance(1_000)
  void first.market.step()
  const fallSec = clock.now() / 1000
  const recorded = async () => (await db.query("select 1 from price_record where feed = 'hand' and sec = $1", [fallSec])).length
  await expect.poll(recorded).toBe(1)

  const heard: [number, string][] = []
  const listener = ({ sec, prices }: PriceRecordSecond) => void heard.push([sec - fallSec, String(prices.get('BTCUSDT'))])
  clock.advance(10_000)
  const second = await life('60000', listener)
  expect(heard).toEqual([
    [0, '50000'],
    [10, '60000'],
  ])
  await second.market.stop()
  heard.length = 0
  clock.advance(1_000)
  const third = await life('60000', listener)
  expect(heard).toEqual([[11, '60000']])
  await third.market.stop()
  await db.close()
})

describe('the commitment to a seed', () => {
  it('stands in the record two days before its day, with the rule, once a day', async () => {
    const db = await testDatabase()
    const midnight = Date.parse('2026-11-20T16:00:00Z')
    const { market, run, faults } = simulated(db, midnight - 3_000)
    await market.start()
    // Days are published by the hour, and looked for by the minute.
    await run(70)
    const found = await db.query("select sec::int as sec, value::text, sources from published_input where symbol = 'LOG:SEED' order by sec")
    const commitTo = async (day: string) => commitOf((await readSimDaySeed(db, day))!.seed)
    expect(found).toEqual([
      {
        sec: midnight / 1000 - 3,
        value: expect.stringMatching(/^20261122\b/),
        sources: `commit=${await commitTo('2026-11-22')},rule=sim2`,
      },
      {
        sec: midnight / 1000 + 60,
        value: expect.stringMatching(/^20261123\b/),
        sources: `commit=${await commitTo('2026-11-23')},rule=sim2`,
      },
    ])
    expect(faults).toEqual([])
    await market.stop()
    await db.close()
  })
})

describe('the volatility of a simulated market', () => {
  it('is published with the first record of each hour, and options are priced by it', async () => {
    const db = await testDatabase()
    const hour = Date.parse('2026-11-20T18:00:00Z')
    const { market, run, faults } = simulated(db, hour - 3_000)
    await market.start()
    await run(5)
    const found = await db.query<{ symbol: string; since: number; sec: number; value: string }>(
      `select symbol, since_sec::int as since, sec::int as sec, value::text from published_input where symbol in ('VOL:CRYPTO', 'IV:BTCUSDT') order by 2, 1`,
    )
    const { seed } = (await readSimDaySeed(db, '2026-11-21'))!
    const expected = [hour / 1000 - 3_600, hour / 1000].flatMap((since) => {
      const volatility = simVolatilityMultiplierAt(seed, 'crypto', since)
      return [
        {
          symbol: 'IV:BTCUSDT',
          since,
          value: Number(expectedYearlyVolatility(createSimMarket(specs[0]!), volatility, since, since + 7 * 86_400)),
        },
        { symbol: 'VOL:CRYPTO', since, value: Number(volatility) },
      ]
    })
    expect(found.map(({ symbol, since, value }) => ({ symbol, since, value: Number(value) }))).toEqual(expected)
    expect(found.slice(2).map(({ sec }) => sec)).toEqual([hour / 1000, hour / 1000])
    // Until each expiry, whose last half hour is averaged; the same for strikes above the price and below it.
    const [leaf] = await db.query<{ sources: string }>(
      "select sources from published_input where symbol = 'IV:BTCUSDT' and since_sec = $1",
      [hour / 1000],
    )
    const [, skew, vol, ...expiries] = leaf!.sources.split(',')
    const volatility = simVolatilityMultiplierAt(seed, 'crypto', hour / 1000)
    expect([skew, vol]).toEqual(['skew=0', `vol=${volatility}`])
    const until = (day: string) => {
      const expiry = Date.parse(`${day}T08:00:00Z`) / 1000
      const iv = expectedYearlyVolatility(createSimMarket(specs[0]!), volatility, hour / 1000, expiry, optionSettlementAverageSeconds)
      return `${day.replaceAll('-', '')}=${iv}`
    }
    expect(expiries).toEqual(['2026-11-21', '2026-11-22', '2026-11-27', '2026-12-04'].map(until))
    expect(faults).toEqual([])
    await market.stop()
    await db.close()
  })
})
