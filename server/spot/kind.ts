import type {
  InstantSpotOrderRequest,
  InstantSpotOrder,
  InstantSpotOrderPreview,
  SpotOrderRequest,
  SpotOrder,
  SpotOrderPreview,
} from '#contract/orders/spot.ts'
import { posType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { OrderKindHandler } from '../orders/orderKind.ts'
import { readClaimsTokenKey } from '../core/signedText.ts'
import { cancelOwnSpotOrder } from './limit.ts'
import { placeInstantSpotOrder, placeSpotOrder } from './order.ts'
import { previewSpotOrder } from './preview.ts'
import { readSpotOrdersByIds, toSpotOrder } from './store.ts'

/** Spot and instant orders as kinds of order (docs/rules/spot.md). */
export function spotOrderKindHandler(
  app: AppContext,
): OrderKindHandler<SpotOrderRequest | InstantSpotOrderRequest, SpotOrderPreview | InstantSpotOrderPreview, SpotOrder | InstantSpotOrder> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await readClaimsTokenKey(sql))
  return {
    posTypes: [1, 4],
    listed: 'select id, user_id, account_type, pos_type, symbol, status from spot_order',
    preview: async (order, { sql, visitor }) => previewSpotOrder(app, await ourKey(sql), sql, visitor, order),
    place: async (order, confirmToken, context) => {
      const ours = await ourKey(context.sql)
      if (order.posType === posType.instantSpot) return placeInstantSpotOrder(app, ours, order, confirmToken, context)
      return placeSpotOrder(app, ours, order, confirmToken, context)
    },
    serialize: async (sql, ids) => (await readSpotOrdersByIds(sql, ids)).map(toSpotOrder),
    // Coins that were bought are ordinary balance: there is nothing to close but what waits.
    close: (id, context) => cancelOwnSpotOrder(app, id, context),
    cancel: (id, context) => cancelOwnSpotOrder(app, id, context),
  }
}
