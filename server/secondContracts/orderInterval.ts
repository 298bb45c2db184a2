import { accountTypes, realSecondContractLimits } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { countConsecutiveSecondContractLosses, readNewestSecondContractOrderTimes } from './store.ts'

/** From this many losses one after another the wait is longer (docs/rules/protection.md). */
const manyLosses = 3

/**
 * With real money there are 30 s between two orders, and 60 s after three losses in a row (docs/rules/{timed-contracts,protection}.md).
 * Refuses betweenOrders {seconds}. Exact while the wallet is locked.
 */
export async function assertSecondContractOrderInterval(sql: Sql, userId: string, book: AccountType, nowMs: number): Promise<void> {
  if (book !== accountTypes.real) return
  const newest = await readNewestSecondContractOrderTimes(sql, userId, book)
  if (newest === undefined) return
  const isUnlucky = (await countConsecutiveSecondContractLosses(sql, userId, book)) >= manyLosses
  // After losses one also waits from the moment the last of them is known.
  const from = isUnlucky ? Math.max(newest.acceptedMs, newest.settledMs) : newest.acceptedMs
  const waitMs = (isUnlucky ? realSecondContractLimits.afterLossesSeconds : realSecondContractLimits.betweenSeconds) * 1000
  const leftMs = from + waitMs - nowMs
  if (leftMs > 0) throw new Refusal('betweenOrders', { seconds: Math.ceil(leftMs / 1000) })
}
