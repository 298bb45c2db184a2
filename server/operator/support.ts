import type { TicketTopic } from '#contract/calls/support.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { answerTicket, endTicket, type NotDone, waitingTickets } from '../support/desk.ts'
import { tellOwner } from '../support/shown.ts'
import { markSeenByStaff, messagesOf, ticketOf } from '../support/store.ts'
import { type OpenedFile, readForReview } from '../uploads/files.ts'
import { type Desk, work } from './desk.ts'
import { StaffRefused } from './refused.ts'
import { asStaffRefused } from './reviews.ts'
import { roleFor, type Staff } from './staff.ts'

const mostListed = 1_000
const mostShown = 200

const refuse = (id: string, why: NotDone): never => {
  const sentences: Record<NotDone, string> = {
    unknown: `There is no ticket ${id}.`,
    closed: `Ticket ${id} is closed. Its owner can open it again by writing in it.`,
    waits: `Ticket ${id} waits for an answer: answer it first.`,
  }
  throw new StaffRefused('refused', sentences[why])
}

/** A ticket as a list shows it: nothing of what its owner wrote. */
export interface TicketLine {
  id: string
  userId: string
  topic: TicketTopic
  since: Instant
  answerBy: Instant
}

/** What waits for an answer, the first due at the top. Who looked is written down. */
export const listTickets = (desk: Desk, staff: Staff): Promise<TicketLine[]> =>
  work(desk, staff, 'support.list', async ({ sql, log }) => {
    const rows = await waitingTickets(sql, mostListed)
    await log('support.list', { found: String(rows.length) })
    return rows.map(({ id, user_id, topic, waits_since_ms, answer_by_ms }) => ({
      id,
      userId: user_id,
      topic,
      since: asInstant(Number(waits_since_ms)),
      answerBy: asInstant(Number(answer_by_ms)),
    }))
  })

export interface ShownTicket {
  id: string
  userId: string
  topic: TicketTopic
  orderNo: string
  status: 0 | 1 | 2
  answerBy: Instant | undefined
  /** How many messages were written before those that are shown. */
  earlier: number
  messages: { by: 'me' | 'staff' | 'program'; at: Instant; text: string; files: string[] }[]
  opened: OpenedFile[]
}

/** A ticket with what was written in it. That it was read is written down first, and its owner sees it (call 175). `files`: pictures are opened too. `all`: also what is older than the newest 200 messages. */
export function showTicket(desk: Desk, staff: Staff, id: string, files: boolean, all = false): Promise<ShownTicket> {
  const now = desk.house.clock.now()
  return work(desk, staff, 'support.show', async ({ sql, afterCommit, log }) => {
    const ticket = (await ticketOf(sql, id)) ?? refuse(id, 'unknown')
    const { rows: messages, earlier } = await messagesOf(sql, id, { limit: all ? undefined : mostShown })
    const role = roleFor(staff, 'support.show')
    const opened: OpenedFile[] = []
    for (const file of files ? messages.flatMap((message) => message.files) : []) {
      const one = await readForReview(desk.house, sql, file, `${role} ${staff.id}`, now)
      if (one) opened.push(one)
    }
    await sql.query('insert into staff_access (user_id, staff_id, role, kind, ref_id, files, at_ms) values ($1, $2, $3, $4, $5, $6, $7)', [
      ticket.user_id,
      staff.id,
      role,
      'support',
      id,
      opened.length,
      now,
    ])
    const newest = messages.at(-1)
    if (newest && BigInt(newest.id) > BigInt(ticket.staff_seen_to)) {
      await markSeenByStaff(sql, id, newest.id)
      await tellOwner(desk.house, sql, id, afterCommit)
    }
    await log('support.show', { id, userId: ticket.user_id, files: String(opened.length) })
    return {
      id,
      userId: ticket.user_id,
      topic: ticket.topic,
      orderNo: ticket.order_no,
      status: ticket.status,
      answerBy: ticket.answer_by_ms === null ? undefined : asInstant(Number(ticket.answer_by_ms)),
      earlier,
      messages: messages.map(({ by, created_ms, text, files: named }) => ({ by, at: asInstant(Number(created_ms)), text, files: named })),
      opened,
    }
  })
}

/** Answers a ticket; its owner is told. The log holds that it was done, not what was written. */
export const answer = (desk: Desk, staff: Staff, id: string, text: string): Promise<void> =>
  work(desk, staff, 'support.answer', async ({ sql, afterCommit, log }) => {
    const asked = { text, staffId: staff.id, now: desk.house.clock.now() }
    const done = await answerTicket(desk.house, sql, id, asked, afterCommit).catch(asStaffRefused(`Ticket ${id} cannot be answered so`))
    if (typeof done === 'string') return refuse(id, done)
    return log('support.answer', { id, userId: done.user_id })
  })

/** Ends a ticket that was answered. */
export const close = (desk: Desk, staff: Staff, id: string): Promise<void> =>
  work(desk, staff, 'support.close', async ({ sql, afterCommit, log }) => {
    const done = await endTicket(desk.house, sql, id, desk.house.clock.now(), afterCommit)
    if (typeof done === 'string') return refuse(id, done)
    return log('support.close', { id, userId: done.user_id })
  })
