import type { Sql } from '#db/database.ts'

/** One row of `data_export`. */
export interface PersonalDataExportRow {
  id: string
  user_id: string
  status: 0 | 1 | -1
  created_ms: string
  run: number
  ready_ms: string | null
  sha256: string | null
  size: string | null
  dropped_ms: string | null
}

const columns = 'id, user_id, status, created_ms, run, ready_ms, sha256, size, dropped_ms'
/** How long a copy can be fetched. */
export const dataExportRetentionMs = 24 * 3_600_000
/** Whoever makes one and was not seen for this long has died. */
const givenUpMs = 120_000
const mostRuns = 4

/** Somebody's newest copies, newest first. */
export const readDataExports = (sql: Sql, userId: string, limit: number): Promise<PersonalDataExportRow[]> =>
  sql.query<PersonalDataExportRow>(`select ${columns} from data_export where user_id = $1 order by id desc limit $2`, [userId, limit])

export async function dataExportById(sql: Sql, id: string): Promise<PersonalDataExportRow | undefined> {
  return (await sql.query<PersonalDataExportRow>(`select ${columns} from data_export where id = $1`, [id]))[0]
}

/** Requests of one person one after the other. */
export const lockUserDataExports = (sql: Sql, userId: string) =>
  sql.query('select pg_advisory_xact_lock(1066, hashint8($1::bigint))', [userId])

export async function insertDataExport(sql: Sql, id: string, userId: string, nowMs: number): Promise<PersonalDataExportRow> {
  const [row] = await sql.query<PersonalDataExportRow>(
    `insert into data_export (id, user_id, created_ms) values ($1, $2, $3) returning ${columns}`,
    [id, userId, nowMs],
  )
  return row!
}

/** The next copy to be made, now this server's, without anything that an earlier try left. In a transaction. */
export async function claimNextDataExport(sql: Sql, nowMs: number): Promise<PersonalDataExportRow | undefined> {
  const [row] = await sql.query<PersonalDataExportRow>(
    `update data_export set run = run + 1, worked_ms = $1 where id = (
       select id from data_export where status = 0 and run < ${mostRuns} and (worked_ms is null or worked_ms < $1::bigint - ${givenUpMs})
       order by created_ms, id limit 1 for update skip locked) returning ${columns}`,
    [nowMs],
  )
  if (row) await sql.query('delete from data_export_part where export_id = $1', [row.id])
  return row
}

/** False when another server has taken it over. */
export async function tryAddDataExportPart(
  sql: Sql,
  { id, run }: PersonalDataExportRow,
  n: number,
  content: Buffer,
  nowMs: number,
): Promise<boolean> {
  const rows = await sql.query(
    `with mine as (update data_export set worked_ms = $3 where id = $1 and run = $2 and status = 0 returning id)
     insert into data_export_part (export_id, n, content) select id, $4, $5 from mine returning n`,
    [id, run, nowMs, n, content],
  )
  return rows.length > 0
}

export async function tryFinishDataExport(
  sql: Sql,
  { id, run }: PersonalDataExportRow,
  made: { sha256: string; size: number; keyId: string },
  nowMs: number,
): Promise<boolean> {
  const rows = await sql.query(
    `update data_export set status = 1, ready_ms = $3, sha256 = $4, size = $5, key_id = $6 where id = $1 and run = $2 and status = 0
     returning id`,
    [id, run, nowMs, made.sha256, made.size, made.keyId],
  )
  return rows.length > 0
}

/** Still at work; false when another server has taken it over. */
export async function tryTouchDataExport(sql: Sql, { id, run }: PersonalDataExportRow, nowMs: number): Promise<boolean> {
  const rows = await sql.query('update data_export set worked_ms = $3 where id = $1 and run = $2 and status = 0 returning id', [
    id,
    run,
    nowMs,
  ])
  return rows.length > 0
}

/** Of a server that stops: at once free for another. */
export const releaseDataExport = (sql: Sql, { id, run }: PersonalDataExportRow) =>
  sql.query('update data_export set worked_ms = null where id = $1 and run = $2 and status = 0', [id, run])

/** Those that were tried often enough have failed, and what was fetched or not for a day is thrown away. */
export async function expireDataExports(sql: Sql, nowMs: number): Promise<void> {
  const ended = await sql.query<{ id: string }>(
    `update data_export set status = -1 where status = 0 and run >= ${mostRuns} and (worked_ms is null or worked_ms < $1::bigint - ${givenUpMs})
     returning id`,
    [nowMs],
  )
  const old = await sql.query<{ id: string }>(
    `update data_export set dropped_ms = $1 where status = 1 and dropped_ms is null and ready_ms <= $1::bigint - ${dataExportRetentionMs} returning id`,
    [nowMs],
  )
  const ids = [...ended, ...old].map(({ id }) => id)
  if (ids.length > 0) await sql.query('delete from data_export_part where export_id = any($1::bigint[])', [ids])
}

export async function readDataExportPart(sql: Sql, id: string, n: number): Promise<Buffer | undefined> {
  const [row] = await sql.query<{ content: Buffer }>('select content from data_export_part where export_id = $1 and n = $2', [id, n])
  return row?.content
}
