import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Database, type Place, sqlState } from '#db/database.ts'
import { openNotices } from '#db/notices.ts'
import { openDatabase } from '#db/open.ts'
import { runningPlace } from '#db/running.ts'
import { createMarket } from '#market/createMarket.ts'
import type { Config } from '../config.ts'
import { environmentOf, otherEnvironment } from '../environment.ts'
import { createEvents } from '../events.ts'
import { reviewKinds } from '../reviews.ts'
import { startSteadyClock } from '../steadyClock.ts'
import { keptSender } from '../withdrawals/payoutWays.ts'
import type { Desk } from './desk.ts'
import { StaffRefused } from './refused.ts'

export interface OpenDesk extends Desk {
  close(): Promise<void>
}

/**
 * The desk on the settings' database: that of DATABASE_URL, that of the server running on the data folder, or, when none runs, the data
 * folder's own for as long as the desk is open. What is done here reaches the streams of all running servers. Refuses (unreachable).
 */
export async function openDesk(config: Config): Promise<OpenDesk> {
  const ending: (() => unknown)[] = []
  const close = async (): Promise<void> => {
    for (const end of ending.splice(0).toReversed()) await end()
  }
  try {
    const { db, place } = await open(config, ending)
    await refuseOther(db, config)
    const notices = await openNotices(place, randomUUID())
    ending.push(notices.close)
    const clock = await startSteadyClock(db)
    // It knows the markets, not their prices: nothing is decided here by a price.
    const market = createMarket({ db, clock, config, byHand: true })
    const house = { config, clock, db, market, events: createEvents({ notices, db }) }
    return { house, kinds: reviewKinds(house, [await keptSender(db)]), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whether money is real, and by that the rules for staff, is the database's word and never that of a terminal's settings. */
async function refuseOther(db: Database, { env }: Config): Promise<void> {
  const [found] = await db.query<{ is: boolean }>("select to_regclass('environment') is not null as is")
  const kept = found?.is ? await environmentOf(db) : undefined
  if (kept === undefined) throw new StaffRefused('unreachable', 'No server of this version has run on this database: start it once.')
  if (kept !== env) throw new StaffRefused('refused', otherEnvironment(kept))
}

const patienceMs = 10_000
const lookAgainMs = 200
/** PostgreSQL is being started or ended, or has just gone: in a moment it answers, or nobody does and the folder is free. */
const passing: ReadonlySet<string | undefined> = new Set(['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'])

async function open(config: Config, ending: (() => unknown)[]): Promise<{ db: Database; place: Place }> {
  for (const began = performance.now(); ; await pause(lookAgainMs)) {
    const place = config.databaseUrl === undefined ? runningPlace(config.dataDir) : { url: config.databaseUrl }
    if (!place) return openOwn(config, ending)
    const db = connect(place, { poolSize: 2, name: 'fairlead operator' })
    try {
      await db.query('select 1')
      ending.push(db.close)
      return { db, place }
    } catch (error) {
      await db.close()
      if (passing.has(sqlState(error)) && performance.now() - began < patienceMs) continue
      throw new StaffRefused('unreachable', `The database does not answer: ${(error as Error).message || String(error)}.`)
    }
  }
}

async function openOwn(config: Config, ending: (() => unknown)[]): Promise<{ db: Database; place: Place }> {
  const { dataDir } = config
  if (!existsSync(join(dataDir, 'postgres')) && !existsSync(join(dataDir, 'postgres.at')))
    throw new StaffRefused('unreachable', `There is no database in ${dataDir}: start the server once, or set DATA_DIR or DATABASE_URL.`)
  const opened = await openDatabase(config, 'fairlead operator')
  ending.push(opened.stop)
  return opened
}
