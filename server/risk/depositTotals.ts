import type { Decimal } from '#contract/decimal.ts'
import type { Sql } from '#db/database.ts'

/** What a person brought in since a moment, and what is on its way, in USDT at the prices of those times (docs/rules/protection.md); what had none is not in it. */
export async function depositedUsdtSince(sql: Sql, userId: string, sinceMs: number): Promise<Decimal> {
  const [row] = await sql.query<{ sum: Decimal }>(
    'select coalesce(sum(value_usdt), 0)::numeric(36, 8) as sum from deposit where user_id = $1 and created_ms >= $2 and status in (0, 1)',
    [userId, sinceMs],
  )
  if (!row) throw new Error('sums give one row')
  return row.sum
}
