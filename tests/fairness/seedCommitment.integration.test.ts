import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualClock } from '#server/core/clock.ts'
import { type PriceRecordSigner, startPriceRecordSigner } from '#server/fairness/signer.ts'
import { createCallHandlers } from '#server/modules.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { noLimits, testContext } from '../support/wire.ts'

// What a stranger is told of the commitment to a day's seed, by the published scripts: two days before, in the signed record.

const runFile = promisify(execFile)
const atMs = (text: string): number => Date.parse(`${text}+08:00`)
const days = ['2026-11-25', '2026-11-26', '2026-11-27'] as const
/** Its commitment stood in the record of the first. */
const seeded = days[2]
const clock = createManualClock(atMs(`${days[0]}T12:00:00`))

let db: Database
let market: StartableMarketDataService
let signer: PriceRecordSigner
let http: AppHttpServer
let folder: string
let port: number

beforeAll(async () => {
  db = await testDatabase({ texts: true })
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
  const app = testContext(db, clock, {}, market)
  signer = startPriceRecordSigner(app)
  http = createAppHttpServer(app, createCallHandlers(app), { rates: noLimits, maxInFlightPerAddress: 1_000 })
  await market.start()
  for (const day of days) {
    clock.set(atMs(`${day}T12:00:00`))
    for (let at = 0; at < 90; at++) {
      clock.advance(1_000)
      await market.step()
    }
    await signer.step()
  }
  clock.set(atMs('2026-11-28T00:01:00'))
  await market.step()
  await signer.step()
  port = await http.listen(0, '127.0.0.1')
  folder = mkdtempSync(join(tmpdir(), 'fairlead-seed-'))
  for (const name of ['record', 'day', 'sim']) copyFileSync(`public/verify-${name}.mjs`, join(folder, `verify-${name}.mjs`))
})
afterAll(async () => {
  await signer?.stop()
  await http?.close()
  await market?.stop()
  await db?.close()
  if (folder) rmSync(folder, { recursive: true })
})

const script = (...told: string[]) =>
  runFile(process.execPath, [join(folder, 'verify-record.mjs'), `http://127.0.0.1:${port}`, ...told]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (failed: { code: number; stdout: string; stderr: string }) => ({ code: failed.code, said: failed.stdout + failed.stderr }),
  )
const secondOf = (day: string): string => String(atMs(`${day}T12:00:10`) / 1000)

it('says that the seed is the one of the signed record of two days before', async () => {
  const words = /✓ the seed of 2026-11-27 and its rule are those of the commitment in the signed record of 2026-11-25T04:00/
  for (const told of [['BTCUSDT', secondOf(seeded)], ['EURJPY', secondOf(seeded)], [seeded]])
    expect(await script(...told), told.join(' ')).toEqual({ code: 0, said: expect.stringMatching(words) })
})

it('counts the seconds that have no price', async () => {
  const { said } = await script(seeded)
  expect(said).toContain(
    '– BTCUSDT has no price in 86,310 of the 86,400 seconds of the day, the longest stretch 43,201 from 2026-11-26T16:00:00.000Z on\n',
  )
  // The record began on the first day.
  expect((await script(days[0])).said).toMatch(
    /– BTCUSDT has no price in 43,109 of the 43,200 seconds of the day since its first record, the longest stretch 43,109 from /,
  )
})

it('says honestly where no commitment can be: on the first two days', async () => {
  for (const [day, before] of [
    [days[0], '2026-11-23'],
    [days[1], '2026-11-24'],
  ] as const)
    for (const told of [['BTCUSDT', secondOf(day)], [day]])
      expect(await script(...told), told.join(' ')).toEqual({
        code: 0,
        said: expect.stringContaining(`– nothing simulated was recorded on ${before} that the commitment to the seed of ${day}`),
      })
})

it('finds a seed that was chosen afterwards, with a commitment of its own', async () => {
  const seed = 'ab'.repeat(32)
  await db.query('update sim_day set seed = $2, commit = $3 where day = $1', [seeded, seed, hash('sha256', Buffer.from(seed, 'hex'))])
  for (const told of [['BTCUSDT', secondOf(seeded)], [seeded]])
    expect(await script(...told), told.join(' ')).toEqual({
      code: 1,
      said: expect.stringContaining(`✗ WRONG: the seed of ${seeded} or its rule is not the one that the signed record of 2026-11-25T04:00`),
    })
})
