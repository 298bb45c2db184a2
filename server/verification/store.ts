import type { KycRejectionReason } from '#contract/calls/verification.ts'
import type { Sql } from '#db/database.ts'
import { isRowId } from '../core/ids.ts'

/** One row of `kyc_application`. `details` is sealed. */
export interface KycApplicationRow {
  id: string
  user_id: string
  level: 1 | 2
  status: 0 | 1 | 2
  country: string
  details: Buffer
  key_id: string
  document: string | null
  /** 1 ID card, 2 passport; null for level 2. */
  id_type: 1 | 2 | null
  document_tail: string
  /** YYYY-MM-DD. */
  expires_day: string | null
  files: string[]
  submitted_ms: string
  due_ms: string
  reviewed_ms: string | null
  reason: KycRejectionReason | null
  superseded_ms: string | null
}

const columns = `id, user_id, level, status, country, details, key_id, document, id_type, document_tail, expires_day::text as expires_day, files::text[] as files,
  submitted_ms, due_ms, reviewed_ms, reason, superseded_ms`

/** Everything that concerns one person's verification waits for one another from here on. Gives their level. */
export async function lockKycLevel(sql: Sql, userId: string): Promise<0 | 1 | 2> {
  const [row] = await sql.query<{ kyc_level: 0 | 1 | 2 }>('select kyc_level from account where id = $1 for update', [userId])
  return row?.kyc_level ?? 0
}

/** Newest first. */
export const readKycApplications = (sql: Sql, userId: string): Promise<KycApplicationRow[]> =>
  sql.query<KycApplicationRow>(`select ${columns} from kyc_application where user_id = $1 order by id desc`, [userId])

export async function kycApplicationById(sql: Sql, id: string): Promise<KycApplicationRow | undefined> {
  if (!isRowId(id)) return undefined
  return (await sql.query<KycApplicationRow>(`select ${columns} from kyc_application where id = $1`, [id]))[0]
}

/** Oldest first. */
export const waitingKycApplications = (sql: Sql, limit: number): Promise<KycApplicationRow[]> =>
  sql.query<KycApplicationRow>(`select ${columns} from kyc_application where status = 0 order by due_ms, id limit $1`, [limit])

export type NewKycApplication = Pick<
  KycApplicationRow,
  'id' | 'user_id' | 'level' | 'country' | 'details' | 'key_id' | 'document' | 'id_type' | 'document_tail' | 'expires_day' | 'files'
> & { consent_version: string; submitted_ms: number; due_ms: number }

export async function insertKycApplication(sql: Sql, row: NewKycApplication): Promise<KycApplicationRow> {
  const [inserted] = await sql.query<KycApplicationRow>(
    `insert into kyc_application (id, user_id, level, country, details, key_id, document, id_type, document_tail, expires_day, files, consent_version,
       submitted_ms, due_ms) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning ${columns}`,
    [
      row.id,
      row.user_id,
      row.level,
      row.country,
      row.details,
      row.key_id,
      row.document,
      row.id_type,
      row.document_tail,
      row.expires_day,
      row.files,
      row.consent_version,
      row.submitted_ms,
      row.due_ms,
    ],
  )
  return inserted as KycApplicationRow
}

/** Undefined when it was decided meanwhile. */
export async function decideKycApplication(
  sql: Sql,
  id: string,
  decision: { status: 1 | 2; reason: KycRejectionReason | null; reviewer: string; atMs: number },
): Promise<KycApplicationRow | undefined> {
  const [row] = await sql.query<KycApplicationRow>(
    `update kyc_application set status = $2, reason = $3, reviewer = $4, reviewed_ms = $5 where id = $1 and status = 0 returning ${columns}`,
    [id, decision.status, decision.reason, decision.reviewer, decision.atMs],
  )
  return row
}

/** The one that was authorised until now makes room for a newer one. */
export const supersedeKycApplication = (sql: Sql, userId: string, level: 1 | 2, atMs: number) =>
  sql.query('update kyc_application set superseded_ms = $3 where user_id = $1 and level = $2 and status = 1 and superseded_ms is null', [
    userId,
    level,
    atMs,
  ])

/** False when the document stands for another account. */
export async function tryClaimKycDocument(sql: Sql, document: string, userId: string): Promise<boolean> {
  const rows = await sql.query<{ user_id: string }>(
    `insert into kyc_document as claimed (document, user_id) values ($1, $2)
     on conflict (document) do update set user_id = claimed.user_id where claimed.user_id = excluded.user_id returning user_id`,
    [document, userId],
  )
  return rows.length > 0
}

/** A document that stands for nothing of this person any more is free again. */
export const releaseKycDocument = (sql: Sql, document: string, userId: string) =>
  sql.query(
    `delete from kyc_document where document = $1 and user_id = $2
     and not exists (select from kyc_application where user_id = $2 and document = $1 and status in (0, 1))`,
    [document, userId],
  )
