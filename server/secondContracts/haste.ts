import { book as books, realSecondLimits } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { Book } from '#ledger/ledger.ts'
import { lossesInRow, newestAccepted } from './store.ts'

/** From this many losses one after another the wait is longer (product §3.7). */
const manyLosses = 3

/**
 * With real money there are 30 s between two orders, and 60 s after three losses in a row (product §2.6, §3.7).
 * Refuses betweenOrders {seconds}. Exact while the wallet is locked.
 */
export async function refuseHaste(sql: Sql, userId: string, book: Book, nowMs: number): Promise<void> {
  if (book !== books.real) return
  const newest = await newestAccepted(sql, userId, book)
  if (newest === undefined) return
  const isUnlucky = (await lossesInRow(sql, userId, book)) >= manyLosses
  // After losses one also waits from the moment the last of them is known.
  const from = isUnlucky ? Math.max(newest.acceptedMs, newest.settledMs) : newest.acceptedMs
  const waitMs = (isUnlucky ? realSecondLimits.afterLossesSeconds : realSecondLimits.betweenSeconds) * 1000
  const leftMs = from + waitMs - nowMs
  if (leftMs > 0) throw new Refusal('betweenOrders', { seconds: Math.ceil(leftMs / 1000) })
}
