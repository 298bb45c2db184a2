import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { page, paging } from '../page.ts'
import { time } from '../timeSchema.ts'
import { fileId } from './uploads.ts'

/** What a ticket is about. */
export const ticketTopics = ['account', 'verification', 'deposit', 'withdrawal', 'trading', 'earn', 'loan', 'complaint', 'other'] as const

const ticketId = z.string().check(z.regex(/^\d{1,20}$/))
const text = z.string().check(z.minLength(1), z.maxLength(2000))
const files = z.optional(z.array(fileId).check(z.maxLength(3)))

/** A message; `by` says who wrote it. `files` are signed addresses that open for ten minutes. */
const Message = z.object({
  id: z.string(),
  by: z.enum(['me', 'staff', 'program']),
  text: z.string(),
  files: z.array(z.object({ fileId: z.string(), url: z.string(), name: z.string() })),
  createTime: time,
})
export type Message = z.output<typeof Message>

const Ticket = z.object({
  id: z.string(),
  topic: z.enum(ticketTopics),
  /** The thing that it is about: DP…, WD…, PC…; '' for none. */
  orderNo: z.string(),
  /** The first line of the first message. */
  title: z.string(),
  /** 0 waits for staff, 1 answered, 2 closed. */
  status: z.int(),
  unread: z.int(),
  createTime: time,
  updateTime: time,
  /** By when somebody answers. */
  answerBy: z.nullable(time),
})
export type Ticket = z.output<typeof Ticket>

const listPath = '/api/support/ticket/list'
const detailPath = '/api/support/ticket/detail'
const touches = [listPath, detailPath]

/** Call 122: chat with our own staff, as tickets. */
export const support = {
  tickets: read(listPath, { access: 'signedIn', params: z.object(paging), reply: page(Ticket), kept: 'page' }),
  /** The newest 200 messages, oldest first; reading marks them read. */
  ticket: read(detailPath, {
    access: 'signedIn',
    params: z.object({ id: ticketId }),
    reply: z.extend(Ticket, { messages: z.array(Message) }),
    kept: 'page',
  }),
  /** Refuses tooManyTickets and, for files that are not this person's, notFound. */
  createTicket: write('/api/support/ticket/create', {
    access: 'signedIn',
    once: true,
    body: z.object({ topic: z.enum(ticketTopics), text, orderNo: z.optional(z.string().check(z.maxLength(40))), fileIds: files }),
    reply: Ticket,
    touches,
  }),
  /** Opens a closed one again. */
  replyToTicket: write('/api/support/ticket/reply', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: ticketId, text, fileIds: files }),
    reply: Message,
    touches,
  }),
  closeTicket: write('/api/support/ticket/close', { access: 'signedIn', body: z.object({ id: ticketId }), reply: Ticket, touches }),
}
