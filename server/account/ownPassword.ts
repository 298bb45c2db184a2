import { Refusal, type RefusalName } from '#contract/refusals.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { countProof, forgiveProof } from './lockout.ts'
import { isSecret } from './passwords.ts'
import { findPerson, type Person } from './people.ts'

/** The person, whose sign-in details then stand still until the transaction ends. Refuses unauthorized. */
export async function personInHand(sql: Sql, userId: string): Promise<Person> {
  await sql.query('select 1 from account where id = $1 for update', [userId])
  const person = await findPerson(sql, { id: userId })
  if (!person) throw new Refusal('unauthorized')
  return person
}

/** The sign-in password, of somebody who has one. Refuses validation, passwordWrong {left} (or as told) and proofLocked {minutes}. */
export async function requirePassword(
  db: Sql,
  person: Person,
  given: string | undefined,
  now: Instant,
  wrong: Extract<RefusalName, 'passwordWrong' | 'oldPasswordWrong'> = 'passwordWrong',
): Promise<void> {
  if (person.password_hash === null) return
  if (given === undefined) throw new Refusal('validation', { field: 'password', rule: 'required' })
  const left = await countProof(db, 'password', person.id, now)
  if (!(await isSecret(person.password_hash, given))) throw new Refusal(wrong, { left })
  await forgiveProof(db, 'password', person.id)
}
