import type { Message, Notice } from '#contract/calls/inbox.ts'
import type { Handlers } from '../http/handlers.ts'
import { toNotice, unreadOf } from '../notice.ts'
import { announcementsFor, readAnnouncements } from './announcements.ts'
import { markRead, noticesPage } from './store.ts'

/** A person's own notices, and what is announced to everybody (product §1.6 calls 106, 108 and 115). */
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
    markRead: async ({ ids, type, upTo }, { sql, visitor, now }) => {
      await markRead(sql, { userId: visitor.userId, ids: ids === 'all' ? undefined : ids, type, upTo, atMs: now })
      return { unread: await unreadOf(sql, visitor.userId) }
    },
    messages: async ({ pageNo, pageSize }, { sql, visitor, lang }) => {
      const asked = { userId: visitor.userId, limit: pageSize, offset: (pageNo - 1) * pageSize }
      const announced = await announcementsFor(sql, { ...asked, lang })
      const own = await noticesPage(sql, { ...asked, type: 'system' })
      return {
        anntMsgList: announced.messages,
        anntMsgTotal: announced.total,
        sysMsgList: own.rows.map((row) => asMessage(toNotice(row, lang))),
        sysMsgTotal: own.total,
      }
    },
    markAnnouncementsRead: async ({ ids }, { sql, visitor, now }) => {
      await readAnnouncements(sql, visitor.userId, ids, now)
      return {}
    },
  }
}

const asMessage = ({ id, title, content, link, read, createTime }: Notice): Message => ({
  id,
  title,
  msgAbstract: content,
  msgContent: content,
  priority: 'M',
  sendTime: createTime,
  link,
  readFlag: read === 1 ? 1 : 0,
})
