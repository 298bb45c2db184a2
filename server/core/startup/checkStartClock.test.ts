import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { testDatabase } from '../../../tests/support/testDatabase.ts'
import { assertClockNotBehindRecord } from './checkStartClock.ts'
import { StartupError } from './startupError.ts'

const now = Date.parse('2026-11-25T03:00:00Z')
const yearSec = 365 * 86_400

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

const recordedUntil = async (feed: string, sec: number): Promise<void> => {
  await db.query('delete from market_feed')
  await db.query('insert into market_feed (feed, genesis_sec, folded_sec, heard_sec) values ($1, $2, $2, $3)', [feed, sec - 100, sec])
}

it('starts on a new database, after a long sleep and a little before the newest price', async () => {
  await assertClockNotBehindRecord(db, now)
  for (const ahead of [-yearSec, 0, 3_600]) {
    await recordedUntil('sim', now / 1000 + ahead)
    await assertClockNotBehindRecord(db, now)
  }
})

it('does not start where prices reach a year past the clock, and says both times', async () => {
  await recordedUntil('sim', now / 1000 + yearSec)
  const refused = assertClockNotBehindRecord(db, now)
  await expect(refused).rejects.toBeInstanceOf(StartupError)
  await expect(refused).rejects.toThrow(
    'The clock says 2026-11-25 03:00 UTC, but this database already holds prices until 2027-11-25 03:00 UTC: set the clock right, or name another database by DATABASE_URL or DATA_DIR.',
  )
})

it('lets a replay be of any time', async () => {
  await recordedUntil('replay:days', now / 1000 + yearSec)
  await assertClockNotBehindRecord(db, now)
})
