import { Refusal } from '#contract/refusals.ts'
import { instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

const dayMs = 86_400_000
const mostLapses = 3
const withinMs = 90 * dayMs
const pauseMs = 30 * dayMs

/** Until when somebody with these lapses (oldest first) cannot apply; undefined when nothing stands in the way (docs/rules/token-sales.md). */
export function ieoPauseUntilAfterLapses(lapsesMs: readonly number[], nowMs: number): number | undefined {
  const third = lapsesMs.findLast((at, index) => {
    const first = lapsesMs[index - mostLapses + 1]
    return first !== undefined && at - first <= withinMs
  })
  const until = third === undefined ? undefined : third + pauseMs
  return until !== undefined && nowMs < until ? until : undefined
}

/** Refuses ieoPaused {until} within 30 days of a third lapse in 90. */
export async function refuseUserPausedFromIeos(sql: Sql, userId: string, nowMs: number): Promise<void> {
  const rows = await sql.query<{ closed_ms: string }>(
    'select closed_ms from ieo_order where user_id = $1 and is_counted and closed_ms > $2 order by closed_ms',
    [userId, nowMs - withinMs - pauseMs],
  )
  const until = ieoPauseUntilAfterLapses(
    rows.map((row) => Number(row.closed_ms)),
    nowMs,
  )
  if (until !== undefined) throw new Refusal('ieoPaused', { until: instantToWireTime(until) })
}
