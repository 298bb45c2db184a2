import type { PublishedLedgerCheck } from '#contract/calls/fairness.ts'
import type { Sql } from '#db/database.ts'
import { newestEndedCheck, readLedgerHalt, readViolations } from './checkStore.ts'

/** What everybody is told of the newest check that ended: when, whether all held, and which invariants did not; no person, no amount. */
export async function readPublishedLedgerCheck(sql: Sql): Promise<PublishedLedgerCheck> {
  const ended = await newestEndedCheck(sql)
  const halt = await readLedgerHalt(sql)
  const found = ended && !ended.holds ? await readViolations(sql, ended.id) : []
  return {
    checkedMs: ended?.endedAt ?? null,
    holds: ended?.holds ?? null,
    broken: [...new Set(found.map(({ invariant }) => invariant))],
    haltedMs: halt?.since ?? null,
  }
}
