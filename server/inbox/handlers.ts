import type { Handlers } from '../http/handlers.ts'
import { toNotice, unreadOf } from '../notice.ts'
import { markRead, noticesPage } from './store.ts'

/** A person's own notices (product §1.6 calls 108 and 115). */
export function inboxHandlers(): Handlers<'inbox'> {
  return {
    notices: async ({ type, pageNo, pageSize }, { sql, visitor, lang }) => {
      const only = type === 'all' ? undefined : type
      const { rows, total } = await noticesPage(sql, {
        userId: visitor.userId,
        type: only,
        limit: pageSize,
        offset: (pageNo - 1) * pageSize,
      })
      return {
        records: rows.map((row) => toNotice(row, lang)),
        total,
        size: pageSize,
        current: pageNo,
        pages: Math.ceil(total / pageSize),
        unread: await unreadOf(sql, visitor.userId),
      }
    },
    markRead: async ({ ids, type }, { sql, visitor, now }) => {
      await markRead(sql, { userId: visitor.userId, ids: ids === 'all' ? undefined : ids, type, atMs: now })
      return { unread: await unreadOf(sql, visitor.userId) }
    },
  }
}
