import type { AnnouncementOrSystemNotice, InboxNotice } from '#contract/calls/inbox.ts'
import type { CallHandlers } from '../../core/handlers.ts'
import { serializeNotice, unreadNoticeCounts } from '../writeNotices.ts'
import { userAnnouncementsPage, markAnnouncementsRead } from './announcements.ts'
import { markNoticesRead, noticesPage } from './store.ts'

/** A person's own notices, and what is announced to everybody (docs/rules/content.md). */
export function inboxHandlers(): CallHandlers<'inbox'> {
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
        records: rows.map((row) => serializeNotice(row, lang)),
        total,
        size: pageSize,
        current: pageNo,
        pages: Math.ceil(total / pageSize),
        unread: await unreadNoticeCounts(sql, visitor.userId),
      }
    },
    markRead: async ({ ids, type, upTo }, { sql, visitor, now }) => {
      await markNoticesRead(sql, { userId: visitor.userId, ids: ids === 'all' ? undefined : ids, type, upTo, atMs: now })
      return { unread: await unreadNoticeCounts(sql, visitor.userId) }
    },
    messages: async ({ pageNo, pageSize }, { sql, visitor, lang }) => {
      const query = { userId: visitor.userId, limit: pageSize, offset: (pageNo - 1) * pageSize }
      const announced = await userAnnouncementsPage(sql, { ...query, lang })
      const own = await noticesPage(sql, { ...query, type: 'system' })
      return {
        anntMsgList: announced.messages,
        anntMsgTotal: announced.total,
        sysMsgList: own.rows.map((row) => asMessage(serializeNotice(row, lang))),
        sysMsgTotal: own.total,
      }
    },
    markAnnouncementsRead: async ({ ids }, { sql, visitor, now }) => {
      await markAnnouncementsRead(sql, visitor.userId, ids, now)
      return {}
    },
  }
}

const asMessage = ({ id, title, content, link, read, createTime }: InboxNotice): AnnouncementOrSystemNotice => ({
  id,
  title,
  msgAbstract: content,
  msgContent: content,
  priority: 'M',
  sendTime: createTime,
  link,
  readFlag: read === 1 ? 1 : 0,
})
