import { supportAnswerHours, complaintAnswerWeeks, maxOpenSupportTickets, type SupportTicketTopic } from '#contract/calls/support.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { attachOwnUploads } from '#server/uploads/files.ts'
import type { AppContext } from '../core/appContext.ts'
import { newRowId } from '../core/ids.ts'
import { existsOrderNoOfUser } from '../core/ownOrder.ts'
import {
  countOpenSupportTickets,
  insertTicketMessage,
  insertSupportTicket,
  lockUserSupportTickets,
  type TicketMessageRow,
  nthNewestTicketMessageMs,
  type SupportTicketPreviewRow,
  markTicketAnsweredOrClosed,
  markTicketWaiting,
  findSupportTicket,
} from './store.ts'
import { cleanTicketText, supportTicketTitleOf } from './text.ts'

const hourMs = 3_600_000
/** Messages that somebody can write within an hour, in all tickets together. */
export const maxTicketMessagesPerHour = 30
/** How long after a question the sandbox's program answers. */
export const supportAutoReplyDelayMs = 2_000

/** Until when staff answer what came now. */
const answerByMs = (topic: SupportTicketTopic, now: number): number =>
  now + (topic === 'complaint' ? complaintAnswerWeeks * 7 * 24 : supportAnswerHours) * hourMs

interface Writing {
  userId: string
  text: string
  fileIds?: readonly string[] | undefined
  now: Instant
}

/** A new ticket with its first message; gives its id. Refuses tooManyTickets, tooMany, validation and notFound. */
export async function createSupportTicket(
  { config }: AppContext,
  sql: Sql,
  { userId, now, topic, orderNo, ...message }: Writing & { topic: SupportTicketTopic; orderNo: string },
): Promise<string> {
  const text = cleanTicketText(message.text)
  await lockUserSupportTickets(sql, userId)
  await refuseMany(sql, userId, now)
  if (orderNo !== '' && !(await existsOrderNoOfUser(sql, userId, orderNo))) throw new Refusal('notFound', { orderNo })
  const files = await filesOf(sql, userId, message.fileIds, now)
  const id = newRowId(now)
  const programDueMs = config.env === 'sandbox' ? now + supportAutoReplyDelayMs : null
  await insertSupportTicket(
    { id, userId, topic, orderNo, title: supportTicketTitleOf(text), now, answerByMs: answerByMs(topic, now), programDueMs },
    sql,
  )
  await insertTicketMessage(sql, { ticketId: id, by: 'me', text, files, now })
  return id
}

/** One more message of its owner's. A closed ticket is open again, and counts as one. Refuses as creating does, and notFound. */
export async function writeOwnerTicketMessage(
  sql: Sql,
  id: string,
  { userId, now, ...message }: Writing,
): Promise<{ message: TicketMessageRow; ticket: SupportTicketPreviewRow }> {
  const text = cleanTicketText(message.text)
  await lockUserSupportTickets(sql, userId)
  const ticket = await findSupportTicket(sql, id, { userId, lock: true })
  if (!ticket) throw new Refusal('notFound')
  await refuseMany(sql, userId, now, ticket.status === 2 ? maxOpenSupportTickets : Number.POSITIVE_INFINITY)
  const files = await filesOf(sql, userId, message.fileIds, now)
  const row = await insertTicketMessage(sql, { ticketId: id, by: 'me', text, files, now })
  await markTicketWaiting(sql, id, now, answerByMs(ticket.topic, now))
  return { message: row, ticket }
}

/** Its owner needs no answer any more. Closing a closed one changes nothing. */
export async function closeOwnSupportTicket(sql: Sql, id: string, userId: string, now: Instant): Promise<boolean> {
  const ticket = await findSupportTicket(sql, id, { userId, lock: true })
  if (!ticket) throw new Refusal('notFound')
  if (ticket.status === 2) return false
  await markTicketAnsweredOrClosed(sql, id, 2, now, false)
  return true
}

async function refuseMany(sql: Sql, userId: string, now: number, most = maxOpenSupportTickets): Promise<void> {
  if (most !== Number.POSITIVE_INFINITY && (await countOpenSupportTickets(sql, userId)) >= most)
    throw new Refusal('tooManyTickets', { max: most })
  const oldest = await nthNewestTicketMessageMs(sql, userId, maxTicketMessagesPerHour, now - hourMs)
  if (oldest !== undefined) throw new Refusal('tooMany', { seconds: Math.ceil((oldest + hourMs - now) / 1000) })
}

async function filesOf(sql: Sql, userId: string, ids: readonly string[] | undefined, now: Instant): Promise<string[]> {
  const files = await attachOwnUploads(sql, userId, [...new Set(ids)], 'support', now)
  return files.map(({ id }) => id)
}
