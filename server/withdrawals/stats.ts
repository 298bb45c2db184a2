import type { CallReply } from '#contract/call.ts'
import type { WithdrawalRejectionReason, withdrawals as rows } from '#contract/calls/withdrawals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'

type Stats = CallReply<typeof rows.withdrawalStats>

const days = 30
const keptMs = 60_000

/** The figures of the last minute: everybody may ask, and they are counted once. */
export function createWithdrawalStatsCache({ db, clock }: AppContext): () => Promise<Stats> {
  let cached: { until: number; stats: Promise<Stats> } | undefined
  return () => {
    const now = clock.now()
    if (cached && now < cached.until) return cached.stats
    const mine = { until: now + keptMs, stats: withdrawalStats(db, now) }
    mine.stats.catch(() => {
      if (cached === mine) cached = undefined
    })
    cached = mine
    return mine.stats
  }
}

/** How long withdrawals take and why they were refused (docs/rules/fair-dealing.md): of those that were asked for in the last 30 days. */
async function withdrawalStats(sql: Sql, now: Instant): Promise<Stats> {
  const since = now - days * 86_400_000
  const [row] = await sql.query<Record<'paid' | 'p50' | 'p95' | 'waiting' | 'late' | 'cancelled', string | null>>(
    `select count(*) filter (where paid_ms is not null and status = 2) as paid,
       percentile_disc(0.5) within group (order by paid_ms - created_ms) filter (where status = 2) as p50,
       percentile_disc(0.95) within group (order by paid_ms - created_ms) filter (where status = 2) as p95,
       count(*) filter (where status = 0) as waiting,
       count(*) filter (where escalated_ms is not null) as late,
       count(*) filter (where status = -3) as cancelled
     from withdrawal where created_ms >= $1`,
    [since],
  )
  const refused = await sql.query<{ reason: WithdrawalRejectionReason; count: string }>(
    'select reason, count(*) as count from withdrawal where created_ms >= $1 and status in (-1, -2) group by reason order by count(*) desc, reason',
    [since],
  )
  const seconds = (ms: string | null | undefined) => (ms == null ? null : Math.floor(Number(ms) / 1000))
  return {
    days,
    paid: Number(row?.paid ?? 0),
    p50Seconds: seconds(row?.p50),
    p95Seconds: seconds(row?.p95),
    waiting: Number(row?.waiting ?? 0),
    late: Number(row?.late ?? 0),
    cancelled: Number(row?.cancelled ?? 0),
    refused: refused.map(({ reason, count }) => ({ reason, count: Number(count) })),
    asOf: now,
  }
}
