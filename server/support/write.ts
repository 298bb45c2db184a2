import { answerHours, complaintAnswerWeeks, mostOpenTickets, type TicketTopic } from '#contract/calls/support.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { ownFiles } from '#server/uploads/files.ts'
import type { House } from '../house.ts'
import { newId } from '../ids.ts'
import { isOwnOrder } from '../ownOrder.ts'
import {
  countOpen,
  insertMessage,
  insertTicket,
  lockTickets,
  type MessageRow,
  nthNewest,
  type ShownRow,
  setDone,
  setWaiting,
  ticketOf,
} from './store.ts'
import { cleanText, titleOf } from './text.ts'

const hourMs = 3_600_000
/** Messages that somebody can write within an hour, in all tickets together. */
export const mostMessagesAnHour = 30
/** How long after a question the sandbox's program answers. */
export const programAfterMs = 2_000

/** Until when staff answer what came now. */
const answerByMs = (topic: TicketTopic, now: number): number =>
  now + (topic === 'complaint' ? complaintAnswerWeeks * 7 * 24 : answerHours) * hourMs

interface Writing {
  userId: string
  text: string
  fileIds?: readonly string[] | undefined
  now: Instant
}

/** A new ticket with its first message; gives its id. Refuses tooManyTickets, tooMany, validation and notFound. */
export async function createTicket(
  { config }: House,
  sql: Sql,
  { userId, now, topic, orderNo, ...message }: Writing & { topic: TicketTopic; orderNo: string },
): Promise<string> {
  const text = cleanText(message.text)
  await lockTickets(sql, userId)
  await refuseMany(sql, userId, now)
  if (orderNo !== '' && !(await isOwnOrder(sql, userId, orderNo))) throw new Refusal('notFound', { orderNo })
  const files = await filesOf(sql, userId, message.fileIds, now)
  const id = newId(now)
  const programDueMs = config.env === 'sandbox' ? now + programAfterMs : null
  await insertTicket({ id, userId, topic, orderNo, title: titleOf(text), now, answerByMs: answerByMs(topic, now), programDueMs }, sql)
  await insertMessage(sql, { ticketId: id, by: 'me', text, files, now })
  return id
}

/** One more message of its owner's. A closed ticket is open again, and counts as one. Refuses as creating does, and notFound. */
export async function writeReply(
  sql: Sql,
  id: string,
  { userId, now, ...message }: Writing,
): Promise<{ message: MessageRow; ticket: ShownRow }> {
  const text = cleanText(message.text)
  await lockTickets(sql, userId)
  const ticket = await ticketOf(sql, id, { userId, lock: true })
  if (!ticket) throw new Refusal('notFound')
  await refuseMany(sql, userId, now, ticket.status === 2 ? mostOpenTickets : Number.POSITIVE_INFINITY)
  const files = await filesOf(sql, userId, message.fileIds, now)
  const row = await insertMessage(sql, { ticketId: id, by: 'me', text, files, now })
  await setWaiting(sql, id, now, answerByMs(ticket.topic, now))
  return { message: row, ticket }
}

/** Its owner needs no answer any more. Closing a closed one changes nothing. */
export async function closeTicket(sql: Sql, id: string, userId: string, now: Instant): Promise<boolean> {
  const ticket = await ticketOf(sql, id, { userId, lock: true })
  if (!ticket) throw new Refusal('notFound')
  if (ticket.status === 2) return false
  await setDone(sql, id, 2, now, false)
  return true
}

async function refuseMany(sql: Sql, userId: string, now: number, most = mostOpenTickets): Promise<void> {
  if (most !== Number.POSITIVE_INFINITY && (await countOpen(sql, userId)) >= most) throw new Refusal('tooManyTickets', { max: most })
  const oldest = await nthNewest(sql, userId, mostMessagesAnHour, now - hourMs)
  if (oldest !== undefined) throw new Refusal('tooMany', { seconds: Math.ceil((oldest + hourMs - now) / 1000) })
}

async function filesOf(sql: Sql, userId: string, ids: readonly string[] | undefined, now: Instant): Promise<string[]> {
  const files = await ownFiles(sql, userId, [...new Set(ids)], 'support', now)
  return files.map(({ id }) => id)
}
