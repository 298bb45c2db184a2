import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import type { Database } from '#db/database.ts'
import { announceMarketInput } from '#market/record/announcedInputs.ts'
import { createMarketDataService } from '#market/createMarket.ts'
import { createManualClock } from '#server/core/clock.ts'
import { testDatabase } from '../support/testDatabase.ts'

// A replay's seconds are of another time: what is published beside them follows that time, not the server's clock.

const startMs = Date.parse('2026-11-20T15:59:00Z')
const todaySec = Date.parse('2026-11-20T16:00:00Z') / 1000
const fileSec = 1_504_483_200

let db: Database
beforeEach(async () => {
  db = await testDatabase()
})
afterEach(() => db.close())

const file = (): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'fairlead-inputs-')), 'btcusd_small.csv')
  const bars = Array.from({ length: 300 }, (_, n) => `${(fileSec + n) * 1000},100,100,100,100,1`)
  writeFileSync(path, ['ts_ms,open,high,low,close,volume', ...bars].join('\n'))
  return path
}

const replay = () => {
  const clock = createManualClock(startMs)
  const faults: string[] = []
  const config = { marketFeed: { kind: 'replay' as const, file: file(), speed: 1 } }
  const market = createMarketDataService({ db, clock, config, byHand: true, report: (words) => void faults.push(words) })
  const pass = async (seconds: number) => {
    for (let n = 0; n < seconds; n++) {
      clock.advance(1000)
      await market.step()
    }
  }
  return { market, clock, faults, pass }
}
const recorded = async () => (await db.query<{ sec: string }>('select sec from price_record order by sec')).map(({ sec }) => Number(sec))
const announceNav = (sinceSec: number) =>
  announceMarketInput(db, 'replay:btcusd_small.csv', {
    symbol: 'NAV:FUND1',
    sinceSec,
    value: asDecimal('1.01'),
    mode: 'RULE',
    sources: ['rules=1'],
  })

it('records on over a midnight of the server, also on a database that was broken by one before', async () => {
  // As a server left it that had announced the day's unit value before it could publish it.
  await announceNav(todaySec - 86_400)
  const { market, faults, pass } = replay()
  await market.start()
  await pass(50)
  await announceNav(todaySec)
  await pass(50)
  await market.stop()
  expect(faults).toEqual([])
  expect(await recorded()).toEqual(Array.from({ length: 101 }, (_, n) => fileSec + n))
  expect(await db.query("select sec from published_input where symbol like 'NAV:%'")).toEqual([])
})

it('publishes what was announced for a time that the recording reached', async () => {
  await announceNav(fileSec - 1000)
  const { market, faults, pass } = replay()
  await market.start()
  await pass(20)
  await market.stop()
  expect(faults).toEqual([])
  expect(await db.query("select since_sec from published_input where symbol = 'NAV:FUND1'")).toEqual([{ since_sec: `${fileSec - 1000}` }])
})
