import type { SupportTicketTopic } from '#contract/calls/support.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { answerSupportTicket, closeTicketByStaff, type StaffTicketActionRefusal, waitingSupportTickets } from '../support/agent.ts'
import { sendTicketEventToOwner } from '../support/serialize.ts'
import { markTicketSeenByStaff, readTicketMessages, findSupportTicket } from '../support/store.ts'
import { type OpenedUpload, readUploadForReview } from '../uploads/files.ts'
import { type OperatorContext, runStaffAction } from './operatorContext.ts'
import { StaffError } from './staffError.ts'
import { createRefusalAsStaffErrorThrower } from './reviews.ts'
import { staffRoleForAction, type StaffMember } from './staff.ts'

const mostListed = 1_000
const mostShown = 200

const refuse = (id: string, why: StaffTicketActionRefusal): never => {
  const sentences: Record<StaffTicketActionRefusal, string> = {
    unknown: `There is no ticket ${id}.`,
    closed: `Ticket ${id} is closed. Its owner can open it again by writing in it.`,
    waits: `Ticket ${id} waits for an answer: answer it first.`,
  }
  throw new StaffError('refused', sentences[why])
}

/** A ticket as a list shows it: nothing of what its owner wrote. */
export interface SupportTicketSummary {
  id: string
  userId: string
  topic: SupportTicketTopic
  since: Instant
  answerBy: Instant
}

/** What waits for an answer, the first due at the top. Who looked is written down. */
export const listWaitingSupportTickets = (context: OperatorContext, staff: StaffMember): Promise<SupportTicketSummary[]> =>
  runStaffAction(context, staff, 'support.list', async ({ sql, log }) => {
    const rows = await waitingSupportTickets(sql, mostListed)
    await log('support.list', { found: String(rows.length) })
    return rows.map(({ id, user_id, topic, waits_since_ms, answer_by_ms }) => ({
      id,
      userId: user_id,
      topic,
      since: asInstant(Number(waits_since_ms)),
      answerBy: asInstant(Number(answer_by_ms)),
    }))
  })

export interface StaffSupportTicket {
  id: string
  userId: string
  topic: SupportTicketTopic
  orderNo: string
  status: 0 | 1 | 2
  answerBy: Instant | undefined
  /** How many messages were written before those that are shown. */
  earlier: number
  messages: { by: 'me' | 'staff' | 'program'; at: Instant; text: string; files: string[] }[]
  opened: OpenedUpload[]
}

/** A ticket with what was written in it. That it was read is written down first, and its owner sees it. `files`: pictures are opened too. `all`: also what is older than the newest 200 messages. */
export function readSupportTicketAsStaff(
  context: OperatorContext,
  staff: StaffMember,
  id: string,
  files: boolean,
  all = false,
): Promise<StaffSupportTicket> {
  const now = context.app.clock.now()
  return runStaffAction(context, staff, 'support.show', async ({ sql, afterCommit, log }) => {
    const ticket = (await findSupportTicket(sql, id)) ?? refuse(id, 'unknown')
    const { rows: messages, earlier } = await readTicketMessages(sql, id, { limit: all ? undefined : mostShown })
    const role = staffRoleForAction(staff, 'support.show')
    const opened: OpenedUpload[] = []
    for (const file of files ? messages.flatMap((message) => message.files) : []) {
      const upload = await readUploadForReview(context.app, sql, file, `${role} ${staff.id}`, now)
      if (upload) opened.push(upload)
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
      await markTicketSeenByStaff(sql, id, newest.id)
      await sendTicketEventToOwner(context.app, sql, id, afterCommit)
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
export const answerTicketAsStaff = (context: OperatorContext, staff: StaffMember, id: string, text: string): Promise<void> =>
  runStaffAction(context, staff, 'support.answer', async ({ sql, afterCommit, log }) => {
    const reply = { text, staffId: staff.id, now: context.app.clock.now() }
    const done = await answerSupportTicket(context.app, sql, id, reply, afterCommit).catch(
      createRefusalAsStaffErrorThrower(`Ticket ${id} cannot be answered so`),
    )
    if (typeof done === 'string') return refuse(id, done)
    return log('support.answer', { id, userId: done.user_id })
  })

/** Ends a ticket that was answered. */
export const closeTicketAsStaff = (context: OperatorContext, staff: StaffMember, id: string): Promise<void> =>
  runStaffAction(context, staff, 'support.close', async ({ sql, afterCommit, log }) => {
    const done = await closeTicketByStaff(context.app, sql, id, context.app.clock.now(), afterCommit)
    if (typeof done === 'string') return refuse(id, done)
    return log('support.close', { id, userId: done.user_id })
  })
