import { hash } from 'node:crypto'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { canonicalJson } from '../http/json.ts'

/** One thing that staff, the machine or the sandbox's reviewer did. */
export interface StaffLogEntry {
  seq: number
  at: Instant
  by: string
  action: string
  about: Readonly<Record<string, string>>
}

/** A row as it stands in the database. */
export interface StaffLogRow {
  seq: number
  body: string
  prev: Buffer
  hash: Buffer
}

/** What stands before the first entry. */
export const staffLogGenesisHash = Buffer.alloc(32)
// Any number that no other lock has: writers of the log come one after the other.
const lockClass = 27

/** SHA-256(prev ‖ text), what the next entry begins from. */
export const hashStaffLogEntry = (prev: Buffer, body: string): Buffer => hash('sha256', Buffer.concat([prev, Buffer.from(body)]), 'buffer')

/** Adds an entry, in the transaction that does the thing: both happen or neither. Call it last, others wait for it. */
export async function writeStaffLog(sql: Sql, { by, at, action, about }: Omit<StaffLogEntry, 'seq'>): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1, 0)', [lockClass])
  const [last] = await sql.query<{ seq: string; hash: Buffer }>('select seq, hash from operator_log order by seq desc limit 1')
  const seq = Number(last?.seq ?? 0) + 1
  const prev = last?.hash ?? staffLogGenesisHash
  const body = canonicalJson({ about, action, at, by, seq })
  await sql.query('insert into operator_log (seq, body, prev, hash) values ($1, $2, $3, $4)', [
    seq,
    body,
    prev,
    hashStaffLogEntry(prev, body),
  ])
}

/** Rows from `fromSeq` on, in order. */
export async function staffLogRows(sql: Sql, fromSeq: number, limit: number): Promise<StaffLogRow[]> {
  const rows = await sql.query<Omit<StaffLogRow, 'seq'> & { seq: string }>(
    'select seq, body, prev, hash from operator_log where seq >= $1 order by seq limit $2',
    [fromSeq, limit],
  )
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

/** The newest entries, newest last. */
export async function newestStaffLogEntries(sql: Sql, limit: number): Promise<StaffLogEntry[]> {
  const rows = await sql.query<{ body: string }>('select body from operator_log order by seq desc limit $1', [limit])
  return rows.map(({ body }) => parseStaffLogEntry(body)).toReversed()
}

/** The entry that a text says; throws on a text that is none. */
export function parseStaffLogEntry(body: string): StaffLogEntry {
  const { seq, at, by, action, about } = JSON.parse(body) as StaffLogEntry
  return { seq, at: asInstant(at), by, action, about }
}
