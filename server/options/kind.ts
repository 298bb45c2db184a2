import type { OptionAsked, OptionOrder, OptionPreview } from '#contract/orders/option.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { OrderKind } from '../orderKind.ts'
import { signingKey } from '../signedText.ts'
import { buy } from './buy.ts'
import { closeOption } from './close.ts'
import { toOrder } from './position.ts'
import { makePreview } from './preview.ts'
import { optionsByIds } from './store.ts'
import { surfacesNow } from './surface.ts'

/** Options as a kind of order (product §2.5). */
export function optionKind(house: House): OrderKind<OptionAsked, OptionPreview, OptionOrder> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await signingKey(sql))
  return {
    posTypes: [3],
    listed: 'select id, user_id, account_type, 3::smallint as pos_type, symbol, status from option_position',
    preview: async (order, { sql, visitor }) => makePreview(house, await ourKey(sql), sql, visitor, order),
    place: async (order, confirmToken, asking) => buy(house, await ourKey(asking.sql), order, confirmToken, asking),
    shown: async (sql, ids) => {
      const surfaces = await surfacesNow(house, sql)
      return (await optionsByIds(sql, ids)).map((row) => toOrder(house, row, surfaces))
    },
    close: (id, asking) => closeOption(house, id, asking),
    // Options are bought at once: none ever waits.
    cancel: () => Promise.reject(new Refusal('notRunning')),
  }
}
