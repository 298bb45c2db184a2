import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import { writeNotices } from '../notice.ts'
import { tellOwner } from './shown.ts'
import { insertMessage, setDone, type ShownRow, ticketOf } from './store.ts'
import { cleanText } from './text.ts'

type AfterCommit = (effect: () => void) => void

/** Why staff cannot do it. */
export type NotDone = 'unknown' | 'closed' | 'waits'

/** What waits for an answer, the first due at the top. */
export const waitingTickets = (
  sql: Sql,
  limit: number,
): Promise<Pick<ShownRow, 'id' | 'user_id' | 'topic' | 'waits_since_ms' | 'answer_by_ms'>[]> =>
  sql.query(
    'select id, user_id, topic, waits_since_ms, answer_by_ms from support_ticket where status = 0 order by answer_by_ms, id limit $1',
    [limit],
  )

/** An answer of staff, with a notice that leads to it. Refuses validation for an empty text. */
export async function answerTicket(
  house: House,
  sql: Sql,
  id: string,
  asked: { text: string; staffId: string; now: Instant },
  afterCommit: AfterCommit,
): Promise<ShownRow | NotDone> {
  const text = cleanText(asked.text)
  const ticket = await ticketOf(sql, id, { lock: true })
  if (!ticket) return 'unknown'
  if (ticket.status === 2) return 'closed'
  await insertMessage(sql, { ticketId: id, by: 'staff', text, staffId: asked.staffId, now: asked.now })
  await setDone(sql, id, 1, asked.now, true)
  const notice = {
    userId: ticket.user_id,
    type: 'system' as const,
    kind: 'supportAnswered' as const,
    params: { title: ticket.title },
    link: `/support?id=${id}`,
    refType: 'support',
    refId: id,
  }
  await writeNotices(house, sql, [notice], afterCommit)
  await tellOwner(house, sql, id, afterCommit)
  return ticket
}

/** Staff end what was answered; what waits for an answer is not ended without one. */
export async function endTicket(house: House, sql: Sql, id: string, now: Instant, afterCommit: AfterCommit): Promise<ShownRow | NotDone> {
  const ticket = await ticketOf(sql, id, { lock: true })
  if (!ticket) return 'unknown'
  if (ticket.status !== 1) return ticket.status === 2 ? 'closed' : 'waits'
  await setDone(sql, id, 2, now, false)
  await tellOwner(house, sql, id, afterCommit)
  return ticket
}
