import type { SpotAsked, SpotOrder, SpotPreview } from '#contract/orders/spot.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { OrderKind } from '../orderKind.ts'
import { signingKey } from '../signedText.ts'
import { placeOrder } from './order.ts'
import { makePreview } from './preview.ts'
import { ordersByIds, toSpotOrder } from './store.ts'

/** Spot orders as a kind of order (product §2.3). */
export function spotKind(house: House): OrderKind<SpotAsked, SpotPreview, SpotOrder> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await signingKey(sql))
  const over = () => Promise.reject(new Refusal('notRunning'))
  return {
    posTypes: [1],
    listed: 'select id, user_id, account_type, 1::smallint as pos_type, symbol, 3::smallint as status from spot_order',
    preview: async (order, { sql, visitor }) => makePreview(house, await ourKey(sql), visitor.userId, order),
    place: async (order, confirmToken, asking) => placeOrder(house, await ourKey(asking.sql), order, confirmToken, asking),
    shown: async (sql, ids) => (await ordersByIds(sql, ids)).map(toSpotOrder),
    // A market order is over when it is made.
    close: over,
    cancel: over,
  }
}
