import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { pageOfRecordsSchema, pagingParams } from '../page.ts'
import { wireTimeSchema } from '../timeSchema.ts'

const noticeTypes = ['system', 'task', 'transaction'] as const
export type InboxNoticeType = (typeof noticeTypes)[number]

const count = z.int()
const noticeId = z.string().check(z.regex(/^\d{1,20}$/))

/** One notice of a person's own, in the language that was asked for. `params` are the figures that its words were made of. */
export const InboxNotice = z.object({
  id: z.string(),
  type: z.enum(noticeTypes),
  /** Which words: priceAlert, margin80, demoReset … */
  kind: z.string(),
  title: z.string(),
  content: z.string(),
  params: z.record(z.string(), z.string()),
  /** Where in the app the thing is; '' for nowhere. */
  link: z.string(),
  refType: z.string(),
  refId: z.string(),
  read: z.int(),
  createTime: wireTimeSchema,
})
export type InboxNotice = z.output<typeof InboxNotice>

const UnreadNoticeCounts = z.object({ all: count, system: count, task: count, transaction: count })
export type UnreadNoticeCounts = z.output<typeof UnreadNoticeCounts>

const listPath = '/api/content/appNotice/myList'
const messagesPath = '/api/sys/annountCement/listByUser'

/** One announcement to everybody, or one notice of the type system, whether this person has read it. */
const AnnouncementOrSystemNotice = z.object({
  id: z.string(),
  title: z.string(),
  msgAbstract: z.string(),
  /** HTML of an announcement, sanitised; plain words of a notice. */
  msgContent: z.string(),
  priority: z.enum(['L', 'M', 'H']),
  sendTime: wireTimeSchema,
  /** Where in the app the thing is; '' for nowhere. */
  link: z.string(),
  readFlag: z.union([z.literal(0), z.literal(1)]),
})
export type AnnouncementOrSystemNotice = z.output<typeof AnnouncementOrSystemNotice>

export const inbox = {
  notices: defineGetCall(listPath, {
    access: 'signedIn',
    params: z.object({ ...pagingParams, type: z._default(z.enum(['all', ...noticeTypes]), 'all') }),
    reply: z.extend(pageOfRecordsSchema(InboxNotice), { unread: UnreadNoticeCounts }),
    kept: 'page',
  }),
  /** Ours. Ids of somebody else's, and those that are read already, change nothing. The worker sends it plain. */
  markRead: definePostCall('/api/content/appNotice/markRead', {
    access: 'signedIn',
    unsealed: true,
    body: z.object({
      ids: z.union([z.literal('all'), z.array(noticeId).check(z.minLength(1), z.maxLength(200))]),
      type: z.optional(z.enum(noticeTypes)),
      /** The newest that the person could see: what came after it stays unread. */
      upTo: z.optional(noticeId),
    }),
    reply: z.object({ unread: UnreadNoticeCounts }),
    touches: [listPath, messagesPath],
  }),
  /** The newest of both kinds, each list paged alike. The totals count all. */
  messages: defineGetCall(messagesPath, {
    access: 'signedIn',
    params: z.object(pagingParams),
    reply: z.object({
      anntMsgList: z.array(AnnouncementOrSystemNotice),
      anntMsgTotal: count,
      sysMsgList: z.array(AnnouncementOrSystemNotice),
      sysMsgTotal: count,
    }),
    kept: 'page',
  }),
  /** Ours. Announcements that do not exist, and those that are read already, change nothing. */
  markAnnouncementsRead: definePostCall('/api/sys/annountCement/markRead', {
    access: 'signedIn',
    body: z.object({
      ids: z.union([
        z.literal('all'),
        z.array(z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(60))).check(z.minLength(1), z.maxLength(200)),
      ]),
    }),
    reply: z.object({}),
    touches: [messagesPath],
  }),
}
