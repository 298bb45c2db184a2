import type { BreakScope } from '#contract/calls/limits.ts'
import { asInstant, wireTimeToInstant, type Instant, instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'

const hourMs = 3_600_000

export interface TradingBreak {
  kind: 'timeout' | 'exclusion'
  scope: BreakScope
  until: Instant
}

/** The breaks that a person has asked for and that are not over, the longest first. */
export async function readActiveTradingBreaks(sql: Sql, userId: string, nowMs: number): Promise<TradingBreak[]> {
  const rows = await sql.query<{ kind: TradingBreak['kind']; scope: BreakScope; until_ms: string }>(
    'select kind, scope, until_ms from trading_break where user_id = $1 and until_ms > $2 order by until_ms desc, id',
    [userId, nowMs],
  )
  return rows.map(({ kind, scope, until_ms }) => ({ kind, scope, until: asInstant(Number(until_ms)) }))
}

/** Begins a break now. One that is shorter than another changes nothing: the longest counts. */
export const beginTradingBreak = (sql: Sql, userId: string, { kind, scope, until }: TradingBreak, nowMs: number): Promise<unknown> =>
  sql.query('insert into trading_break (user_id, kind, scope, from_ms, until_ms) values ($1, $2, $3, $4, $5)', [
    userId,
    kind,
    scope,
    nowMs,
    until,
  ])

export const addHours = (nowMs: number, hours: number): Instant => asInstant(nowMs + hours * hourMs)

/** The same day some months later, UTC+8; the last of its month where there is no such day. */
export function addCalendarMonths(nowMs: number, months: number): Instant {
  const [year = 0, month = 1, day = 1] = instantToWireTime(nowMs).slice(0, 10).split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  const date = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10)
  return wireTimeToInstant(`${date} ${instantToWireTime(nowMs).slice(11)}`)
}
