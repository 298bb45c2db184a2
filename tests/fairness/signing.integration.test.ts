import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Config } from '#server/core/startup/config.ts'
import { createManualClock } from '#server/core/clock.ts'
import type { Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { type PriceRecordSigner, startPriceRecordSigner } from '#server/fairness/signer.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { testContext } from '../support/wire.ts'
import { patienceMs } from '../support/patience.ts'

/** A busy machine is slow, not wrong. */
const waiting = { timeout: patienceMs }

// Every recorded second is signed within 75 s of running time, whether or not anything is recorded after it.

const startMs = Date.parse('2026-11-20T04:00:00Z')
const simulated: Config['marketFeed'] = { kind: 'sim' }

let db: Database
let clock: ReturnType<typeof createManualClock>
let market: StartableMarketDataService
let signer: PriceRecordSigner | undefined
const feed = createManualFeed(symbolSeeds)

beforeEach(async () => {
  db = await testDatabase()
  clock = createManualClock(startMs)
  feed.put({ BTCUSDT: '60000', ETHUSDT: '3000' })
  market = createMarketDataService({ db, clock, config: { marketFeed: simulated }, feed, byHand: true })
  await market.start()
})
afterEach(async () => {
  await signer?.stop()
  signer = undefined
  await market.stop()
  await db.close()
})

const signerOf = (of = market, marketFeed = simulated) => {
  const app = testContext(db, clock, {}, of)
  return startPriceRecordSigner({ ...app, config: { ...app.config, marketFeed } }, { tickMs: 5 })
}
const pass = async (seconds: number) => {
  for (let n = 0; n < seconds; n++) {
    clock.advance(1000)
    await market.step()
  }
}
/** How many leaves the newest head of this day covers. */
const signed = async (day: string): Promise<number> => {
  const [head] = await db.query<{ size: number }>('select max(tree_size) as size from fair_head where day = $1', [day])
  return head?.size ?? 0
}
/** How many leaves stand in the seconds up to this one: each second's two prices, and the inputs. */
const recorded = async (toSec = 10 ** 11): Promise<number> => {
  const [prices] = await db.query<{ n: string }>("select count(*) * 2 as n from price_record where feed = 'hand' and sec <= $1", [toSec])
  const [inputs] = await db.query<{ n: string }>("select count(*) as n from published_input where feed = 'hand' and sec <= $1", [toSec])
  return Number(prices!.n) + Number(inputs!.n)
}
const day = '2026-11-20'
const nowSec = () => Math.floor(clock.now() / 1000)

describe('the signer', () => {
  it('signs the last prices before a feed falls silent, by the clock alone', async () => {
    signer = signerOf()
    await pass(30)
    await vi.waitFor(async () => expect(await signed(day)).toBeGreaterThan(0), waiting)
    const all = await recorded()
    expect(await signed(day)).toBeLessThan(all)
    feed.silence('BTCUSDT')
    feed.silence('ETHUSDT')
    // A pass that the leap of the clock meets in its middle would sign for a minute that is not over.
    await signer.step()
    // The clock goes on; nothing is recorded and nothing is told any more.
    clock.advance(75_000)
    await vi.waitFor(async () => expect(await signed(day)).toBe(all), waiting)
  })

  it('signs again when its clock was set back', async () => {
    signer = signerOf()
    await pass(40)
    await signer.step()
    const before = await signed(day)
    expect(before).toBeGreaterThan(0)
    await signer.stop()
    await pass(60)
    const all = await recorded()
    // An hour back: the newest head is of the future, what is recorded is settled by the settled second of then.
    await db.query('update fair_head set ms = ms + 3600000')
    signer = signerOf()
    clock.advance(15_000)
    await vi.waitFor(async () => expect(await signed(day)).toBe(all), waiting)
  })

  it('signs at a stop what is ten seconds old, and the rest after the next start, though nothing is recorded any more', async () => {
    signer = signerOf()
    await pass(20)
    await signer.step()
    await pass(40)
    const settled = await recorded(nowSec() - 10)
    await signer.stop()
    expect(await signed(day)).toBe(settled)
    const all = await recorded()
    expect(all).toBeGreaterThan(settled)
    signer = signerOf()
    clock.advance(75_000)
    await vi.waitFor(async () => expect(await signed(day)).toBe(all), waiting)
  })

  it('signs what another feed left unsigned, and what its own replay left when it ended', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'fairlead-signing-')), 'btcusd_small.csv')
    const bars = Array.from({ length: 40 }, (_, n) => `${1_504_483_200_000 + n * 1000},100,100,100,100,1`)
    writeFileSync(file, ['ts_ms,open,high,low,close,volume', ...bars].join('\n'))
    const marketFeed: Config['marketFeed'] = { kind: 'replay', file, speed: 1 }
    const replay = createMarketDataService({ db, clock, config: { marketFeed }, byHand: true })
    await replay.start()
    for (let n = 0; n < 60; n++) {
      clock.advance(1000)
      await replay.step()
    }
    await replay.stop()
    // It was killed before anything was signed; the next start has the market's own feed again.
    await pass(20)
    signer = signerOf()
    clock.advance(75_000)
    const replayed = '2017-09-04@btcusd_small.csv'
    await vi.waitFor(async () => expect(await signed(replayed)).toBeGreaterThanOrEqual(40), waiting)
    await vi.waitFor(async () => expect(await signed(day)).toBe(await recorded()), waiting)
  })
})
