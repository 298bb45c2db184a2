import type { User } from '#contract/calls/account.ts'
import type { Sql } from '#db/database.ts'
import { readActiveTradingBreaks } from './breaks.ts'

/** What a person's own record says of their limits and breaks (docs/rules/protection.md). */
export async function readLimitsAndBreaks(sql: Sql, userId: string, nowMs: number): Promise<Required<Pick<User, 'limits' | 'exclusion'>>> {
  const rows = await sql.query<{ kind: string; value: string }>(
    'select kind, trim_scale(value)::text as value from own_limit where user_id = $1 and value is not null',
    [userId],
  )
  const [longest] = await readActiveTradingBreaks(sql, userId, nowMs)
  return {
    limits: Object.fromEntries(rows.map(({ kind, value }) => [kind, value])),
    exclusion: longest ? { type: longest.kind, scope: longest.scope, until: longest.until } : null,
  }
}
