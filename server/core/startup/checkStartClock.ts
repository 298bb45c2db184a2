import type { Sql } from '#db/database.ts'
import { StartupError } from './startupError.ts'

/** A record this far past the clock is no clock that drifted: it was wrong when the record was made, or is wrong now. */
const longestAheadSec = 3_600

const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * A database whose price record reaches into the future was made while a clock was wrong, or the clock is wrong now. Until that moment comes
 * no second would be recorded and nothing traded, without a word: a StartupError says so instead. A replay's seconds are of another time.
 */
export async function assertClockNotBehindRecord(sql: Sql, nowMs: number): Promise<void> {
  const [row] = await sql.query<{ sec: string }>(
    `select coalesce(max(greatest(genesis_sec, folded_sec, heard_sec)), 0) as sec from market_feed where feed not like 'replay:%'`,
  )
  const newestMs = Number(row!.sec) * 1000
  if (newestMs - nowMs <= longestAheadSec * 1000) return
  throw new StartupError(
    `The clock says ${utc(nowMs)}, but this database already holds prices until ${utc(newestMs)}: set the clock right, or name another database by DATABASE_URL or DATA_DIR.`,
  )
}
