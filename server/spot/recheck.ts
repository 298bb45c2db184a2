import { closeReason, direction } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { boughtCurrencyField } from '../risk/assertCanTrade.ts'
import type { OrderRecheckScope } from '../orders/orderRechecks.ts'
import { evaluatePendingOrderCancelReason } from '../risk/pendingOrders.ts'
import type { SpotOrderRow } from './store.ts'

interface Found {
  id: string
  user_id: string
  account_type: number
}

/** As many are read at once. */
export const pendingSpotOrderBatchSize = 500

/** Why this waiting spot order may not be filled any more, as `evaluatePendingOrderCancelReason` says. Selling coins is leaving, but for a market that is no more. */
export function findSpotOrderCancelReason(app: AppContext, sql: Sql, row: SpotOrderRow, sec?: number): Promise<number | undefined> {
  if (!app.market.spec(row.symbol)) return Promise.resolve(closeReason.delisting)
  const { account_type: accountType, symbol, user_id: userId } = row
  const isLeaving = row.direction === direction.short
  const trade = {
    accountType,
    product: 'spot',
    symbols: [symbol],
    isLeaving,
    ...(!isLeaving && boughtCurrencyField(app.market, symbol)),
  } as const
  return evaluatePendingOrderCancelReason(app, sql, { userId, symbol, trade }, sec)
}

/** Waiting spot orders that this scope may end, a batch behind that one: one indexed read. Orders that sell stand, but on a market that is no more. */
export function readPendingSpotOrdersInScope(sql: Sql, scope: OrderRecheckScope, behind?: Pick<Found, 'id'>): Promise<Found[]> {
  const select = (where: string, params: unknown[]) =>
    sql.query<Found>(
      `select id, user_id, account_type from spot_order
       where status = 0 and ${where} and id > $${params.length + 1} order by id limit ${pendingSpotOrderBatchSize}`,
      [...params, behind?.id ?? '0'],
    )
  if (scope.by === 'person') return select('direction = 1 and user_id = $1', [scope.userId])
  if (scope.by === 'markets') return select('direction = 1 and symbol = any($1)', [scope.symbols])
  return select(
    `(not symbol = any($1) or direction = 1 and account_type = 1
      and exists (select from account a where a.id = user_id and a.kyc_closes_ms <= $2))`,
    [scope.listed, scope.nowMs],
  )
}
