import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createDatabasePool, type Database, type DatabaseTarget, sqlState } from '#db/database.ts'
import { openPeerBroadcast } from '#db/pubsub.ts'
import { openMigratedDatabase } from '#db/open.ts'
import { findRunningDatabase } from '#db/runningDatabase.ts'
import { createMarketDataService } from '#market/createMarket.ts'
import type { Config } from '../core/startup/config.ts'
import { readDatabaseEnvironment, environmentMismatchMessage } from '../core/startup/environment.ts'
import { createServerEventBus } from '../core/events.ts'
import { loadCountryProductPermissionStore } from '../core/legalRecords.ts'
import { createReviewKinds } from './reviewKinds.ts'
import { createSymbolSpecByTimeResolver } from '../terms/specsByTime.ts'
import { createSteadyClockFromDatabase } from '../core/startup/steadyClock.ts'
import { readPublishedTerms } from '../terms/termsByTime.ts'
import { readAutomaticPayoutRoutes } from '../withdrawals/payoutWays.ts'
import type { OperatorContext } from './operatorContext.ts'
import { StaffError } from './staffError.ts'

export interface ClosableOperatorContext extends OperatorContext {
  close(): Promise<void>
}

/**
 * The operator context on the settings' database: that of DATABASE_URL, that of the server running on the data folder, or, when none runs,
 * the data folder's own until `close`. What is done with it reaches the streams of all running servers. Refuses unreachable without a
 * database that a server has run on, and refused where it was made for the other environment.
 */
export async function openOperatorContext(config: Config): Promise<ClosableOperatorContext> {
  const ending: (() => unknown)[] = []
  const close = async (): Promise<void> => {
    for (const end of ending.splice(0).toReversed()) await end()
  }
  try {
    const { db, place } = await open(config, ending)
    await refuseOther(db, config)
    const notices = await openPeerBroadcast(place, randomUUID())
    ending.push(notices.close)
    const clock = await createSteadyClockFromDatabase(db)
    // It knows the markets, not their prices: nothing is decided here by a price.
    const terms = await readPublishedTerms(db)
    const market = createMarketDataService({ db, clock, config, byHand: true, specAt: createSymbolSpecByTimeResolver(terms) })
    const legal = await loadCountryProductPermissionStore(db, clock)
    const app = { config, clock, db, market, events: createServerEventBus({ notices, db }), terms, legal }
    return { app, kinds: createReviewKinds(app, [await readAutomaticPayoutRoutes(db)]), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whether money is real, and by that the rules for staff, is the database's word and never that of a terminal's settings. */
async function refuseOther(db: Database, { env }: Config): Promise<void> {
  const [found] = await db.query<{ is: boolean }>("select to_regclass('environment') is not null as is")
  const storedEnv = found?.is ? await readDatabaseEnvironment(db) : undefined
  if (storedEnv === undefined) throw new StaffError('unreachable', 'No server of this version has run on this database: start it once.')
  if (storedEnv !== env) throw new StaffError('refused', environmentMismatchMessage(storedEnv))
}

const patienceMs = 10_000
const retryMs = 200
/** PostgreSQL is being started or ended, or has just gone: in a moment it answers, or nobody does and the folder is free. */
const passing: ReadonlySet<string | undefined> = new Set(['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'])

async function open(config: Config, ending: (() => unknown)[]): Promise<{ db: Database; place: DatabaseTarget }> {
  for (const began = performance.now(); ; await pause(retryMs)) {
    const place = config.databaseUrl === undefined ? findRunningDatabase(config.dataDir) : { url: config.databaseUrl }
    if (!place) return openOwn(config, ending)
    const db = createDatabasePool(place, { poolSize: 2, name: 'fairlead operator' })
    try {
      await db.query('select 1')
      ending.push(db.close)
      return { db, place }
    } catch (error) {
      await db.close()
      if (passing.has(sqlState(error)) && performance.now() - began < patienceMs) continue
      throw new StaffError('unreachable', `The database does not answer: ${(error as Error).message || String(error)}.`)
    }
  }
}

async function openOwn(config: Config, ending: (() => unknown)[]): Promise<{ db: Database; place: DatabaseTarget }> {
  const { dataDir } = config
  if (!existsSync(join(dataDir, 'postgres')) && !existsSync(join(dataDir, 'postgres.at')))
    throw new StaffError('unreachable', `There is no database in ${dataDir}: start the server once, or set DATA_DIR or DATABASE_URL.`)
  const opened = await openMigratedDatabase(config, 'fairlead operator')
  ending.push(opened.stop)
  return opened
}
