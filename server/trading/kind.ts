import type { ContractOrderRequest, Position, ContractOrderPreviewReply } from '#contract/calls/trading.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { OrderKindHandler } from '../orders/orderKind.ts'
import { closePosition } from './close.ts'
import { readConfirmTokenKey } from './confirmToken.ts'
import { cancelOwnContractOrder } from './limit.ts'
import { placeContractOrder } from './open.ts'
import { toPosition } from './position.ts'
import { previewContractOrder } from './preview.ts'
import { readPositionsByIds } from './store.ts'

/** Contracts as a kind of order (docs/rules/contracts.md). */
export function contractOrderKindHandler(app: AppContext): OrderKindHandler<ContractOrderRequest, ContractOrderPreviewReply, Position> {
  // Read once, in whatever transaction asks first: asking the pool from inside a transaction could wait for itself.
  let key: Buffer | undefined
  const signingKey = async (sql: Sql) => (key ??= await readConfirmTokenKey(sql))
  return {
    posTypes: [2],
    listed: 'select id, user_id, account_type, 2::smallint as pos_type, symbol, status from position',
    preview: async (order, { sql, visitor }) => previewContractOrder(app, await signingKey(sql), sql, visitor, order),
    place: async (order, confirmToken, context) => placeContractOrder(app, await signingKey(context.sql), order, confirmToken, context),
    serialize: async (sql, ids) => (await readPositionsByIds(sql, ids)).map((row) => toPosition(row, app.market)),
    close: (id, context) => closePosition(app, id, context),
    cancel: (id, context) => cancelOwnContractOrder(app, id, context),
  }
}
