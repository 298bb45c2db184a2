import { Refusal } from '#contract/refusals.ts'
import type { Handlers } from '../http/handlers.ts'
import type { House } from '../house.ts'
import { tellOwner, toMessages, toTicket } from './shown.ts'
import { markSeen, messagesOf, ticketOf, ticketsPage } from './store.ts'
import { closeTicket, createTicket, writeReply } from './write.ts'

const mostShown = 200

/** Chat with our own staff (product §1.6 call 122). */
export const supportHandlers = (house: House): Handlers<'support'> => ({
  tickets: async ({ pageNo, pageSize }, { sql, visitor }) => {
    const { rows, total } = await ticketsPage(sql, visitor.userId, pageSize, (pageNo - 1) * pageSize)
    return { records: rows.map(toTicket), total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
  },
  ticket: async ({ id, before }, { sql, visitor, lang, now }) => {
    const row = await ticketOf(sql, id, { userId: visitor.userId })
    if (!row) throw new Refusal('notFound')
    const { rows, earlier } = await messagesOf(sql, id, { limit: mostShown, before })
    const newest = before === undefined ? rows.at(-1) : undefined
    if (row.unread > 0 && newest) await markSeen(sql, id, newest.id)
    const unread = newest ? 0 : row.unread
    return { ...toTicket(row), unread, messages: await toMessages(sql, rows, row, lang, now), hasEarlier: earlier > 0 }
  },
  createTicket: async ({ orderNo = '', ...asked }, { sql, visitor, now, afterCommit }) => {
    const id = await createTicket(house, sql, { ...asked, orderNo, userId: visitor.userId, now })
    return tellOwner(house, sql, id, afterCommit)
  },
  replyToTicket: async ({ id, ...asked }, { sql, visitor, lang, now, afterCommit }) => {
    const { message, ticket } = await writeReply(sql, id, { ...asked, userId: visitor.userId, now })
    await tellOwner(house, sql, id, afterCommit)
    const [shown] = await toMessages(sql, [message], ticket, lang, now)
    return shown!
  },
  closeTicket: ({ id }, { visitor, now, afterCommit }) =>
    house.db.transaction(async (sql) => {
      await closeTicket(sql, id, visitor.userId, now)
      return tellOwner(house, sql, id, afterCommit)
    }),
})
