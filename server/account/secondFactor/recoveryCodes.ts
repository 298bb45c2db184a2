import { randomBytes, randomInt } from 'node:crypto'
import { Refusal } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { countAndAssertAuthProofAttempt, clearAuthProofAttempts } from '../lockout.ts'
import { hashSecretWithSalt } from '../passwords.ts'

const count = 10
// Without look-alikes; 31 letters, so 39 bits for eight.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const part = (): string => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')

/** As it is hashed: however it was typed. */
const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')

const newSalt = (): Buffer => randomBytes(16)

/** Whether this person has been given recovery codes. */
export const hasRecoveryCodes = async (sql: Sql, userId: string): Promise<boolean> =>
  (await sql.query('select 1 from recovery where account_id = $1', [userId])).length > 0

/** Nobody needs them any more once nothing asks for a second step. */
export const deleteRecoveryCodesIfNoSecondFactor = (sql: Sql, userId: string): Promise<unknown> =>
  sql.query(
    `delete from recovery where account_id = $1 and not exists (select from authenticator where account_id = $1)
     and not exists (select from account where id = $1 and passkey_step_ms is not null)`,
    [userId],
  )

/** Ten new codes, xxxx-xxxx, in place of all earlier ones. They are shown once; only slow hashes are kept. */
export async function renewRecoveryCodes(sql: Sql, userId: string): Promise<string[]> {
  const salt = newSalt()
  const codes = new Set<string>()
  while (codes.size < count) codes.add(`${part()}-${part()}`)
  const hashes = await Promise.all([...codes].map((code) => hashSecretWithSalt(plain(code), salt)))
  await sql.query('delete from recovery where account_id = $1', [userId])
  await sql.query('insert into recovery (account_id, salt) values ($1, $2)', [userId, salt])
  await sql.query('insert into recovery_code (account_id, code_hash) select $1, unnest($2::bytea[])', [userId, hashes])
  return [...codes]
}

/** Uses one up, or refuses recoveryCodeWrong {left} or proofLocked. The try is counted for good (`db`); the use belongs to `sql`. */
export async function redeemRecoveryCode(db: Sql, sql: Sql, userId: string, code: string, now: Instant): Promise<void> {
  const tried = await requireUnusedRecoveryCodeHash(db, userId, code, now)
  await markRecoveryCodeUsed(sql, userId, tried, now)
  await clearAuthProofAttempts(db, 'recoveryCode', userId)
}

/** The same outside a `once` call, tried before a transaction holds a connection: gives what uses it up in there. */
export async function verifyRecoveryCodeForLaterUse(
  db: Sql,
  userId: string,
  code: string,
  now: Instant,
): Promise<(sql: Sql) => Promise<void>> {
  const tried = await requireUnusedRecoveryCodeHash(db, userId, code, now)
  return async (sql) => {
    await markRecoveryCodeUsed(sql, userId, tried, now)
    await clearAuthProofAttempts(sql, 'recoveryCode', userId)
  }
}

/** A code's hash, with the try counted, where it is one that is not used yet. Refuses recoveryCodeWrong {left} and proofLocked. */
export async function requireUnusedRecoveryCodeHash(db: Sql, userId: string, code: string, now: Instant): Promise<Buffer> {
  const left = await countAndAssertAuthProofAttempt(db, 'recoveryCode', userId, now)
  const [row] = await db.query<{ salt: Buffer }>('select salt from recovery where account_id = $1', [userId])
  const hashed = await hashSecretWithSalt(plain(code), row?.salt ?? newSalt())
  const found = await db.query('select 1 from recovery_code where account_id = $1 and code_hash = $2 and used_ms is null', [userId, hashed])
  if (found.length === 0) throw new Refusal('recoveryCodeWrong', { left })
  return hashed
}

/** Of two at once only one can have it. */
export async function markRecoveryCodeUsed(sql: Sql, userId: string, hashed: Buffer, now: Instant): Promise<void> {
  const used = await sql.query(
    'update recovery_code set used_ms = $3 where account_id = $1 and code_hash = $2 and used_ms is null returning 1',
    [userId, hashed, now],
  )
  if (used.length === 0) throw new Refusal('recoveryCodeWrong', { left: 0 })
}
