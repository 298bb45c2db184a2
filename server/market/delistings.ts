import { asInstant, type Instant } from '#contract/time.ts'
import type { Database, Sql } from '#db/database.ts'
import { log, type LogError } from '../core/log.ts'
import { startRepeatingJob } from '../core/schedule.ts'

/** Every server knows of it days before it holds, and of one that is called off before its last minute (`minDelistingCallOffLeadMs`). */
const pollIntervalMs = 5_000

/** A delisting is announced at least so long ahead (docs/rules/contracts.md, Delisting); the database keeps to it too. */
export const minDelistingNoticeMs = 7 * 86_400_000

/** It can be called off until so long before it: by then every server has to know. */
export const minDelistingCallOffLeadMs = 60_000

/** When trading in a market ends, or ended, for good; undefined where nothing is announced. */
export type DelistingTimeLookup = (symbol: string) => Instant | undefined

/** Those that stand in a database now. */
export async function loadDelistingTimeLookup(sql: Sql): Promise<DelistingTimeLookup> {
  const rows = await sql.query<{ symbol: string; ends_sec: string }>(
    'select symbol, ends_sec from market_delisting where called_off_ms is null',
  )
  const times = new Map(rows.map(({ symbol, ends_sec }) => [symbol, asInstant(Number(ends_sec) * 1000)]))
  return (symbol) => times.get(symbol)
}

/** Keeps them in memory, so that no order waits for a query to know them. What was read stays when a look fails. */
export async function startDelistingsRefresh(
  db: Database,
  report: LogError = log.error,
): Promise<{ delistedAt: DelistingTimeLookup; stop(): Promise<void> }> {
  let newest = await loadDelistingTimeLookup(db)
  const look = async (): Promise<void> => {
    newest = await loadDelistingTimeLookup(db)
  }
  const { stop } = startRepeatingJob('delistings', pollIntervalMs, look, { report })
  return { delistedAt: (symbol) => newest(symbol), stop }
}
