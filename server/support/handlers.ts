import { Refusal } from '#contract/refusals.ts'
import type { CallHandlers } from '../core/handlers.ts'
import type { AppContext } from '../core/appContext.ts'
import { sendTicketEventToOwner, toTicketMessages, toSupportTicket } from './serialize.ts'
import { markTicketSeenByOwner, readTicketMessages, findSupportTicket, supportTicketsPage } from './store.ts'
import { closeOwnSupportTicket, createSupportTicket, writeOwnerTicketMessage } from './write.ts'

const mostShown = 200

/** Chat with our own staff (docs/rules/content.md). */
export const supportHandlers = (app: AppContext): CallHandlers<'support'> => ({
  tickets: async ({ pageNo, pageSize }, { sql, visitor }) => {
    const { rows, total } = await supportTicketsPage(sql, visitor.userId, pageSize, (pageNo - 1) * pageSize)
    return { records: rows.map(toSupportTicket), total, size: pageSize, current: pageNo, pages: Math.ceil(total / pageSize) }
  },
  ticket: async ({ id, before }, { sql, visitor, lang, now }) => {
    const row = await findSupportTicket(sql, id, { userId: visitor.userId })
    if (!row) throw new Refusal('notFound')
    const { rows, earlier } = await readTicketMessages(sql, id, { limit: mostShown, before })
    const newest = before === undefined ? rows.at(-1) : undefined
    if (row.unread > 0 && newest) await markTicketSeenByOwner(sql, id, newest.id)
    const unread = newest ? 0 : row.unread
    return { ...toSupportTicket(row), unread, messages: await toTicketMessages(sql, rows, row, lang, now), hasEarlier: earlier > 0 }
  },
  createTicket: async ({ orderNo = '', ...input }, { sql, visitor, now, afterCommit }) => {
    const id = await createSupportTicket(app, sql, { ...input, orderNo, userId: visitor.userId, now })
    return sendTicketEventToOwner(app, sql, id, afterCommit)
  },
  replyToTicket: async ({ id, ...input }, { sql, visitor, lang, now, afterCommit }) => {
    const { message, ticket } = await writeOwnerTicketMessage(sql, id, { ...input, userId: visitor.userId, now })
    await sendTicketEventToOwner(app, sql, id, afterCommit)
    const [serialized] = await toTicketMessages(sql, [message], ticket, lang, now)
    return serialized!
  },
  closeTicket: ({ id }, { visitor, now, afterCommit }) =>
    app.db.transaction(async (sql) => {
      await closeOwnSupportTicket(sql, id, visitor.userId, now)
      return sendTicketEventToOwner(app, sql, id, afterCommit)
    }),
})
