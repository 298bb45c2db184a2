import type { Config } from '#server/config.ts'
import { StartRefused } from '#server/config.ts'
import { connect, type ConnectOptions, type Database, type Place } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

export interface Opened {
  db: Database
  place: Place
  /** In words for whoever started the server: which PostgreSQL, and where. */
  words: string
  stop(): Promise<void>
}

/** The database of DATABASE_URL, or our own in the data folder; up to date when this returns. `name` is that of its connections. */
export async function openDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>, name?: string): Promise<Opened> {
  const options = name === undefined ? {} : { name }
  const opened = databaseUrl === undefined ? await openOwn(dataDir, options) : await openGiven(databaseUrl, options)
  try {
    await migrate(opened.db)
    return opened
  } catch (error) {
    await opened.stop()
    throw error
  }
}

async function openOwn(dataDir: string, options: ConnectOptions): Promise<Opened> {
  const embedded = await startEmbedded(dataDir)
  const db = connect(embedded.place, options)
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

async function openGiven(url: string, options: ConnectOptions): Promise<Opened> {
  const db = connect({ url }, options)
  const host = URL.parse(url)?.host ?? ''
  try {
    await db.query('select 1')
  } catch (error) {
    await db.close()
    throw new StartRefused(
      `The database of DATABASE_URL at ${host} does not answer: ${(error as Error).message || (error as NodeJS.ErrnoException).code}.`,
    )
  }
  return { db, place: { url }, words: `PostgreSQL at ${host}`, stop: () => db.close() }
}
