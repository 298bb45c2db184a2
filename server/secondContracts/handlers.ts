import type { SecondAsk, SecondPreview } from '#contract/calls/secondContracts.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { Asking, Handlers } from '../http/handlers.ts'
import { mayTrade, mayTradeNow, type TradeAsk } from '../mayTrade.ts'
import { signingKey } from '../signedText.ts'
import { buy } from './buy.ts'
import { headMaker } from './head.ts'
import { toOrder } from './order.ts'
import { makePreview } from './preview.ts'
import { setsSold } from './sets.ts'
import { ordersPage } from './store.ts'

/** Second contracts (product §1.5, §2.6). Both books. */
export function secondContractsHandlers(house: House): Handlers<'secondContracts'> {
  let key: Buffer | undefined
  const ourKey = async (sql: Sql) => (key ??= await signingKey(sql))
  const headOf = headMaker(house)
  return {
    sets: ({ symbol }) => setsSold(house.config.env).filter((set) => symbol === undefined || set.symbol === symbol),
    buy: async ({ confirmToken, ...ask }, asking) => {
      await mayTradeNow(house, secondAsk(ask), asking)
      return buy(house, await ourKey(asking.sql), ask, confirmToken, asking)
    },
    orders: async ({ pageNo, pageSize, accountType, status, symbol, result }, { sql, visitor, now }) => {
      const { rows, total } = await ordersPage(sql, {
        userId: visitor.userId,
        accountType,
        symbol,
        statuses: status?.map((text) => numberIn(text, 'status', 1, 3)),
        results: result?.map((text) => numberIn(text, 'result', 1, 4)),
        nowMs: now,
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      return { records: rows.map((row) => toOrder(row, now)), total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
    },
    head: ({ accountType }, { sql, visitor }) => headOf(sql, visitor.userId, accountType),
  }
}

/** The preview that trading shows for second contracts. */
export function secondPreview(house: House) {
  let key: Buffer | undefined
  return async (ask: SecondAsk, asking: Asking): Promise<SecondPreview> => {
    const { sql, visitor } = asking
    await mayTrade(house, secondAsk(ask), asking)
    return makePreview(house, (key ??= await signingKey(sql)), sql, visitor, ask)
  }
}

/** As the gate asks about it: the whole stake may be lost. */
const secondAsk = ({ accountType, symbol, money }: SecondAsk): TradeAsk => ({
  accountType,
  product: 'second',
  symbols: [symbol],
  stake: money,
})

function numberIn(text: string, field: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d$/.test(text) || value < least || value > most) throw new Refusal('validation', { field, rule: `${least} to ${most}` })
  return value
}
