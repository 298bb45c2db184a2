import type { UploadPurpose } from '#contract/calls/uploads.ts'
import { unusedUploadLifetimeMs } from '#contract/calls/uploads.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../core/ids.ts'

/** One row of `upload`, without its content. */
export interface UploadRow {
  id: string
  user_id: string
  biz: UploadPurpose
  name: string
  type: string
  size: number
  sha256: string
  created_ms: string
  used_ms: string | null
}

const columns = 'id, user_id, biz, name, type, size, sha256, created_ms, used_ms'

export type NewUpload = Omit<UploadRow, 'created_ms' | 'used_ms'> & {
  width: number
  height: number
  key_id: string
  content: Buffer
  created_ms: number
}

/** Counts one more for today; false when the day's number is reached. */
export async function tryCountDailyUpload(sql: Sql, userId: string, biz: UploadPurpose, day: number, most: number): Promise<boolean> {
  const rows = await sql.query(
    `insert into upload_count as counted (user_id, biz, day, tries) values ($1, $2, $3, 1)
     on conflict (user_id, biz, day) do update set tries = counted.tries + 1 where counted.tries < $4 returning 1`,
    [userId, biz, day, most],
  )
  return rows.length > 0
}

export async function insertUpload(sql: Sql, row: NewUpload): Promise<UploadRow> {
  const [inserted] = await sql.query<UploadRow>(
    `insert into upload (id, user_id, biz, name, type, size, sha256, width, height, key_id, content, created_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning ${columns}`,
    [
      row.id,
      row.user_id,
      row.biz,
      row.name,
      row.type,
      row.size,
      row.sha256,
      row.width,
      row.height,
      row.key_id,
      row.content,
      row.created_ms,
    ],
  )
  return inserted as UploadRow
}

/** Those of the ids that are this person's, of that kind and not yet forgotten. */
export const findOwnUploads = (sql: Sql, ids: readonly string[], userId: string, biz: UploadPurpose, nowMs: number): Promise<UploadRow[]> =>
  sql.query<UploadRow>(
    `select ${columns} from upload
     where id = any($1::bigint[]) and user_id = $2 and biz = $3 and (used_ms is not null or created_ms > $4)`,
    [ids.filter(isRowId), userId, biz, nowMs - unusedUploadLifetimeMs],
  )

export const readUploadNames = (sql: Sql, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  sql.query('select id, name from upload where id = any($1::bigint[])', [ids])

/** From now on they are kept: something of their owner names them. */
export const markUploadsUsed = (sql: Sql, ids: readonly string[], nowMs: number) =>
  sql.query('update upload set used_ms = $2 where id = any($1::bigint[]) and used_ms is null', [ids, nowMs])

export async function readUploadWithStoredContent(
  sql: Sql,
  id: string,
): Promise<(UploadRow & { key_id: string; content: Buffer }) | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await sql.query<UploadRow & { key_id: string; content: Buffer }>(
    `select ${columns}, key_id, content from upload where id = $1`,
    [id],
  )
  return row
}

/** Takes away a picture that its owner has put another in the place of. */
export const deleteUpload = (sql: Sql, id: string): Promise<unknown> => sql.query('delete from upload where id = $1', [id])

/** What nothing named within a day, and counts of days long past. */
export async function deleteUnusedUploads(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('delete from upload where used_ms is null and created_ms < $1', [nowMs - unusedUploadLifetimeMs])
  await sql.query('delete from upload_count where day < $1', [Math.floor(nowMs / 86_400_000) - 2])
}
