import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { sendTicketEventToOwner } from './serialize.ts'
import { insertTicketMessage, markTicketAnsweredOrClosed, type SupportTicketPreviewRow, findSupportTicket } from './store.ts'
import { cleanTicketText } from './text.ts'
import type { AfterCommit } from '../core/transactions.ts'

/** Why staff cannot do it. */
export type StaffTicketActionRefusal = 'unknown' | 'closed' | 'waits'

/** What waits for an answer, the first due at the top. */
export const waitingSupportTickets = (
  sql: Sql,
  limit: number,
): Promise<Pick<SupportTicketPreviewRow, 'id' | 'user_id' | 'topic' | 'waits_since_ms' | 'answer_by_ms'>[]> =>
  sql.query(
    'select id, user_id, topic, waits_since_ms, answer_by_ms from support_ticket where status = 0 order by answer_by_ms, id limit $1',
    [limit],
  )

/** An answer of staff, with a notice that leads to it. Refuses validation for an empty text. */
export async function answerSupportTicket(
  app: AppContext,
  sql: Sql,
  id: string,
  reply: { text: string; staffId: string; now: Instant },
  afterCommit: AfterCommit,
): Promise<SupportTicketPreviewRow | StaffTicketActionRefusal> {
  const text = cleanTicketText(reply.text)
  const ticket = await findSupportTicket(sql, id, { lock: true })
  if (!ticket) return 'unknown'
  if (ticket.status === 2) return 'closed'
  await insertTicketMessage(sql, { ticketId: id, by: 'staff', text, staffId: reply.staffId, now: reply.now })
  await markTicketAnsweredOrClosed(sql, id, 1, reply.now, true)
  const notice = {
    userId: ticket.user_id,
    type: 'system' as const,
    kind: 'supportAnswered' as const,
    params: { title: ticket.title },
    link: `/support?id=${id}`,
    refType: 'support',
    refId: id,
  }
  await writeNotices(app, sql, [notice], afterCommit)
  await sendTicketEventToOwner(app, sql, id, afterCommit)
  return ticket
}

/** Staff end what was answered; what waits for an answer is not ended without one. */
export async function closeTicketByStaff(
  app: AppContext,
  sql: Sql,
  id: string,
  now: Instant,
  afterCommit: AfterCommit,
): Promise<SupportTicketPreviewRow | StaffTicketActionRefusal> {
  const ticket = await findSupportTicket(sql, id, { lock: true })
  if (!ticket) return 'unknown'
  if (ticket.status !== 1) return ticket.status === 2 ? 'closed' : 'waits'
  await markTicketAnsweredOrClosed(sql, id, 2, now, false)
  await sendTicketEventToOwner(app, sql, id, afterCommit)
  return ticket
}
