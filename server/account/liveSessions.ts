import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

/** Which of these sessions have neither ended nor run out: one question for all open streams together. */
export async function liveSessions(sql: Sql, sessionIds: readonly string[], now: Instant): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    'select id from session where id = any($1::bigint[]) and ended_ms is null and expires_ms > $2',
    [sessionIds, now],
  )
  return new Set(rows.map(({ id }) => id))
}
