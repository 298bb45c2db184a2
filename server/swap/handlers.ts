import type { Sql } from '#db/database.ts'
import { assertMarketNotHalted } from '#market/halts.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { assertCanTrade } from '../risk/assertCanTrade.ts'
import { readClaimsTokenKey } from '../core/signedText.ts'
import { executeSwap } from './exchange.ts'
import { createSwapQuote, swapTradeRequestOf } from './quote.ts'
import { swapsPage, toSwap } from './store.ts'

/** Flash exchange (docs/rules/swaps.md). Both books. */
export function swapHandlers(app: AppContext): CallHandlers<'swap'> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await readClaimsTokenKey(sql))
  return {
    quote: async (input, context) => {
      const { sql, visitor } = context
      const quote = createSwapQuote(app, await ourKey(sql), visitor.userId, input)
      await assertCanTrade(app, swapTradeRequestOf(quote), context)
      for (const { symbol } of quote.sources) await assertMarketNotHalted(sql, symbol)
      return quote
    },
    swap: async ({ quoteId }, context) => executeSwap(app, await ourKey(context.sql), quoteId, context),
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
