import type { ValidatedCallInput } from '#contract/call.ts'
import { passwordType } from '#contract/calls/factors.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import { isWithdrawalPasswordGuessable } from '#rules/safePassword.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { holdNewAddresses } from './holds.ts'
import { lockUserById, requireSignInPasswordIfSet } from './ownPassword.ts'
import { assertPasswordStrength, hashSecret } from './passwords.ts'
import type { UserRow } from './people.ts'
import { signOutOtherSessions, notifySecurityChange } from './securityNotices.ts'
import { requireSafePassword, requireStepUp } from './secondFactor/stepUp.ts'

type Ask = ValidatedCallInput<typeof contract.factors.changePassword>

/**
 * Changes the sign-in password (1) or the withdrawal password (2), by the old one and a second factor where there is one. Refuses
 * oldPasswordWrong, safePasswordWrong, passwordSame, passwordWeak, safePasswordWeak, passwordsDiffer, and what requireStepUp refuses.
 */
export async function changePassword(
  app: AppContext,
  ask: Ask,
  { sql, visitor, now, afterCommit }: RequestContext,
): Promise<Record<string, never>> {
  const { userId } = visitor
  if (ask.newPassword !== ask.confirmPassword) throw new Refusal('passwordsDiffer')
  const isSignIn = ask.type === passwordType.signIn
  const person = await lockUserById(sql, userId)
  if (isSignIn) assertPasswordStrength(ask.newPassword, [...namesForbiddenInPassword(person)])
  else assertSafePasswordStrength(ask.newPassword)
  if (isSignIn && person.password_hash === null) throw new Refusal('oldPasswordWrong')
  if (isSignIn) await requireSignInPasswordIfSet(app.db, person, ask.oldPassword, now, 'oldPasswordWrong')
  else await requireSafePassword(sql, userId, ask.oldPassword, app, now)
  if (ask.newPassword === ask.oldPassword) throw new Refusal('passwordSame')
  if (person.has_authenticator || person.passkey_count > 0) await requireStepUp(sql, visitor, ask, app, now)
  const column = isSignIn ? 'password_hash' : 'safe_password_hash'
  await sql.query(`update account set ${column} = $2 where id = $1`, [userId, await hashSecret(ask.newPassword)])
  await holdNewAddresses(sql, userId, 24, isSignIn ? 'passwordChanged' : 'safePasswordChanged', now)
  await signOutOtherSessions(app, sql, visitor, now, afterCommit)
  await notifySecurityChange(app, sql, { userId, change: isSignIn ? 'passwordChanged' : 'safePasswordChanged' }, now, afterCommit)
  return {}
}

/** What a password must not contain. */
export const namesForbiddenInPassword = ({ email, phone }: Pick<UserRow, 'email' | 'phone'>): string[] =>
  [email, email?.split('@')[0], phone].filter((name): name is string => Boolean(name))

/** Six digits, neither all the same nor a run; refuses validation and safePasswordWeak. */
export function assertSafePasswordStrength(digits: string): void {
  if (!/^\d{6}$/.test(digits)) throw new Refusal('validation', { field: 'newPassword', rule: 'invalid_format' })
  if (isWithdrawalPasswordGuessable(digits)) throw new Refusal('safePasswordWeak')
}
