import * as z from 'zod/mini'
import { read, write } from '../call.ts'
import { page, paging } from '../page.ts'
import { time } from '../timeSchema.ts'
import { fileId } from './uploads.ts'

/** What a ticket is about. */
export const ticketTopics = ['account', 'verification', 'deposit', 'withdrawal', 'trading', 'earn', 'loan', 'complaint', 'other'] as const
export type TicketTopic = (typeof ticketTopics)[number]
/** Help articles that fit a topic, the most likely one first: offered before somebody writes, and named by the sandbox's program. */
export const ticketArticles: Readonly<Record<TicketTopic, readonly string[]>> = {
  account: ['keep-your-account-safe', 'authenticator', 'sessions-and-signing-out'],
  verification: ['verify-identity', 'photo-tips', 'how-cases-are-decided'],
  deposit: ['deposits', 'balance-records'],
  withdrawal: ['withdrawals', 'withdrawal-password', 'address-book'],
  trading: ['contracts-step-by-step', 'margin-and-close-out', 'fees'],
  earn: ['reserves', 'arbitrage-hosting', 'mining-machines'],
  loan: ['loans', 'margin-and-close-out'],
  complaint: ['complaints', 'how-cases-are-decided', 'verify-a-price'],
  other: ['guest-and-demo', 'limits', 'languages-and-display'],
}
/** Tickets that are not closed, of one person. */
export const mostOpenTickets = 5
export const ticketFilesMost = 3
export const ticketTextMost = 2000
/** Somebody of our staff answers within a day, a complaint within eight weeks. */
export const answerHours = 24
export const complaintAnswerWeeks = 8

const ticketId = z.string().check(z.regex(/^\d{1,20}$/))
const text = z.string().check(z.minLength(1), z.maxLength(ticketTextMost))
const files = z.optional(z.array(fileId).check(z.maxLength(ticketFilesMost)))

/**
 * A message; `by` says who wrote it. `files` are signed addresses that open for ten minutes. What a program says is in the reader's
 * language, and names help articles.
 */
export const Message = z.object({
  id: z.string(),
  by: z.enum(['me', 'staff', 'program']),
  text: z.string(),
  files: z.array(z.object({ fileId: z.string(), url: z.string(), name: z.string() })),
  articles: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Staff have opened it; of what they or the program wrote always true. */
  seen: z.boolean(),
  createTime: time,
})
export type Message = z.output<typeof Message>

/** Also what the stream tells of a person's own ticket (`t: 'support'`). */
export const Ticket = z.object({
  id: z.string(),
  topic: z.enum(ticketTopics),
  /** The thing that it is about: DP…, WD…, PC…; '' for none. */
  orderNo: z.string(),
  /** The first line of the first message. */
  title: z.string(),
  /** 0 waits for staff, 1 answered, 2 closed. */
  status: z.int(),
  unread: z.int(),
  /** The newest message, cut where it is long; what a program says is '' here. */
  last: z.object({ by: z.enum(['me', 'staff', 'program']), text: z.string() }),
  createTime: time,
  updateTime: time,
  /** By when somebody answers; null while nothing waits. */
  answerBy: z.nullable(time),
})
export type Ticket = z.output<typeof Ticket>

const listPath = '/api/support/ticket/list'
const detailPath = '/api/support/ticket/detail'
const touches = [listPath, detailPath]

/** Call 122: chat with our own staff, as tickets. */
export const support = {
  tickets: read(listPath, { access: 'signedIn', params: z.object(paging), reply: page(Ticket), kept: 'page' }),
  /** The newest 200 messages, or those before one of them, oldest first; reading the newest marks them read. */
  ticket: read(detailPath, {
    access: 'signedIn',
    params: z.object({ id: ticketId, before: z.optional(ticketId) }),
    reply: z.extend(Ticket, { messages: z.array(Message), hasEarlier: z.boolean() }),
    kept: 'page',
  }),
  /** Refuses tooManyTickets {max}, tooMany {seconds} and, for files and an order that are not this person's, notFound. */
  createTicket: write('/api/support/ticket/create', {
    access: 'signedIn',
    once: true,
    body: z.object({
      topic: z.enum(ticketTopics),
      text,
      orderNo: z.optional(z.union([z.literal(''), z.string().check(z.regex(/^[A-Z]{2}[0-9A-Z]{1,30}$/))])),
      fileIds: files,
    }),
    reply: Ticket,
    touches,
  }),
  /** Opens a closed one again, within the same limits. */
  replyToTicket: write('/api/support/ticket/reply', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: ticketId, text, fileIds: files }),
    reply: Message,
    touches,
  }),
  closeTicket: write('/api/support/ticket/close', { access: 'signedIn', body: z.object({ id: ticketId }), reply: Ticket, touches }),
}
