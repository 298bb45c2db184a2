import type { Asked } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { spendTotp } from './authenticator.ts'
import { namesOf } from './changePassword.ts'
import { phoneTarget, spendCode } from './codes.ts'
import { holdNewAddresses } from './holds.ts'
import { forgiveTries } from './lockout.ts'
import { checkPassword, hashSecret } from './passwords.ts'
import { findPerson } from './people.ts'
import { spendRecoveryCode } from './recoveryCodes.ts'
import { signOutAll, tellOfChange } from './securityNews.ts'
import { refuseUnless } from './sendCode.ts'

type Ask = Asked<typeof contract.factors.resetPassword>

/**
 * Call 21: by a code to the account's address, and the authenticator where one is bound. An address without an account costs the same
 * work and is answered like a wrong code. Refuses passwordsDiffer, passwordWeak, captchaWrong, captchaExpired, stepUpRequired {methods},
 * totpWrong, totpReplayed, recoveryCodeWrong and proofLocked.
 */
export async function resetPassword(house: House, ask: Ask, { sql, now, ip, afterCommit }: Asking<'open'>): Promise<Record<string, never>> {
  const { name, target, account } = addressOf(ask)
  refuseUnless(house, 'email' in name ? 'email' : 'phone')
  if (ask.newPassword !== ask.confirmPassword) throw new Refusal('passwordsDiffer')
  checkPassword(ask.newPassword, namesOf('email' in name ? { email: name.email, phone: null } : { email: null, phone: name.phone }))
  await spendCode(house.db, sql, { scene: 'reset', target, code: ask.captcha }, now)
  // Before it is known whether there is an account: the work is the same for both.
  const passwordHash = await hashSecret(ask.newPassword)
  const person = await findPerson(sql, name)
  if (!person) throw new Refusal('captchaWrong')
  const { id: userId } = person
  await sql.query('update account set password_hash = $2 where id = $1', [userId, passwordHash])
  if (person.has_authenticator) await provedSecond(house, sql, userId, ask, now)
  await holdNewAddresses(sql, userId, 24, 'passwordReset', now)
  await signOutAll(house, sql, userId, now, afterCommit)
  await forgiveTries(sql, account, ip)
  await tellOfChange(house, sql, { userId, change: 'passwordReset' }, now, afterCommit)
  return {}
}

async function provedSecond({ db }: House, sql: Asking['sql'], userId: string, ask: Ask, now: Asking['now']): Promise<void> {
  if (ask.recoveryCode !== undefined) return spendRecoveryCode(db, sql, userId, ask.recoveryCode, now)
  if (ask.googleCode === undefined) throw new Refusal('stepUpRequired', { methods: ['totp'] })
  await spendTotp(db, sql, { userId, code: ask.googleCode, kind: 'totpAtSignIn' }, now)
}

function addressOf({ account, areaCode }: Ask) {
  const text = account.trim().toLowerCase()
  if (text.includes('@')) return { name: { email: text }, target: text, account: text }
  if (areaCode === undefined) throw new Refusal('validation', { field: 'areaCode', rule: 'required' })
  return { name: { areaCode, phone: text }, target: phoneTarget(areaCode, text), account: text }
}
