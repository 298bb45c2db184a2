import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'

/** Refuses symbolHalted for a new order on a market that takes none now (product §3.2). What is open runs on and can be closed. */
export async function refuseHalted(sql: Sql, symbol: string): Promise<void> {
  const rows = await sql.query('select from market_halt where symbol = $1', [symbol])
  if (rows.length > 0) throw new Refusal('symbolHalted', { symbol })
}
