import { afterAll, beforeAll, expect, it } from 'vitest'
import { candlePeriods } from '#contract/calls/market.ts'
import type { Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createSimFeed } from '#market/feeds/simFeed.ts'
import type { RecorderLease } from '#market/record/lease.ts'
import { commitOf, deriveSimDaySeed } from '#market/sim/sim.ts'
import { getOrCreateSimSecret, readSimDaySeed } from '#market/sim/simDays.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { createManualClock } from '#server/core/clock.ts'
import { testDatabase } from '../support/testDatabase.ts'

// Two markets on one database, moved by hand, and a lease that changes hands when told.

const friday = Date.parse('2026-11-20T08:00:00Z')
let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

let fences = 0
interface HandLease extends RecorderLease {
  hold(): Promise<void>
}

function handLease(on: Database = db): HandLease {
  let held: number | undefined
  const lease: HandLease = {
    fence: () => held,
    sure: async () => held,
    start: async () => {},
    onChange: () => {},
    lose: () => void (held = undefined),
    stop: async () => {},
    hold: async () => {
      await on.query('update market_lease set fence = $1', [++fences])
      held = fences
    },
  }
  return lease
}

const shownBy = async (market: StartableMarketDataService) => ({
  tickers: market.board.tickers(),
  candles: await Promise.all(candlePeriods.map((period) => market.board.candles('ETHUSDT', period, 300))),
})

it('who follows shows the same, and goes on with the same integers, over a gap that stays without records', async () => {
  const clock = createManualClock(friday)
  const faults: string[] = []
  const server = () => {
    const lease = handLease()
    const heard: number[] = []
    const market = createMarketDataService({
      db,
      clock,
      config: { marketFeed: { kind: 'sim' } },
      byHand: true,
      lease,
      report: (words) => void faults.push(words),
    })
    market.onRecord(({ sec }) => void heard.push(sec - friday / 1000))
    return { lease, market, heard }
  }
  const [a, b] = [server(), server()]
  await a.lease.hold()
  await a.market.start()
  await b.market.start()
  const run = async (seconds: number, markets: StartableMarketDataService[]) => {
    for (let n = 0; n < seconds; n++) {
      clock.advance(1000)
      for (const market of markets) await market.step()
    }
  }
  await run(130, [a.market, b.market])
  expect(await shownBy(b.market)).toEqual(await shownBy(a.market))
  expect(b.heard).toEqual([])
  await a.market.flush()
  await b.market.flush()
  expect(await shownBy(b.market)).toEqual(await shownBy(a.market))

  // A dies with a record that it wrote and did not act on.
  await db.query("update market_feed set heard_sec = heard_sec - 1 where feed = 'sim'")
  clock.advance(6_000)
  await b.lease.hold()
  await run(10, [b.market])
  expect(b.heard).toEqual([130, ...Array.from({ length: 13 }, (_, at) => 134 + at)])
  const secs = (await db.query<{ sec: string }>("select sec from price_record where feed = 'sim' order by sec")).map(
    ({ sec }) => Number(sec) - friday / 1000,
  )
  expect([131, 132, 133].filter((sec) => secs.includes(sec))).toEqual([])

  // As if nobody had died: the generator alone, from the first second.
  const secret = await getOrCreateSimSecret(db)
  const alone = createSimFeed(symbolSeeds, (day) => ({ seed: deriveSimDaySeed(secret, day), rule: 'sim2' }))
  const [first] = await db.query<{ sec: string }>("select genesis_sec as sec from market_feed where feed = 'sim'")
  alone.resume(undefined, Number(first!.sec) * 1000)
  let walked = 0n
  for (const { prices } of alone.due(clock.now())) walked = prices.get('BTCUSDT')!
  expect(toScaledPrice(b.market.quote('BTCUSDT')!.mid)).toBe(walked)

  // A wakes up and tries to write: the database refuses, A follows and shows what B shows, the gap in the candles too.
  clock.advance(1000)
  await a.market.step()
  expect(a.lease.fence()).toBeUndefined()
  await b.market.step()
  await b.market.flush()
  await a.market.step()
  expect(await shownBy(a.market)).toEqual(await shownBy(b.market))
  expect(faults).toEqual([])
  await Promise.all([a.market.stop(), b.market.stop()])
})

it('who follows through a gap takes the candles of the gap from storage', async () => {
  const clock = createManualClock(friday + 1_000_000)
  const server = (lease: RecorderLease) =>
    createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true, lease })
  const [leaseA, leaseB] = [handLease(), handLease()]
  const [a, b] = [server(leaseA), server(leaseB)]
  await leaseA.hold()
  await a.start()
  await b.start()
  clock.advance(90_000)
  await a.step()
  await b.step()
  await a.flush()
  await b.flush()
  await b.step()
  expect(await shownBy(b)).toEqual(await shownBy(a))
  await Promise.all([a.stop(), b.stop()])
})

/** A database whose connections may hang: what is asked meanwhile is done once they go on, as on a network that stood still, or never, as on one that broke. */
function hanging(on: Database) {
  let goesOn: Promise<void> = Promise.resolve()
  let letGo = (): void => {}
  let cut = (_: Error): void => {}
  const waiting = async <T>(work: () => Promise<T>): Promise<T> => {
    await goesOn
    return work()
  }
  const own: Database = {
    ...on,
    query: (text, values) => waiting(() => on.query(text, values)),
    transaction: (work) => waiting(() => on.transaction(work)),
  }
  const hang = () => {
    goesOn = new Promise((done, failed) => {
      letGo = done
      cut = failed
    })
    goesOn.catch(() => {})
  }
  const breakOff = () => {
    cut(new Error('the connection broke'))
    goesOn = Promise.resolve()
  }
  return { db: own, hang, goOn: () => letGo(), breakOff }
}

// A Friday's last seconds by UTC+8: the hour's volatilities, the day's levels and the commitment to the seed of the day after next are due with the next.
const midnight = Date.parse('2026-11-20T16:00:00Z')

const threeServers = (on: Database, clock: ReturnType<typeof createManualClock>) =>
  [1, 2, 3].map(() => {
    const line = hanging(on)
    const lease = handLease(on)
    const faults: string[] = []
    const market = createMarketDataService({
      db: line.db,
      clock,
      config: { marketFeed: { kind: 'sim' } },
      byHand: true,
      lease,
      report: (words) => void faults.push(words),
    })
    return { line, lease, market, faults }
  })

/** What was published from midnight on: each once, in a second that has its prices. */
async function publishedOnce(on: Database, day: string): Promise<void> {
  const rows = await on.query<{ symbol: string; since: string; sec: string; sources: string; hasPrices: boolean }>(
    `select symbol, since_sec as since, sec, sources, exists (select from price_record r where r.feed = i.feed and r.sec = i.sec) as "hasPrices"
     from published_input i where sec >= $1 order by symbol`,
    [midnight / 1000],
  )
  const names = rows.map(({ symbol, since }) => `${symbol} ${since}`)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(rows.filter(({ hasPrices }) => !hasPrices)).toEqual([])
  const symbolsOf = rows.map(({ symbol }) => symbol)
  for (const symbol of ['IV:BTCUSDT', 'IV:ETHUSDT', 'VOL:CRYPTO', 'LOG:SEED', 'KWH', 'SWAP:EURUSD', 'FUND:BTCUSDT'])
    expect(symbolsOf).toContain(symbol)
  expect(rows.find(({ symbol }) => symbol === 'LOG:SEED')!.sources).toBe(
    `commit=${commitOf((await readSimDaySeed(on, day))!.seed)},rule=sim2`,
  )
}

it('of three servers whose recorder’s database is silent over midnight, another publishes everything due once, and nothing comes late', async () => {
  const own = await testDatabase()
  const clock = createManualClock(midnight - 10_000)
  const servers = threeServers(own, clock)
  const [a, b, c] = servers as [(typeof servers)[0], (typeof servers)[0], (typeof servers)[0]]
  await a.lease.hold()
  for (const { market } of servers) await market.start()
  const run = async (seconds: number, running: readonly (typeof servers)[0][]) => {
    for (let at = 0; at < seconds; at++) {
      clock.advance(1000)
      for (const { market } of running) await market.step()
    }
  }
  await run(8, servers)
  a.line.hang()
  // Each of these steps gives its write up; it is still under way.
  await run(4, [a])
  expect(a.faults.length).toBeGreaterThan(0)
  clock.advance(16_000)
  await b.lease.hold()
  await run(3, [b, c])
  a.line.goOn()
  await run(3, servers)
  expect(a.lease.fence()).toBeUndefined()
  await run(70, servers)
  await publishedOnce(own, '2026-11-23')
  for (const { market } of servers) await market.flush()
  // Who records goes first, so that the others show the same second.
  await run(2, [b, a, c])
  expect(await shownBy(a.market)).toEqual(await shownBy(b.market))
  expect(await shownBy(c.market)).toEqual(await shownBy(b.market))
  expect([b.faults, c.faults]).toEqual([[], []])
  // The seconds of the silence stay without a record, and the prices after it are as if nothing had been.
  const gaps = await own.query<{ missing: string }>(
    `select sec - before - 1 as missing from (select sec, lag(sec) over (order by sec) as before from price_record) r where sec > before + 1`,
  )
  expect(gaps.length).toBe(1)
  const secret = await getOrCreateSimSecret(own)
  const alone = createSimFeed(symbolSeeds, (day) => ({ seed: deriveSimDaySeed(secret, day), rule: 'sim2' }))
  const [first] = await own.query<{ sec: string }>("select genesis_sec as sec from market_feed where feed = 'sim'")
  alone.resume(undefined, Number(first!.sec) * 1000)
  let walked = 0n
  for (const { prices } of alone.due(clock.now())) walked = prices.get('BTCUSDT')!
  expect(toScaledPrice(b.market.quote('BTCUSDT')!.mid)).toBe(walked)
  await Promise.all(servers.map(({ market }) => market.stop()))
  await own.close()
})

it.each(['goOn', 'breakOff'] as const)(
  'a recorder that is alone with a silent database publishes what was due once it is back, each once: %s',
  async (how) => {
    const own = await testDatabase()
    const clock = createManualClock(midnight - 5_000)
    const [a] = threeServers(own, clock) as [ReturnType<typeof threeServers>[0]]
    await a.lease.hold()
    await a.market.start()
    const run = async (seconds: number) => {
      for (let at = 0; at < seconds; at++) {
        clock.advance(1000)
        await a.market.step()
      }
    }
    await run(3)
    a.line.hang()
    await run(4)
    a.line[how]()
    clock.advance(14_000)
    await run(70)
    await publishedOnce(own, '2026-11-23')
    await a.market.stop()
    await own.close()
  },
)

it('three servers that start at once on a database from before join its first bars to the past once', async () => {
  const own = await testDatabase()
  const genesis = Date.parse('2026-11-20T09:17:23Z')
  const clock = createManualClock(genesis)
  const [first] = threeServers(own, clock) as [ReturnType<typeof threeServers>[0]]
  await first.lease.hold()
  await first.market.start()
  for (let at = 0; at < 90; at++) {
    clock.advance(1000)
    await first.market.step()
  }
  await first.market.stop()
  const barsOf = () => own.query('select symbol, period, open_sec, open, high, low, close from candle order by 1, 2, 3')
  const drawn = await barsOf()
  await own.query(
    `update candle set open = open * 9 / 10 where open_sec < $1 and open_sec = (
       select min(c.open_sec) from candle c where (c.feed, c.symbol, c.period) = (candle.feed, candle.symbol, candle.period))`,
    [genesis / 1000],
  )
  await own.query("update market_feed set history = 'sim1'")
  expect(await barsOf()).not.toEqual(drawn)
  const servers = threeServers(own, clock)
  await servers[0]!.lease.hold()
  // One of them hears nothing from the database in the middle of it.
  servers[2]!.line.hang()
  const starting = Promise.all(servers.map(({ market }) => market.start()))
  for (const { market } of servers.slice(0, 2)) await expect.poll(() => market.quote('BTCUSDT')).toBeDefined()
  servers[2]!.line.goOn()
  await starting
  expect(await barsOf()).toEqual(drawn)
  expect(await own.query('select history from market_feed')).toEqual([{ history: 'sim2' }])
  expect(servers.flatMap(({ faults }) => faults)).toEqual([])
  await Promise.all(servers.map(({ market }) => market.stop()))
  await own.close()
})
