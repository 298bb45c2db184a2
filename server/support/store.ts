import type { SupportTicketTopic } from '#contract/calls/support.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../core/ids.ts'

/** One row of `support_ticket`. */
interface TicketRow {
  id: string
  user_id: string
  topic: SupportTicketTopic
  order_no: string
  title: string
  status: 0 | 1 | 2
  created_ms: string
  updated_ms: string
  waits_since_ms: string | null
  answer_by_ms: string | null
  first_answer_ms: string | null
  /** The newest message of its owner's that staff have opened. */
  staff_seen_to: string
}

export interface TicketMessageRow {
  id: string
  ticket_id: string
  by: 'me' | 'staff' | 'program'
  staff_id: string | null
  text: string
  files: string[]
  created_ms: string
}

const columns = `t.id, t.user_id, t.topic, t.order_no, t.title, t.status, t.created_ms, t.updated_ms, t.waits_since_ms, t.answer_by_ms,
  t.first_answer_ms, t.staff_seen_to`
const last = `(select json_build_object('by', m.by, 'text', left(m.text, 120)) from support_message m where m.ticket_id = t.id
  order by m.id desc limit 1) as last`
const unread = `(select count(*)::int from support_message m where m.ticket_id = t.id and m.id > t.seen_to and m.by <> 'me') as unread`
export type SupportTicketPreviewRow = TicketRow & { unread: number; last: { by: TicketMessageRow['by']; text: string } }

/** One page of somebody's tickets, the one where something happened last at the top. */
export async function supportTicketsPage(
  sql: Sql,
  userId: string,
  limit: number,
  offset: number,
): Promise<{ rows: SupportTicketPreviewRow[]; total: number }> {
  const [counted] = await sql.query<{ total: string }>('select count(*) as total from support_ticket where user_id = $1', [userId])
  const rows = await sql.query<SupportTicketPreviewRow>(
    `select ${columns}, ${unread}, ${last} from support_ticket t where t.user_id = $1 order by t.updated_ms desc, t.id desc limit $2 offset $3`,
    [userId, limit, offset],
  )
  return { rows, total: Number(counted?.total ?? 0) }
}

/** A ticket of this person's, or, for staff, of anybody's. `lock`: nobody else writes in it until this transaction ends. */
export async function findSupportTicket(
  sql: Sql,
  id: string,
  { userId, lock }: { userId?: string; lock?: boolean } = {},
): Promise<SupportTicketPreviewRow | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await sql.query<SupportTicketPreviewRow>(
    `select ${columns}, ${unread}, ${last} from support_ticket t where t.id = $1 and ($2::bigint is null or t.user_id = $2)
     ${lock ? 'for update of t' : ''}`,
    [id, userId ?? null],
  )
  return row
}

/** The newest messages of a ticket, or of those before one, oldest first, and how many are earlier still. */
export async function readTicketMessages(
  sql: Sql,
  ticketId: string,
  { limit, before }: { limit?: number | undefined; before?: string | undefined },
): Promise<{ rows: TicketMessageRow[]; earlier: number }> {
  const where = 'ticket_id = $1 and ($2::numeric is null or id < $2)'
  const rows = await sql.query<TicketMessageRow>(
    `select id, ticket_id, by, staff_id, text, files, created_ms from support_message where ${where} order by id desc limit $3`,
    [ticketId, before ?? null, limit ?? null],
  )
  const [counted] = await sql.query<{ count: string }>(`select count(*) as count from support_message where ${where}`, [
    ticketId,
    rows.at(-1)?.id ?? '0',
  ])
  return { rows: rows.toReversed(), earlier: Number(counted?.count ?? 0) }
}

/** Its owner has seen the messages up to this one. */
export const markTicketSeenByOwner = (sql: Sql, ticketId: string, messageId: string) =>
  sql.query('update support_ticket set seen_to = $2 where id = $1 and seen_to < $2', [ticketId, messageId])

/** Staff have opened the messages up to this one. */
export const markTicketSeenByStaff = (sql: Sql, ticketId: string, messageId: string) =>
  sql.query('update support_ticket set staff_seen_to = $2 where id = $1 and staff_seen_to < $2', [ticketId, messageId])

/** One after the other: whoever counts a person's open tickets or messages counts those of the others too. */
export const lockUserSupportTickets = (sql: Sql, userId: string) =>
  sql.query('select pg_advisory_xact_lock(1065, hashint8($1::bigint))', [userId])

export async function countOpenSupportTickets(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>('select count(*)::int as count from support_ticket where user_id = $1 and status <> 2', [
    userId,
  ])
  return row?.count ?? 0
}

/** When the oldest of somebody's newest `count` messages was written; undefined where there are fewer since that moment. */
export async function nthNewestTicketMessageMs(sql: Sql, userId: string, count: number, sinceMs: number): Promise<number | undefined> {
  const [row] = await sql.query<{ created_ms: string }>(
    `select m.created_ms from support_ticket t join support_message m on m.ticket_id = t.id
     where t.user_id = $1 and t.updated_ms > $2 and m.by = 'me' and m.created_ms > $2 order by m.id desc offset $3 limit 1`,
    [userId, sinceMs, count - 1],
  )
  return row && Number(row.created_ms)
}

export interface NewSupportTicket {
  id: string
  userId: string
  topic: SupportTicketTopic
  orderNo: string
  title: string
  now: number
  answerByMs: number
  programDueMs: number | null
}

export const insertSupportTicket = ({ id, userId, topic, orderNo, title, now, answerByMs, programDueMs }: NewSupportTicket, sql: Sql) =>
  sql.query(
    `insert into support_ticket (id, user_id, topic, order_no, title, created_ms, updated_ms, waits_since_ms, answer_by_ms, program_due_ms)
     values ($1, $2, $3, $4, $5, $6, $6, $6, $7, $8)`,
    [id, userId, topic, orderNo, title, now, answerByMs, programDueMs],
  )

export type NewTicketMessage = { ticketId: string; now: number } & (
  | { by: 'me'; text: string; files: readonly string[] }
  | { by: 'staff'; text: string; staffId: string }
  | { by: 'program' }
)

export async function insertTicketMessage(sql: Sql, message: NewTicketMessage): Promise<TicketMessageRow> {
  const [row] = await sql.query<TicketMessageRow>(
    `insert into support_message (ticket_id, by, staff_id, text, files, created_ms) values ($1, $2, $3, $4, $5::bigint[], $6)
     returning id, ticket_id, by, staff_id, text, files, created_ms`,
    [
      message.ticketId,
      message.by,
      message.by === 'staff' ? message.staffId : null,
      message.by === 'program' ? '' : message.text,
      message.by === 'me' ? message.files : [],
      message.now,
    ],
  )
  return row!
}

/** It waits for staff; what waits already keeps its clock. */
export const markTicketWaiting = (sql: Sql, id: string, now: number, answerByMs: number) =>
  sql.query(
    `update support_ticket set status = 0, updated_ms = greatest(updated_ms, $2), waits_since_ms = coalesce(waits_since_ms, $2),
       answer_by_ms = coalesce(answer_by_ms, $3) where id = $1`,
    [id, now, answerByMs],
  )

/** Nothing waits any more: staff answered, or it is closed. `answered`: by staff. */
export const markTicketAnsweredOrClosed = (sql: Sql, id: string, status: 1 | 2, now: number, answered: boolean) =>
  sql.query(
    `update support_ticket set status = $2, updated_ms = greatest(updated_ms, $3), waits_since_ms = null, answer_by_ms = null,
       program_due_ms = null, first_answer_ms = case when $4 then coalesce(first_answer_ms, greatest($3, created_ms)) else first_answer_ms end
     where id = $1`,
    [id, status, now, answered],
  )
