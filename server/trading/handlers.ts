import type { Visitor } from '#account/visitor.ts'
import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { closePosition } from './close.ts'
import { confirmKey } from './confirmToken.ts'
import { openPosition } from './open.ts'
import { toPosition } from './position.ts'
import { makePreview } from './preview.ts'
import { positionsPage } from './store.ts'
import { summaryOf } from './summary.ts'

/** Contracts (product §1.5, §2.4). Reads serve both books; orders are taken on the DEMO book. */
export function tradingHandlers(house: House): Handlers<'trading'> {
  // Read once, in whatever transaction asks first: asking the pool from inside a transaction could wait for itself.
  let key: Buffer | undefined
  const signingKey = async (sql: Sql) => (key ??= await confirmKey(sql))
  return {
    preview: async ({ payload }, { sql, visitor }) => {
      refuseRealBook(payload.accountType, visitor)
      return makePreview(house, await signingKey(sql), sql, visitor, payload)
    },
    openPosition: async ({ confirmToken, ...order }, asking) => {
      refuseRealBook(order.accountType, asking.visitor)
      return openPosition(house, await signingKey(asking.sql), order, confirmToken, asking)
    },
    closePosition: ({ id }, asking) => closePosition(house, id, asking),
    positions: async (asked, { sql, visitor }) => {
      const { pageNo, pageSize, accountType, posType, symbol } = asked
      const offset = (pageNo - 1) * pageSize
      // Contracts are the only kind; asking for another finds none.
      const statuses = posType !== undefined && posType !== 2 ? [] : asked.status?.map(statusNumber)
      const { rows, total } = await positionsPage(sql, { userId: visitor.userId, accountType, statuses, symbol, limit: pageSize, offset })
      return {
        records: rows.map((row) => toPosition(row, house.market)),
        total,
        size: pageSize,
        current: pageNo,
        pages: Math.ceil(total / pageSize),
      }
    },
    positionsSummary: ({ accountType }, { sql, visitor }) => summaryOf(house, sql, visitor.userId, accountType),
  }
}

/** Real money needs a verified identity; guests have the DEMO book alone (product §1.2 call 19, §1.5 call 83). */
function refuseRealBook(accountType: number, visitor: Visitor): void {
  if (accountType !== book.real) return
  if (visitor.isGuest) throw new Refusal('guestRestricted')
  throw new Refusal('kycRequired', { level: 1 })
}

function statusNumber(text: string): number {
  if (!/^[0-4]$/.test(text)) throw new Refusal('validation', { field: 'status', rule: '0 to 4' })
  return Number(text)
}
