import { closeReason, positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import { isCompetitionOfEntryOver } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { bookPositionClose } from './close.ts'
import { readLastPositionSettlementPricesOfFeed } from './lastOfFeed.ts'
import { cancelPendingContractOrder } from './limit.ts'
import type { PositionRow } from './position.ts'
import type { PositionSettlementPrices } from './settlement.ts'
import { tryLockLivePosition, positionWalletIdSql } from './store.ts'
import { writePositionOutcomeNotice, notifyStreamsOfPosition } from './notify.ts'
import { transactionWithEffects } from '../core/transactions.ts'

/** A position or waiting order that is to end with its market. */
export interface ContractToClose {
  id: string
  account_type: number
  wallet_id: string
}

/** What a position is settled on; undefined where there is nothing to settle it on yet. */
type FindSettlement = (sql: Sql, row: PositionRow) => Promise<PositionSettlementPrices | undefined>

/**
 * Closes the contracts of a feed that is played no more at its last recorded prices, and cancels its orders that wait, each in a transaction of
 * its own with a notice. `left`: those without a recorded price, of a competition that is over, or that failed.
 */
export async function closeContractsOfFeed(app: AppContext, feed: string): Promise<{ closed: number; left: number }> {
  const found = await app.db.query<ContractToClose>(
    `select id, account_type, ${positionWalletIdSql('position')} from position where feed = $1 and status in (0, 1, 2) order by id`,
    [feed],
  )
  return closeContracts(app, found, (sql, row) => readLastPositionSettlementPricesOfFeed(app, sql, row), keptReason)
}

/** One that its person closed before, while there was no price, keeps that reason. */
const keptReason = (row: PositionRow): number => row.close_reason ?? closeReason.delisting

/** Closes each on what `settlementOf` gives and cancels what waits, each in a transaction of its own with a notice; one that fails is left and reported. */
export async function closeContracts(
  app: AppContext,
  found: readonly ContractToClose[],
  settlementOf: FindSettlement,
  reasonOf: (row: PositionRow) => number = () => closeReason.delisting,
): Promise<{ closed: number; left: number }> {
  let closed = 0
  for (const position of found) if (await closeOne(app, position, settlementOf, reasonOf)) closed++
  return { closed, left: found.length - closed }
}

async function closeOne(
  app: AppContext,
  { id, account_type, wallet_id }: ContractToClose,
  settlementOf: FindSettlement,
  reasonOf: (row: PositionRow) => number,
): Promise<boolean> {
  try {
    const isClosed = await transactionWithEffects(app.db, async (sql, afterCommit) => {
      const at = app.clock.now()
      await lockWallet(sql, wallet_id, account_type as AccountType)
      const row = await tryLockLivePosition(sql, id)
      if (!row || (await isCompetitionOfEntryOver(sql, row.entry_id, at))) return false
      const isPending = row.status === positionStatus.pending
      const on = isPending ? undefined : await settlementOf(sql, row)
      if (!isPending && !on) return false
      const after = on
        ? await bookPositionClose(sql, row, on, reasonOf(row), at)
        : await cancelPendingContractOrder(sql, row, closeReason.delisting, at)
      if (!after) return false
      await writePositionOutcomeNotice(app, sql, after, afterCommit)
      await notifyStreamsOfPosition(app, sql, after, afterCommit)
      return true
    })
    return isClosed
  } catch (error) {
    log.error(`position ${id} could not be closed with its market`, error)
    return false
  }
}
