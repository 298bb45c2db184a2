import { afterAll, beforeAll, expect, it } from 'vitest'
import { periods } from '#contract/calls/market.ts'
import type { Database } from '#db/database.ts'
import { symbols } from '#db/seed/symbols.ts'
import { createMarket, type RunningMarket } from '#market/createMarket.ts'
import { simFeed } from '#market/feeds/simFeed.ts'
import type { Lease } from '#market/lease.ts'
import { seedOfDay } from '#market/sim.ts'
import { readSimSecret } from '#market/simDays.ts'
import { toScaled } from '#market/scaled.ts'
import { handClock } from '#server/clock.ts'
import { testDatabase } from '../support/testDatabase.ts'

// Two markets on one database, moved by hand, and a lease that changes hands when told.

const friday = Date.parse('2026-11-20T08:00:00Z')
let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

let fences = 0
interface HandLease extends Lease {
  hold(): Promise<void>
}

function handLease(): HandLease {
  let held: number | undefined
  const lease: HandLease = {
    fence: () => held,
    sure: async () => held,
    start: async () => {},
    onChange: () => {},
    lose: () => void (held = undefined),
    stop: async () => {},
    hold: async () => {
      await db.query('update market_lease set fence = $1', [++fences])
      held = fences
    },
  }
  return lease
}

const shownBy = async (market: RunningMarket) => ({
  tickers: market.board.tickers(),
  candles: await Promise.all(periods.map((period) => market.board.candles('ETHUSDT', period, 300))),
})

it('who follows shows the same, and goes on with the same integers, over a gap that stays without records', async () => {
  const clock = handClock(friday)
  const faults: string[] = []
  const server = () => {
    const lease = handLease()
    const heard: number[] = []
    const market = createMarket({
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
  const run = async (seconds: number, markets: RunningMarket[]) => {
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
  const secret = await readSimSecret(db)
  const alone = simFeed(symbols, (day) => seedOfDay(secret, day))
  const [first] = await db.query<{ sec: string }>("select genesis_sec as sec from market_feed where feed = 'sim'")
  alone.resume(undefined, Number(first!.sec) * 1000)
  let walked = 0n
  for (const { prices } of alone.due(clock.now())) walked = prices.get('BTCUSDT')!
  expect(toScaled(b.market.quote('BTCUSDT')!.mid)).toBe(walked)

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
  const clock = handClock(friday + 1_000_000)
  const server = (lease: Lease) => createMarket({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true, lease })
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
