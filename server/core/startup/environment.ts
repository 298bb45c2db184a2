import type { Sql } from '#db/database.ts'
import type { Config } from './config.ts'
import { StartupError } from './startupError.ts'

type Env = Config['env']

/** What this database is for; undefined before its first server. */
export async function readDatabaseEnvironment(sql: Sql): Promise<Env | undefined> {
  const [row] = await sql.query<{ env: Env }>('select env from environment')
  return row?.env
}

/** One plain sentence for whoever came with other settings. */
export const environmentMismatchMessage = (stored: Env): string =>
  `This database was made by a server with FAIRLEAD_ENV=${stored}, and that stays: set it so, or name another by DATABASE_URL or DATA_DIR.`

/** Says for good what a new database is for, play money or real money (docs/rules/environments.md). A StartupError where that was said otherwise. */
export async function setOrAssertDatabaseEnvironment(sql: Sql, env: Env): Promise<void> {
  await sql.query('insert into environment (env) values ($1) on conflict do nothing', [env])
  const stored = await readDatabaseEnvironment(sql)
  if (stored !== undefined && stored !== env) throw new StartupError(environmentMismatchMessage(stored))
}
