import { refuseRealBook } from '#account/refuseRealBook.ts'
import type { Sql } from '#db/database.ts'
import { refuseHalted } from '#market/halts.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { signingKey } from '../signedText.ts'
import { exchange } from './exchange.ts'
import { makeQuote } from './quote.ts'
import { swapsPage, toSwap } from './store.ts'

/** Flash exchange (product §1.5, §2.8). The list serves both books; exchanges are done in the DEMO book. */
export function swapHandlers(house: House): Handlers<'swap'> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await signingKey(sql))
  return {
    quote: async (asked, { sql, visitor }) => {
      refuseRealBook(asked.accountType, visitor)
      const quote = makeQuote(house, await ourKey(sql), visitor.userId, asked)
      for (const { symbol } of quote.sources) await refuseHalted(sql, symbol)
      return quote
    },
    // Only quotes for the DEMO book are ever made, so none needs to be asked about the book here.
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
