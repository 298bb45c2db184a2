import type { FastAsked, FastOrder, FastPreview } from '#contract/orders/fast.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { OrderKind } from '../orderKind.ts'
import { signingKey } from '../signedText.ts'
import { makeFastPreview, placeFast } from './fast.ts'
import { swapsByIds, toFast } from './store.ts'

/** Fast trades as a kind of order (product §2.3, §2.8). */
export function fastKind(house: House): OrderKind<FastAsked, FastPreview, FastOrder> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await signingKey(sql))
  // What is exchanged is over when it is made.
  const over = () => Promise.reject(new Refusal('notRunning'))
  return {
    posTypes: [5],
    listed: 'select id, user_id, account_type, 5::smallint as pos_type, symbol, 3::smallint as status from swap where symbol is not null',
    preview: async (order, { sql, visitor }) => makeFastPreview(house, await ourKey(sql), visitor.userId, order),
    place: async (order, confirmToken, asking) => placeFast(house, await ourKey(asking.sql), order, confirmToken, asking),
    shown: async (sql, ids) => (await swapsByIds(sql, ids)).map(toFast),
    close: over,
    cancel: over,
  }
}
