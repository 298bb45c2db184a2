import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'

/** Most markets that one person marks. */
export const maxFavouriteMarkets = 200

const symbols = z.array(z.string().check(z.maxLength(20)))
const listPath = '/api/trade/favourite/list'

/** The markets a person marked, in their order (docs/rules/interface.md). */
export const favourites = {
  list: defineGetCall(listPath, { access: 'signedIn', params: z.object({}), reply: z.object({ symbols }), kept: 'page' }),
  /** The whole list. Markets that we do not list, and repeats, are left out; the reply is what is kept. */
  set: definePostCall('/api/trade/favourite/set', {
    access: 'signedIn',
    body: z.object({ symbols: symbols.check(z.maxLength(maxFavouriteMarkets)) }),
    reply: z.object({ symbols }),
    touches: [listPath],
  }),
}
