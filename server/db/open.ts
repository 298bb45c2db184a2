import type { Config } from '../core/startup/config.ts'
import { StartupError } from '../core/startup/config.ts'
import { createDatabasePool, type DatabasePoolOptions, type Database, type DatabaseTarget } from './database.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'

export interface OpenedDatabase {
  db: Database
  place: DatabaseTarget
  /** In words for whoever started the server: which PostgreSQL, and where. */
  words: string
  stop(): Promise<void>
}

/** The database of DATABASE_URL, or our own in the data folder; up to date when this returns. `name` is that of its connections. */
export async function openMigratedDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  name?: string,
): Promise<OpenedDatabase> {
  const options = name === undefined ? {} : { name }
  const opened = databaseUrl === undefined ? await openOwn(dataDir, options) : await openGiven(databaseUrl, options)
  try {
    await migrateDatabase(opened.db)
    return opened
  } catch (error) {
    await opened.stop()
    throw error
  }
}

async function openOwn(dataDir: string, options: DatabasePoolOptions): Promise<OpenedDatabase> {
  const embedded = await startEmbeddedPostgres(dataDir)
  const db = createDatabasePool(embedded.place, options)
  return {
    db,
    place: embedded.place,
    words: `own PostgreSQL in ${embedded.files}`,
    stop: async () => {
      await db.close()
      await embedded.stop()
    },
  }
}

async function openGiven(url: string, options: DatabasePoolOptions): Promise<OpenedDatabase> {
  const db = createDatabasePool({ url }, options)
  const host = URL.parse(url)?.host ?? ''
  try {
    await db.query('select 1')
  } catch (error) {
    await db.close()
    throw new StartupError(
      `The database of DATABASE_URL at ${host} does not answer: ${(error as Error).message || (error as NodeJS.ErrnoException).code}.`,
    )
  }
  return { db, place: { url }, words: `PostgreSQL at ${host}`, stop: () => db.close() }
}
