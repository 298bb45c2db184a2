import { closeReason } from '#contract/states.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import type { PriceRecordSecond } from '#market/market.ts'
import type { AppContext } from '../core/appContext.ts'
import { forEachBatch } from '../core/batches.ts'
import { log } from '../core/log.ts'
import { chargeDueHoldingCosts, recordHoldingChargeMarks } from './charge.ts'
import { expiredContractOrderBatchSize, type ExpiredContractOrder, readExpiredContractOrders } from './holdingStore.ts'
import { cancelPendingContractOrder } from './limit.ts'
import { lockPosition } from './store.ts'
import { writePositionOutcomeNotice, notifyStreamsOfPosition } from './notify.ts'
import { transactionWithEffects } from '../core/transactions.ts'

interface DueWork {
  /** Fixes the marks of a moment of charging at its first records. */
  fix(record: PriceRecordSecond): Promise<void>
  /** Charges and expires what is due by this second, beside the records, unless that is going on already. */
  begin(sec: number): void
  idle(): Promise<void>
}

/** What is due by the clock and not by a price. Nothing here holds up a record but for the marks, at the first seconds of an hour. */
export function createDueContractJobs(app: AppContext): DueWork {
  let working: Promise<void> | undefined
  return {
    fix: (record) => recordHoldingChargeMarks(app, record),
    begin: (sec) => {
      working ??= runDueContractJobs(app, sec)
        .catch((error: unknown) => log.error('due work of contracts failed', error))
        .finally(() => (working = undefined))
    },
    idle: async () => working,
  }
}

/** Charges of funding and overnight, then orders whose 30 days are over. */
export async function runDueContractJobs(app: AppContext, sec: number): Promise<void> {
  await chargeDueHoldingCosts(app, sec)
  const now = app.clock.now()
  await forEachBatch(
    expiredContractOrderBatchSize,
    (behind: ExpiredContractOrder | undefined) => readExpiredContractOrders(app.db, now, behind),
    async (found) => {
      for (const order of found)
        await expireOne(app, order).catch((error: unknown) => log.error(`order ${order.id} could not be expired`, error))
    },
  )
}

const expireOne = (app: AppContext, { id, account_type, wallet_id }: ExpiredContractOrder): Promise<void> =>
  transactionWithEffects(app.db, async (sql, afterCommit) => {
    await lockWallet(sql, wallet_id, account_type as AccountType)
    const row = await lockPosition(sql, id)
    const cancelled = row && (await cancelPendingContractOrder(sql, row, closeReason.expiry, app.clock.now()))
    if (!cancelled) return
    await writePositionOutcomeNotice(app, sql, cancelled, afterCommit)
    await notifyStreamsOfPosition(app, sql, cancelled, afterCommit)
  })
