import { Refusal, type RefusalName } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { countAuthProofAttemptIfWrong } from './lockout.ts'
import { verifySecret } from './passwords.ts'
import { findUser, type UserRow } from './people.ts'

/** The person, whose sign-in details then stand still until the transaction ends. Refuses unauthorized. */
export async function lockUserById(sql: Sql, userId: string): Promise<UserRow> {
  await sql.query('select 1 from account where id = $1 for update', [userId])
  const person = await findUser(sql, { id: userId })
  if (!person) throw new Refusal('unauthorized')
  return person
}

/** The sign-in password, of somebody who has one. Refuses validation, passwordWrong {left} (or as told) and proofLocked {minutes}. */
export async function requireSignInPasswordIfSet(
  db: Sql,
  person: UserRow,
  password: string | undefined,
  now: Instant,
  wrong: Extract<RefusalName, 'passwordWrong' | 'oldPasswordWrong'> = 'passwordWrong',
): Promise<void> {
  if (person.password_hash === null) return
  if (password === undefined) throw new Refusal('validation', { field: 'password', rule: 'required' })
  const left = await countAuthProofAttemptIfWrong(db, 'password', person.id, () => verifySecret(person.password_hash, password), now)
  if (left !== undefined) throw new Refusal(wrong, { left })
}
