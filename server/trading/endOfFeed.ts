import { closeReason, positionStatus } from '#contract/states.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import { isCompetitionOver } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { settlePosition } from './close.ts'
import { lastPositionSettlementOfFeed } from './lastOfFeed.ts'
import { cancelPendingContractOrder } from './limit.ts'
import { claimPosition, positionWalletIdSql } from './store.ts'
import { writePositionOutcomeNotice, notifyPosition } from './notify.ts'
import { transactionWithEffects } from '../core/transactions.ts'

interface Found {
  id: string
  account_type: number
  wallet_id: string
}

/**
 * Closes the contracts of a feed that is played no more at its last recorded prices, and cancels its orders that wait, each in a transaction of
 * its own with a notice. `left`: those without a recorded price, of a competition that is over, or that failed.
 */
export async function closeContractsOfFeed(app: AppContext, feed: string): Promise<{ closed: number; left: number }> {
  const found = await app.db.query<Found>(
    `select id, account_type, ${positionWalletIdSql('position')} from position where feed = $1 and status in (0, 1, 2) order by id`,
    [feed],
  )
  let closed = 0
  for (const position of found) if (await closeOne(app, position)) closed++
  return { closed, left: found.length - closed }
}

async function closeOne(app: AppContext, { id, account_type, wallet_id }: Found): Promise<boolean> {
  try {
    const isClosed = await transactionWithEffects(app.db, async (sql, afterCommit) => {
      const at = app.clock.now()
      await lockWallet(sql, wallet_id, account_type as AccountType)
      const row = await claimPosition(sql, id)
      if (!row || (await isCompetitionOver(sql, row.entry_id, at))) return false
      const isPending = row.status === positionStatus.pending
      const on = isPending ? undefined : await lastPositionSettlementOfFeed(app, sql, row)
      if (!isPending && !on) return false
      const after = on
        ? await settlePosition(sql, row, on, row.close_reason ?? closeReason.delisting, at)
        : await cancelPendingContractOrder(sql, row, closeReason.delisting, at)
      if (!after) return false
      await writePositionOutcomeNotice(app, sql, after, afterCommit)
      await notifyPosition(app, sql, after, afterCommit)
      return true
    })
    return isClosed
  } catch (error) {
    log.error(`position ${id} could not be closed with its feed`, error)
    return false
  }
}
