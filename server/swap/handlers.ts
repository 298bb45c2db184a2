import type { Sql } from '#db/database.ts'
import { refuseHalted } from '#market/halts.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { mayTrade } from '../mayTrade.ts'
import { signingKey } from '../signedText.ts'
import { exchange } from './exchange.ts'
import { makeQuote, tradeAskOf } from './quote.ts'
import { swapsPage, toSwap } from './store.ts'

/** Flash exchange (product §1.5, §2.8). Both books. */
export function swapHandlers(house: House): Handlers<'swap'> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await signingKey(sql))
  return {
    quote: async (asked, asking) => {
      const { sql, visitor } = asking
      const quote = makeQuote(house, await ourKey(sql), visitor.userId, asked)
      await mayTrade(house, tradeAskOf(quote), asking)
      for (const { symbol } of quote.sources) await refuseHalted(sql, symbol)
      return quote
    },
    swap: async ({ quoteId }, asking) => exchange(house, await ourKey(asking.sql), quoteId, asking),
    swaps: async ({ accountType, pageNo, pageSize }, { sql, visitor }) => {
      const { rows, total } = await swapsPage(sql, {
        userId: visitor.userId,
        accountType,
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      return { records: rows.map(toSwap), total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
  }
}
