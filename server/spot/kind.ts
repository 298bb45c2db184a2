import type { InstantAsked, InstantOrder, InstantPreview, SpotAsked, SpotOrder, SpotPreview } from '#contract/orders/spot.ts'
import { posType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { OrderKind } from '../orderKind.ts'
import { signingKey } from '../signedText.ts'
import { cancelOrder } from './limit.ts'
import { placeInstant, placeOrder } from './order.ts'
import { makePreview } from './preview.ts'
import { ordersByIds, toOrder } from './store.ts'

/** Spot and instant orders as kinds of order (product §2.3). */
export function spotKind(house: House): OrderKind<SpotAsked | InstantAsked, SpotPreview | InstantPreview, SpotOrder | InstantOrder> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await signingKey(sql))
  return {
    posTypes: [1, 4],
    listed: 'select id, user_id, account_type, pos_type, symbol, status from spot_order',
    preview: async (order, { sql, visitor }) => makePreview(house, await ourKey(sql), sql, visitor, order),
    place: async (order, confirmToken, asking) => {
      const ours = await ourKey(asking.sql)
      if (order.posType === posType.instantSpot) return placeInstant(house, ours, order, confirmToken, asking)
      return placeOrder(house, ours, order, confirmToken, asking)
    },
    shown: async (sql, ids) => (await ordersByIds(sql, ids)).map(toOrder),
    // Coins that were bought are ordinary balance: there is nothing to close but what waits.
    close: (id, asking) => cancelOrder(house, id, asking),
    cancel: (id, asking) => cancelOrder(house, id, asking),
  }
}
