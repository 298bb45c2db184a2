import { closeReason } from '#contract/states.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import type { SettleDelistedMarket } from '../orders/delistings.ts'
import { cancelPendingSpotOrder } from './limit.ts'
import { tryLockPendingSpotOrder } from './store.ts'
import { writeSpotOutcomeNotice, notifyStreamsOfSpotOrder } from './notify.ts'
import { transactionWithEffects } from '../core/transactions.ts'

interface Found {
  id: string
  user_id: string
  account_type: number
}

/** Cancels the spot orders that wait for a feed that is played no more, each in a transaction of its own with a notice. */
export async function cancelSpotOrdersOfFeed(app: AppContext, feed: string): Promise<{ closed: number; left: number }> {
  const found = await app.db.query<Found>('select id, user_id, account_type from spot_order where feed = $1 and status = 0 order by id', [
    feed,
  ])
  return cancelSpotOrders(app, found)
}

/** The same for one market that is delisted, on whatever feed. */
export const createDelistedSpotOrdersCanceller =
  (app: AppContext): SettleDelistedMarket =>
  async ({ symbol }) =>
    cancelSpotOrders(
      app,
      await app.db.query<Found>('select id, user_id, account_type from spot_order where symbol = $1 and status = 0 order by id', [symbol]),
    )

async function cancelSpotOrders(app: AppContext, found: readonly Found[]): Promise<{ closed: number; left: number }> {
  let closed = 0
  for (const order of found) if (await cancelOne(app, order)) closed++
  return { closed, left: found.length - closed }
}

async function cancelOne(app: AppContext, { id, user_id, account_type }: Found): Promise<boolean> {
  try {
    const isCancelled = await transactionWithEffects(app.db, async (sql, afterCommit) => {
      await lockWallet(sql, user_id, account_type as AccountType)
      const row = await tryLockPendingSpotOrder(sql, id)
      const after = row && (await cancelPendingSpotOrder(sql, row, closeReason.delisting, app.clock.now()))
      if (!after) return false
      await writeSpotOutcomeNotice(app, sql, after, afterCommit)
      await notifyStreamsOfSpotOrder(app, sql, after, afterCommit)
      return true
    })
    return isCancelled
  } catch (error) {
    log.error(`spot order ${id} could not be cancelled with its market`, error)
    return false
  }
}
