import type { InboxNoticeType } from '#contract/calls/inbox.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../../core/ids.ts'
import type { NoticeRow } from '../writeNotices.ts'

interface InboxQuery {
  userId: string
  type: InboxNoticeType | undefined
  limit: number
  offset: number
}

/** One page, newest first, with the count of all that match. */
export async function noticesPage(sql: Sql, { userId, type, limit, offset }: InboxQuery): Promise<{ rows: NoticeRow[]; total: number }> {
  const where = type === undefined ? 'user_id = $1' : 'user_id = $1 and type = $2'
  const values = type === undefined ? [userId] : [userId, type]
  const [counted] = await sql.query<{ total: string }>(`select count(*) as total from inbox_notice where ${where}`, values)
  const rows = await sql.query<NoticeRow>(
    `select * from inbox_notice where ${where} order by id desc limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
  )
  return { rows, total: Number(counted?.total ?? 0) }
}

/** Marks a person's own notices read: those ids, or all, of that type or any, none newer than `upTo`. What was read stays read at its first moment. */
export async function markNoticesRead(
  sql: Sql,
  {
    userId,
    ids,
    type,
    upTo,
    atMs,
  }: { userId: string; ids: readonly string[] | undefined; type: InboxNoticeType | undefined; upTo: string | undefined; atMs: number },
): Promise<void> {
  await sql.query(
    `update inbox_notice set read_ms = $4
     where user_id = $1 and read_ms is null and ($2::bigint[] is null or id = any($2)) and ($3::text is null or type = $3)
       and ($5::numeric is null or id <= $5)`,
    [userId, ids?.filter(isRowId) ?? null, type ?? null, atMs, upTo ?? null],
  )
}
