import { refuseRealBook } from '#account/refuseRealBook.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { signingKey } from '../signedText.ts'
import { placeOrder } from './order.ts'
import { makePreview } from './preview.ts'
import { ordersPage, toSpotOrder } from './store.ts'

/** Spot market orders (product §2.3). The list serves both books; orders are taken in the DEMO book. */
export function spotHandlers(house: House): Handlers<'spot'> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await signingKey(sql))
  return {
    preview: async (order, { sql, visitor }) => {
      refuseRealBook(order.accountType, visitor)
      return makePreview(house, await ourKey(sql), visitor.userId, order)
    },
    order: async ({ confirmToken, ...order }, asking) => {
      refuseRealBook(order.accountType, asking.visitor)
      return placeOrder(house, await ourKey(asking.sql), order, confirmToken, asking)
    },
    orders: async ({ accountType, pageNo, pageSize }, { sql, visitor }) => {
      const { rows, total } = await ordersPage(sql, {
        userId: visitor.userId,
        accountType,
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      return { records: rows.map(toSpotOrder), total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
  }
}
