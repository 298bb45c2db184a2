import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'

/**
 * Refuses ledgerHalted while a check found the ledger broken (docs/rules/ledger.md): asked by whatever opens something new or pays out, never by
 * what closes, settles, repays or cancels. With `sec`, the second of the record that would fill an order, only a halt from before it counts.
 */
export async function assertLedgerNotHalted(sql: Sql, sec?: number): Promise<void> {
  if (await isLedgerHalted(sql, sec)) throw new Refusal('ledgerHalted')
}

/** The same as an answer. */
export async function isLedgerHalted(sql: Sql, sec?: number): Promise<boolean> {
  const rows = await sql.query('select from ledger_halt where $1::bigint is null or since_ms < ($1::bigint + 1) * 1000', [sec ?? null])
  return rows.length > 0
}
