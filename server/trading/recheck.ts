import { closeReason } from '#contract/states.ts'
import type { SignedInUser } from '../core/visitor.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import { usdtConvertersByCurrency } from '#rules/quote.ts'
import type { AppContext } from '../core/appContext.ts'
import { forEachBatch } from '../core/batches.ts'
import { log } from '../core/log.ts'
import type { PendingOrderRechecker, OrderRecheckScope } from '../orders/orderRechecks.ts'
import { evaluatePendingOrderCancelReason, type PendingOrderToRecheck } from '../risk/pendingOrders.ts'
import { cancelPendingContractOrder } from './limit.ts'
import type { PositionRow } from './position.ts'
import { userLeverageCapOf } from './region.ts'
import { lockPendingContractOrder, positionWalletIdSql } from './store.ts'
import { writePositionOutcomeNotice, notifyStreamsOfPosition } from './notify.ts'
import { transactionWithEffects } from '../core/transactions.ts'

interface Found {
  id: string
  account_type: number
  wallet_id: string
}

const batch = 500

/** Why this waiting contract order may not be filled any more, as `evaluatePendingOrderCancelReason` says. */
export function findContractOrderCancelReason(app: AppContext, sql: Sql, row: PositionRow, sec?: number): Promise<number | undefined> {
  // On the terms on which it was placed.
  const spec = app.market.spec(row.symbol, Number(row.created_ms))
  if (!spec) return Promise.resolve(closeReason.delisting)
  const converter = usdtConvertersByCurrency[spec.quote]?.symbol
  const ask: PendingOrderToRecheck = {
    userId: row.user_id,
    symbol: row.symbol,
    trade: {
      accountType: row.account_type,
      compId: row.comp?.id,
      product: 'contract',
      symbols: converter === undefined ? [row.symbol] : [row.symbol, converter],
      lever: row.lever,
    },
    refuse: (visitor: SignedInUser) => {
      const max = userLeverageCapOf(visitor, spec, app.clock.now())
      if (row.lever > max) throw new Refusal('leverageCap', { max })
    },
  }
  return evaluatePendingOrderCancelReason(app, sql, ask, sec)
}

/** Cancels waiting contract orders that may not be filled any more. What runs and its stops are never looked at. */
export const createContractOrderRechecker =
  (app: AppContext): PendingOrderRechecker =>
  (scope) =>
    forEachBatch(
      batch,
      (behind: Found | undefined) => waitingIn(app.db, scope, behind),
      async (found) => {
        for (const order of found) await recheckOne(app, order)
      },
    )

/** Each scope is one indexed read of what waits, a batch of it behind that one. */
function waitingIn(sql: Sql, scope: OrderRecheckScope, behind?: Found): Promise<Found[]> {
  const select = (where: string, params: unknown[]) =>
    sql.query<Found>(
      `select id, account_type, ${positionWalletIdSql('position')} from position
       where status = 0 and ${where} and id > $${params.length + 1} order by id limit ${batch}`,
      [...params, behind?.id ?? '0'],
    )
  if (scope.by === 'person') return select('user_id = $1', [scope.userId])
  if (scope.by === 'markets') return select('symbol = any($1)', [scope.symbols])
  return select(
    `(not symbol = any($1) or account_type = 1 and exists (select from account a where a.id = user_id and a.kyc_closes_ms <= $2))`,
    [scope.listed, scope.nowMs],
  )
}

async function recheckOne(app: AppContext, { id, account_type, wallet_id }: Found): Promise<void> {
  try {
    await transactionWithEffects(app.db, async (sql, afterCommit) => {
      // Wallet first, then the row: the same order as a fill and a person's own cancel, so that nobody waits in a circle.
      await lockWallet(sql, wallet_id, account_type as AccountType)
      const row = await lockPendingContractOrder(sql, id)
      const reason = row && (await findContractOrderCancelReason(app, sql, row))
      const cancelled = reason && (await cancelPendingContractOrder(sql, row, reason, app.clock.now()))
      if (!cancelled) return
      await writePositionOutcomeNotice(app, sql, cancelled, afterCommit)
      await notifyStreamsOfPosition(app, sql, cancelled, afterCommit)
    })
  } catch (error) {
    log.error(`order ${id} could not be judged again`, error)
    return
  }
}
