import type { Asked } from '#contract/call.ts'
import { passwordType } from '#contract/calls/factors.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import { isEasyToGuess } from '#rules/safePassword.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { holdNewAddresses } from './holds.ts'
import { personInHand, requirePassword } from './ownPassword.ts'
import { checkPassword, hashSecret } from './passwords.ts'
import type { Person } from './people.ts'
import { signOutOthers, tellOfChange } from './securityNews.ts'
import { requireSafePassword, requireStepUp } from './stepUp.ts'

type Ask = Asked<typeof contract.factors.changePassword>

/**
 * Call 13: the sign-in password (1) or the withdrawal password (2), by the old one and a second factor where there is one. Refuses
 * oldPasswordWrong, safePasswordWrong, passwordSame, passwordWeak, safePasswordWeak, passwordsDiffer, and what requireStepUp refuses.
 */
export async function changePassword(house: House, ask: Ask, { sql, visitor, now, afterCommit }: Asking): Promise<Record<string, never>> {
  const { userId } = visitor
  if (ask.newPassword !== ask.confirmPassword) throw new Refusal('passwordsDiffer')
  const isSignIn = ask.type === passwordType.signIn
  const person = await personInHand(sql, userId)
  if (isSignIn) checkPassword(ask.newPassword, [...namesOf(person)])
  else checkSafePassword(ask.newPassword)
  if (isSignIn && person.password_hash === null) throw new Refusal('oldPasswordWrong')
  if (isSignIn) await requirePassword(house.db, person, ask.oldPassword, now, 'oldPasswordWrong')
  else await requireSafePassword(sql, userId, ask.oldPassword, house, now)
  if (ask.newPassword === ask.oldPassword) throw new Refusal('passwordSame')
  if (person.has_authenticator || person.passkey_count > 0) await requireStepUp(sql, visitor, ask, house, now)
  const column = isSignIn ? 'password_hash' : 'safe_password_hash'
  await sql.query(`update account set ${column} = $2 where id = $1`, [userId, await hashSecret(ask.newPassword)])
  await holdNewAddresses(sql, userId, 24, isSignIn ? 'passwordChanged' : 'safePasswordChanged', now)
  await signOutOthers(house, sql, visitor, now, afterCommit)
  await tellOfChange(house, sql, { userId, change: isSignIn ? 'passwordChanged' : 'safePasswordChanged' }, now, afterCommit)
  return {}
}

/** What a password must not contain. */
export const namesOf = ({ email, phone }: Pick<Person, 'email' | 'phone'>): string[] =>
  [email, email?.split('@')[0], phone].filter((name): name is string => Boolean(name))

/** Six digits, neither all the same nor a run; refuses validation and safePasswordWeak. */
export function checkSafePassword(digits: string): void {
  if (!/^\d{6}$/.test(digits)) throw new Refusal('validation', { field: 'newPassword', rule: 'invalid_format' })
  if (isEasyToGuess(digits)) throw new Refusal('safePasswordWeak')
}
