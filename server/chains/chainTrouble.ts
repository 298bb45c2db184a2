import type { Sql } from '#db/database.ts'

/** A node that restarts or hiccups is back by then; deposits that it did not show meanwhile are found later. */
const graceMs = 120_000

/** Writes down that a chain could not be read. `isLasting`: waiting does not mend it, so its networks pause at once. */
export const recordChainOutage = (sql: Sql, chain: string, reason: string, nowMs: number, isLasting: boolean): Promise<unknown> =>
  sql.query(
    `insert into chain_trouble (chain, since_ms, reason) values ($1, $2, $3)
     on conflict (chain) do update set since_ms = least(chain_trouble.since_ms, excluded.since_ms), reason = excluded.reason`,
    [chain, isLasting ? 0 : nowMs, reason],
  )

/** The chain was read. */
export const clearChainOutage = (sql: Sql, chain: string): Promise<unknown> =>
  sql.query('delete from chain_trouble where chain = $1', [chain])

/** What staff read of chains that cannot be read now; `isPaused` once their networks take no deposits for it. */
export async function readChainOutages(sql: Sql, nowMs: number): Promise<{ chain: string; reason: string; isPaused: boolean }[]> {
  const rows = await sql.query<{ chain: string; since_ms: string; reason: string }>(
    'select chain, since_ms, reason from chain_trouble order by chain',
  )
  return rows.map(({ chain, since_ms, reason }) => ({ chain, reason, isPaused: Number(since_ms) <= nowMs - graceMs }))
}

/** Chains that have not been readable for some time: nothing that arrives there would be seen. */
export async function readChainsPausedByOutage(sql: Sql, nowMs: number): Promise<Set<string>> {
  const rows = await sql.query<{ chain: string }>('select chain from chain_trouble where since_ms <= $1', [nowMs - graceMs])
  return new Set(rows.map(({ chain }) => chain))
}
