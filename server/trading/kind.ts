import type { Order, Position, Preview } from '#contract/calls/trading.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { OrderKind } from '../orderKind.ts'
import { closePosition } from './close.ts'
import { confirmKey } from './confirmToken.ts'
import { cancelLimit } from './limit.ts'
import { openPosition } from './open.ts'
import { toPosition } from './position.ts'
import { makePreview } from './preview.ts'
import { positionsByIds } from './store.ts'

/** Contracts as a kind of order (product §2.4). */
export function contractKind(house: House): OrderKind<Order, Preview, Position> {
  // Read once, in whatever transaction asks first: asking the pool from inside a transaction could wait for itself.
  let key: Buffer | undefined
  const signingKey = async (sql: Sql) => (key ??= await confirmKey(sql))
  return {
    posTypes: [2],
    listed: 'select id, user_id, account_type, 2::smallint as pos_type, symbol, status from position',
    preview: async (order, { sql, visitor }) => makePreview(house, await signingKey(sql), sql, visitor, order),
    place: async (order, confirmToken, asking) => openPosition(house, await signingKey(asking.sql), order, confirmToken, asking),
    shown: async (sql, ids) => (await positionsByIds(sql, ids)).map((row) => toPosition(row, house.market)),
    close: (id, asking) => closePosition(house, id, asking),
    cancel: (id, asking) => cancelLimit(house, id, asking),
  }
}
