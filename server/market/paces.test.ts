import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { parsePriceRecordLeaf } from '#rules/leaf.ts'
import { volatilityMultipleAt } from '#rules/marketPace.ts'
import { createManualClock } from '../core/clock.ts'
import { createCallHandlers } from '../modules.ts'
import { createAppHttpServer } from '#server/http/server.ts'
import type { SimulatedVolatilityHistory } from '#contract/calls/market.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { createMarketDataService, type StartableMarketDataService } from './createMarket.ts'
import { createManualFeed } from './feeds/manualFeed.ts'
import { readSimulatedVolatilityHistories } from './paces.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'

// A Friday, when all markets are open; ten seconds before an hour.
const startMs = Date.parse('2026-11-20T03:59:50Z')

describe('what is published of how fast markets move', () => {
  const clock = createManualClock(startMs)
  let db: Database
  let market: StartableMarketDataService
  let http: ReturnType<typeof createAppHttpServer>
  const run = async (seconds: number) => {
    for (let at = 0; at < seconds; at++) {
      clock.advance(1000)
      await market.step()
    }
  }
  const get = async () => (await createInProcessClient(http, clock).get('/api/trade/appSymbol/pace')).result as SimulatedVolatilityHistory[]
  const published = async () =>
    (
      await db.query<{ symbol: string; since: string; value: string }>(
        "select symbol, since_sec as since, value::text as value from published_input where symbol like 'VOL:%' order by since_sec",
      )
    ).map(({ symbol, since, value }) => [symbol, Number(since), Number(value)])
  beforeAll(async () => {
    db = await testDatabase()
    market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
    const app = testContext(db, clock, {}, market)
    http = createAppHttpServer(app, createCallHandlers(app), { rates: noLimits })
  })
  afterAll(async () => {
    await http?.close()
    await market?.stop()
    await db?.close()
  })

  it('is nothing before the first number is published', async () => {
    expect(await get()).toEqual([])
    await market.start()
  })

  it('is each published hour and nothing else, with what the rule says of that hour', async () => {
    await run(5)
    const before = await get()
    expect(before.map(({ category, hours }) => [category, hours.length])).toEqual([
      ['crypto', 1],
      ['metal', 1],
      ['forex', 1],
    ])
    await run(10)
    const after = await get()
    const told = after.flatMap(({ category, hours }) =>
      hours.map(({ since, volatility }) => [`VOL:${category.toUpperCase()}`, since / 1000, Number(volatility)]),
    )
    expect(told.toSorted()).toEqual((await published()).toSorted())
    // 03:00 and 04:00 UTC on a Friday: √(700·1.16), √(650·1.16), in thousandths.
    expect(after[0]!.hours.map(({ hour }) => hour)).toEqual(['0.9011', '0.8683'])
    expect(after[2]!.hours.map(({ hour }) => hour)).toEqual(['0.7416', '0.7071'])
  })

  it('is what the record says, leaf by leaf', async () => {
    const [crypto] = await get()
    const { leaves } = await import('./record/leaves.ts').then(async ({ createPriceLeafReader }) => {
      const reader = createPriceLeafReader(db, market.specs, async () => [market.feed])
      return { leaves: await reader.ofSymbol('VOL:CRYPTO', startMs / 1000 - 10, startMs / 1000 + 60) }
    })
    expect(leaves.map((text) => Number(parsePriceRecordLeaf(text)!.price))).toEqual(
      crypto!.hours.map(({ volatility }) => Number(volatility)),
    )
  })

  it('is never ahead: a number that is published later, or for a later time, is not in it', async () => {
    const nowSec = Math.floor(clock.now() / 1000)
    const hour = nowSec - (nowSec % 3_600)
    const known = await readSimulatedVolatilityHistories(db, 'sim', nowSec)
    const write = (sinceSec: number, sec: number) =>
      db.query(
        "insert into published_input (feed, symbol, since_sec, sec, value, mode, sources) values ('sim', 'VOL:CRYPTO', $1, $2, 9.9, 'SIM', '')",
        [sinceSec, sec],
      )
    await write(hour + 3_600, nowSec + 3_600)
    // For an hour that has begun, by a second that has not come.
    await write(hour - 7_200, nowSec + 5)
    expect(await readSimulatedVolatilityHistories(db, 'sim', nowSec)).toEqual(known)
    expect(
      (await readSimulatedVolatilityHistories(db, 'sim', hour + 3_599))[0]!.hours.map(({ volatility }) => Number(volatility)),
    ).toContain(9.9)
    expect(
      volatilityMultipleAt((await readSimulatedVolatilityHistories(db, 'sim', hour + 3_599))[0], (hour + 3_599) * 1000),
    ).not.toBeGreaterThan(5)
  })

  it('is nothing of a market that is not simulated', async () => {
    expect(await readSimulatedVolatilityHistories(db, 'live', Math.floor(clock.now() / 1000))).toEqual([])
    expect(createManualFeed(symbolSeeds, 'LIVE').name).not.toBe('sim')
  })
})
