import * as z from 'zod/mini'
import { defineGetCall, definePostCall } from '../call.ts'
import { pageOfRecordsSchema, pagingParams } from '../page.ts'
import { wireTimeSchema } from '../timeSchema.ts'
import { uploadFileIdSchema } from './uploads.ts'

/** What a ticket is about. */
export const supportTicketTopics = [
  'account',
  'verification',
  'deposit',
  'withdrawal',
  'trading',
  'earn',
  'loan',
  'complaint',
  'other',
] as const
export type SupportTicketTopic = (typeof supportTicketTopics)[number]
/** Help articles that fit a topic, the most likely one first: offered before somebody writes, and named by the sandbox's program. */
export const supportTopicHelpArticles: Readonly<Record<SupportTicketTopic, readonly string[]>> = {
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
export const maxOpenSupportTickets = 5
export const maxSupportMessageFiles = 3
export const maxSupportMessageLength = 2000
/** Somebody of our staff answers within a day, a complaint within eight weeks. */
export const supportAnswerHours = 24
export const complaintAnswerWeeks = 8

const ticketId = z.string().check(z.regex(/^\d{1,20}$/))
const text = z.string().check(z.minLength(1), z.maxLength(maxSupportMessageLength))
const files = z.optional(z.array(uploadFileIdSchema).check(z.maxLength(maxSupportMessageFiles)))

/**
 * A message; `by` says who wrote it. `files` are signed addresses that open for ten minutes. What a program says is in the reader's
 * language, and names help articles.
 */
export const SupportTicketMessage = z.object({
  id: z.string(),
  by: z.enum(['me', 'staff', 'program']),
  text: z.string(),
  files: z.array(z.object({ fileId: z.string(), url: z.string(), name: z.string() })),
  articles: z.array(z.object({ id: z.string(), title: z.string() })),
  /** Staff have opened it; of what they or the program wrote always true. */
  seen: z.boolean(),
  createTime: wireTimeSchema,
})
export type SupportTicketMessage = z.output<typeof SupportTicketMessage>

/** Also what the stream tells of a person's own ticket (`t: 'support'`). */
export const SupportTicket = z.object({
  id: z.string(),
  topic: z.enum(supportTicketTopics),
  /** The thing that it is about: RC…, WD…, PC…; '' for none. */
  orderNo: z.string(),
  /** The first line of the first message. */
  title: z.string(),
  /** 0 waits for staff, 1 answered, 2 closed. */
  status: z.int(),
  unread: z.int(),
  /** The newest message, cut where it is long; what a program says is '' here. */
  last: z.object({ by: z.enum(['me', 'staff', 'program']), text: z.string() }),
  createTime: wireTimeSchema,
  updateTime: wireTimeSchema,
  /** By when somebody answers; null while nothing waits. */
  answerBy: z.nullable(wireTimeSchema),
})
export type SupportTicket = z.output<typeof SupportTicket>

const listPath = '/api/support/ticket/list'
const detailPath = '/api/support/ticket/detail'
const touches = [listPath, detailPath]

/** Chat with our own staff, as tickets. */
export const support = {
  tickets: defineGetCall(listPath, {
    access: 'signedIn',
    params: z.object(pagingParams),
    reply: pageOfRecordsSchema(SupportTicket),
    kept: 'page',
  }),
  /** The newest 200 messages, or those before one of them, oldest first; reading the newest marks them read. */
  ticket: defineGetCall(detailPath, {
    access: 'signedIn',
    params: z.object({ id: ticketId, before: z.optional(ticketId) }),
    reply: z.extend(SupportTicket, { messages: z.array(SupportTicketMessage), hasEarlier: z.boolean() }),
    kept: 'page',
  }),
  /** Refuses tooManyTickets {max}, tooMany {seconds} and, for files and an order that are not this person's, notFound. */
  createTicket: definePostCall('/api/support/ticket/create', {
    access: 'signedIn',
    once: true,
    body: z.object({
      topic: z.enum(supportTicketTopics),
      text,
      orderNo: z.optional(z.union([z.literal(''), z.string().check(z.regex(/^[A-Z]{2}[0-9A-Z]{1,30}$/))])),
      fileIds: files,
    }),
    reply: SupportTicket,
    touches,
  }),
  /** Opens a closed one again, within the same limits. */
  replyToTicket: definePostCall('/api/support/ticket/reply', {
    access: 'signedIn',
    once: true,
    body: z.object({ id: ticketId, text, fileIds: files }),
    reply: SupportTicketMessage,
    touches,
  }),
  closeTicket: definePostCall('/api/support/ticket/close', {
    access: 'signedIn',
    body: z.object({ id: ticketId }),
    reply: SupportTicket,
    touches,
  }),
}
