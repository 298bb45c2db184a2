import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { page, paging } from '../page.ts'
import { time } from '../timeSchema.ts'

const noticeTypes = ['system', 'task', 'transaction'] as const
export type NoticeType = (typeof noticeTypes)[number]

const count = z.int()

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

export const inbox = {
  notices: read(listPath, {
    access: 'signedIn',
    params: z.object({ ...paging, type: z._default(z.enum(['all', ...noticeTypes]), 'all') }),
    reply: z.extend(page(Notice), { unread: Unread }),
    kept: 'page',
  }),
  /** Ours (call 115). Ids of somebody else's, and those that are read already, change nothing. */
  markRead: write('/api/content/appNotice/markRead', {
    access: 'signedIn',
    body: z.object({
      ids: z.union([z.literal('all'), z.array(z.string().check(z.regex(/^\d{1,20}$/))).check(z.minLength(1), z.maxLength(200))]),
      type: z.optional(z.enum(noticeTypes)),
    }),
    reply: z.object({ unread: Unread }),
    touches: [listPath],
  }),
}
