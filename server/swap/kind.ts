import type { FastTradeRequest, FastTradeOrder, FastTradePreview } from '#contract/orders/fast.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { OrderKindHandler } from '../orders/orderKind.ts'
import { readClaimsTokenKey } from '../core/signedText.ts'
import { previewFastTrade, placeFastTrade } from './fast.ts'
import { readSwapsByIds, toFastTradeOrder } from './store.ts'

/** Fast trades as a kind of order (docs/rules/{spot,swaps}.md). */
export function fastTradeOrderKindHandler(app: AppContext): OrderKindHandler<FastTradeRequest, FastTradePreview, FastTradeOrder> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await readClaimsTokenKey(sql))
  // What is exchanged is over when it is made.
  const over = () => Promise.reject(new Refusal('notRunning'))
  return {
    posTypes: [5],
    listed: 'select id, user_id, account_type, 5::smallint as pos_type, symbol, 3::smallint as status from swap where symbol is not null',
    preview: async (order, { sql, visitor }) => previewFastTrade(app, await ourKey(sql), visitor.userId, order),
    place: async (order, confirmToken, context) => placeFastTrade(app, await ourKey(context.sql), order, confirmToken, context),
    serialize: async (sql, ids) => (await readSwapsByIds(sql, ids)).map(toFastTradeOrder),
    close: over,
    cancel: over,
  }
}
