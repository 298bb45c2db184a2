import type { PublishedLedgerCheck } from '#contract/calls/fairness.ts'
import type { Sql } from '#db/database.ts'
import { readNewestEndedLedgerCheck, readLedgerHalt, readLedgerViolations } from './checkStore.ts'

/** What everybody is told of the newest check that ended: when, whether all held, and which invariants did not; no person, no amount. */
export async function readPublishedLedgerCheck(sql: Sql): Promise<PublishedLedgerCheck> {
  const ended = await readNewestEndedLedgerCheck(sql)
  const halt = await readLedgerHalt(sql)
  const found = ended && !ended.holds ? await readLedgerViolations(sql, ended.id) : []
  return {
    checkedMs: ended?.endedAt ?? null,
    holds: ended?.holds ?? null,
    broken: [...new Set(found.map(({ invariant }) => invariant))],
    haltedMs: halt?.since ?? null,
  }
}
