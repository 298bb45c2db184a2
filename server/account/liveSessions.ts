import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../core/ids.ts'

/** Which of these sessions have neither ended nor run out: one question for all open streams together. */
export async function liveSessionIdsAmong(sql: Sql, sessionIds: readonly string[], now: Instant): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    'select id from session where id = any($1::bigint[]) and ended_ms is null and expires_ms > $2',
    [sessionIds, now],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Whether this person's session has neither ended nor run out, for what may be used by its own session alone. */
export async function isLiveSession(
  sql: Sql,
  { sessionId, userId }: { sessionId: string; userId: string },
  now: Instant,
): Promise<boolean> {
  if (!isRowId(sessionId)) return false
  const rows = await sql.query('select from session where id = $1 and account_id = $2 and ended_ms is null and expires_ms > $3', [
    sessionId,
    userId,
    now,
  ])
  return rows.length > 0
}
