import type { ValidatedCallInput } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { consumeTotp } from './secondFactor/authenticator.ts'
import { namesForbiddenInPassword } from './changePassword.ts'
import { phoneCodeTarget, consumeVerificationCode } from './codes.ts'
import { holdNewAddresses } from './holds.ts'
import { clearSignInAttempts } from './lockout.ts'
import { assertPasswordStrength, hashSecret } from './passwords.ts'
import { findUser } from './people.ts'
import { redeemRecoveryCode } from './secondFactor/recoveryCodes.ts'
import { signOutAllSessions, notifySecurityChange } from './securityNotices.ts'
import { assertSignInMethodOffered } from './sendCode.ts'

type Ask = ValidatedCallInput<typeof contract.factors.resetPassword>

/**
 * Sets a new sign-in password: by a code to the account's address, and the authenticator where one is bound. An address without an account costs the same
 * work and is answered like a wrong code. Refuses passwordsDiffer, passwordWeak, captchaWrong, captchaExpired, stepUpRequired {methods},
 * totpWrong, totpReplayed, recoveryCodeWrong and proofLocked.
 */
export async function resetPassword(
  app: AppContext,
  ask: Ask,
  { sql, now, ip, afterCommit }: RequestContext<'open'>,
): Promise<Record<string, never>> {
  const { name, target, account } = addressOf(ask)
  assertSignInMethodOffered(app, 'email' in name ? 'email' : 'phone')
  if (ask.newPassword !== ask.confirmPassword) throw new Refusal('passwordsDiffer')
  assertPasswordStrength(
    ask.newPassword,
    namesForbiddenInPassword('email' in name ? { email: name.email, phone: null } : { email: null, phone: name.phone }),
  )
  await consumeVerificationCode(app.db, sql, { scene: 'reset', target, code: ask.captcha }, now)
  // Before it is known whether there is an account: the work is the same for both.
  const passwordHash = await hashSecret(ask.newPassword)
  const person = await findUser(sql, name)
  if (!person) throw new Refusal('captchaWrong')
  const { id: userId } = person
  await sql.query('update account set password_hash = $2 where id = $1', [userId, passwordHash])
  if (person.has_authenticator) await provedSecond(app, sql, userId, ask, now)
  await holdNewAddresses(sql, userId, 24, 'passwordReset', now)
  await signOutAllSessions(app, sql, userId, now, afterCommit)
  await clearSignInAttempts(sql, account, ip)
  await notifySecurityChange(app, sql, { userId, change: 'passwordReset' }, now, afterCommit)
  return {}
}

async function provedSecond(
  { db }: AppContext,
  sql: RequestContext['sql'],
  userId: string,
  ask: Ask,
  now: RequestContext['now'],
): Promise<void> {
  if (ask.recoveryCode !== undefined) return redeemRecoveryCode(db, sql, userId, ask.recoveryCode, now)
  if (ask.googleCode === undefined) throw new Refusal('stepUpRequired', { methods: ['totp'] })
  await consumeTotp(db, sql, { userId, code: ask.googleCode, kind: 'totpAtSignIn' }, now)
}

function addressOf({ account, areaCode }: Ask) {
  const text = account.trim().toLowerCase()
  if (text.includes('@')) return { name: { email: text }, target: text, account: text }
  if (areaCode === undefined) throw new Refusal('validation', { field: 'areaCode', rule: 'required' })
  return { name: { areaCode, phone: text }, target: phoneCodeTarget(areaCode, text), account: text }
}
