import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { newRowId } from '../core/ids.ts'

/** One row of `passkey`. */
export interface PasskeyRow {
  id: string
  account_id: string
  credential_id: string
  public_key: Buffer
  counter: string
  transports: string[]
  rp_id: string
  name: string
  created_ms: string
  used_ms: string | null
}

/** Somebody's passkeys, the oldest first. */
export const readPasskeys = (sql: Sql, userId: string): Promise<PasskeyRow[]> =>
  sql.query<PasskeyRow>('select * from passkey where account_id = $1 order by id', [userId])

export async function passkeyByCredentialId(sql: Sql, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await sql.query<PasskeyRow>('select * from passkey where credential_id = $1', [credentialId])
  return row
}

export type NewPasskey = Pick<PasskeyRow, 'account_id' | 'credential_id' | 'public_key' | 'transports' | 'rp_id' | 'name'> & {
  counter: number
}

/** Gives the new row's id; undefined when that credential is known already, whoever has it. */
export async function insertPasskey(sql: Sql, passkey: NewPasskey, now: Instant): Promise<string | undefined> {
  const [row] = await sql.query<{ id: string }>(
    `insert into passkey (id, account_id, credential_id, public_key, counter, transports, rp_id, name, created_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning id`,
    [
      newRowId(now),
      passkey.account_id,
      passkey.credential_id,
      passkey.public_key,
      passkey.counter,
      passkey.transports,
      passkey.rp_id,
      passkey.name,
      now,
    ],
  )
  return row?.id
}

/** Counts a use. False when the count did not grow meanwhile (two copies of one key); authenticators without a count stay at 0. */
export async function tryRecordPasskeyUse(sql: Sql, id: string, counter: number, now: Instant): Promise<boolean> {
  const rows = await sql.query(
    'update passkey set counter = $2::bigint, used_ms = $3 where id = $1 and (counter < $2::bigint or (counter = 0 and $2::bigint = 0)) returning id',
    [id, counter, now],
  )
  return rows.length > 0
}

export const toPasskey = (row: PasskeyRow) => ({
  id: row.id,
  name: row.name,
  createTime: asInstant(Number(row.created_ms)),
  lastUsed: row.used_ms === null ? null : asInstant(Number(row.used_ms)),
})

/** How a browser is told of it. */
export const toPasskeyDescriptor = (row: PasskeyRow) => ({ id: row.credential_id, type: 'public-key' as const, transports: row.transports })
