import type { Sql } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'

/** For hooks, where nothing can be expected: throws what the ledger's own check finds. */
export async function assertLedgerConsistent(sql: Sql): Promise<void> {
  const found = await findAllLedgerViolations(sql)
  if (found.length > 0) throw new Error(JSON.stringify(found))
}
