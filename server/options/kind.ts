import type { OptionOrderRequest, OptionOrder, OptionOrderPreview } from '#contract/orders/option.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { OrderKindHandler } from '../orders/orderKind.ts'
import { readClaimsTokenKey } from '../core/signedText.ts'
import { buyOption } from './buy.ts'
import { closeOption } from './close.ts'
import { toOptionOrder } from './position.ts'
import { previewOptionOrder } from './preview.ts'
import { readOptionsByIds } from './store.ts'
import { readOptionSurfacesNow } from './surface.ts'

/** Options as a kind of order (docs/rules/options.md). */
export function optionOrderKindHandler(app: AppContext): OrderKindHandler<OptionOrderRequest, OptionOrderPreview, OptionOrder> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await readClaimsTokenKey(sql))
  return {
    posTypes: [3],
    listed: 'select id, user_id, account_type, 3::smallint as pos_type, symbol, status from option_position',
    preview: async (order, { sql, visitor }) => previewOptionOrder(app, await ourKey(sql), sql, visitor, order),
    place: async (order, confirmToken, context) => buyOption(app, await ourKey(context.sql), order, confirmToken, context),
    serialize: async (sql, ids) => {
      const surfaces = await readOptionSurfacesNow(app, sql)
      return (await readOptionsByIds(sql, ids)).map((row) => toOptionOrder(app, row, surfaces))
    },
    close: (id, context) => closeOption(app, id, context),
    // Options are bought at once: none ever waits.
    cancel: () => Promise.reject(new Refusal('notRunning')),
  }
}
