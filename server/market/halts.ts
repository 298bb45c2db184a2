import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'

/**
 * Refuses symbolHalted for a new order on a market that takes none now. What is open runs on and can be closed. With `sec`, the second of the
 * record that would fill it, only a halt that was there before that record counts.
 */
export async function assertMarketNotHalted(sql: Sql, symbol: string, sec?: number): Promise<void> {
  const rows = await sql.query('select from market_halt where symbol = $1 and ($2::bigint is null or after_sec < $2)', [
    symbol,
    sec ?? null,
  ])
  if (rows.length > 0) throw new Refusal('symbolHalted', { symbol })
}
