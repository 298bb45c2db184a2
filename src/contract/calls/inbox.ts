import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { page, paging } from '../page.ts'
import { time } from '../timeSchema.ts'

const noticeTypes = ['system', 'task', 'transaction'] as const
export type NoticeType = (typeof noticeTypes)[number]

const count = z.int()
const noticeId = z.string().check(z.regex(/^\d{1,20}$/))

/** One notice of a person's own, in the language that was asked for. `params` are the figures that its words were made of. */
export const Notice = z.object({
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
  createTime: time,
})
export type Notice = z.output<typeof Notice>

const Unread = z.object({ all: count, system: count, task: count, transaction: count })
export type Unread = z.output<typeof Unread>

const listPath = '/api/content/appNotice/myList'
const messagesPath = '/api/sys/annountCement/listByUser'

/** One announcement to everybody, or one notice of the type system, whether this person has read it. */
const Message = z.object({
  id: z.string(),
  title: z.string(),
  msgAbstract: z.string(),
  /** HTML of an announcement, sanitised; plain words of a notice. */
  msgContent: z.string(),
  priority: z.enum(['L', 'M', 'H']),
  sendTime: time,
  /** Where in the app the thing is; '' for nowhere. */
  link: z.string(),
  readFlag: z.union([z.literal(0), z.literal(1)]),
})
export type Message = z.output<typeof Message>

export const inbox = {
  notices: read(listPath, {
    access: 'signedIn',
    params: z.object({ ...paging, type: z._default(z.enum(['all', ...noticeTypes]), 'all') }),
    reply: z.extend(page(Notice), { unread: Unread }),
    kept: 'page',
  }),
  /** Ours (call 115). Ids of somebody else's, and those that are read already, change nothing. The worker sends it plain. */
  markRead: write('/api/content/appNotice/markRead', {
    access: 'signedIn',
    unsealed: true,
    body: z.object({
      ids: z.union([z.literal('all'), z.array(noticeId).check(z.minLength(1), z.maxLength(200))]),
      type: z.optional(z.enum(noticeTypes)),
      /** The newest that the person could see: what came after it stays unread. */
      upTo: z.optional(noticeId),
    }),
    reply: z.object({ unread: Unread }),
    touches: [listPath, messagesPath],
  }),
  /** Call 106: the newest of both kinds, each list paged alike. The totals count all. */
  messages: read(messagesPath, {
    access: 'signedIn',
    params: z.object(paging),
    reply: z.object({ anntMsgList: z.array(Message), anntMsgTotal: count, sysMsgList: z.array(Message), sysMsgTotal: count }),
    kept: 'page',
  }),
  /** Ours: of call 105. Announcements that do not exist, and those that are read already, change nothing. */
  markAnnouncementsRead: write('/api/sys/annountCement/markRead', {
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
