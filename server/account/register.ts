import { userAgreementVersion, demoFundUsdt } from '#contract/constants.ts'
import type { ValidatedCallInput } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { phoneCodeTarget, consumeVerificationCode } from './codes.ts'
import { requireInviterIdByCode, assertRegistrationFields } from './registration.ts'
import { assertPasswordStrength, hashSecret } from './passwords.ts'
import { tryCreateUser, serializeUser } from './people.ts'
import { assertSignInMethodOffered } from './sendCode.ts'
import { beginSession, deviceNameOfUserAgent } from './sessions.ts'
import { recordSignInAndNotifyNewDevice } from './signInHistory.ts'

type Form = ValidatedCallInput<typeof contract.account.register>

/** Opens an account with its demo money and signs it in (docs/rules/accounts.md). What costs nothing to check is checked first. */
export async function registerAccount(app: AppContext, form: Form, { sql, now, ip, userAgent, afterCommit }: RequestContext<'open'>) {
  const { email, areaCode, phone, target } = addressOf(form)
  assertSignInMethodOffered(app, form.registerType)
  assertRegistrationFields(form)
  if (form.password !== form.confirmPassword) throw new Refusal('passwordsDiffer')
  assertPasswordStrength(form.password, [email, email?.split('@')[0], phone])
  const invitedBy = form.inviteCode === undefined ? undefined : await requireInviterIdByCode(sql, form.inviteCode)
  await consumeVerificationCode(app.db, sql, { scene: 'register', target, code: form.captcha }, now)
  const passwordHash = await hashSecret(form.password)
  const person = await tryCreateUser(
    sql,
    { email, areaCode, phone, passwordHash, country: form.country, lang: form.lang, invitedBy, agreementVersion: userAgreementVersion },
    now,
  )
  if (!person) throw new Refusal('accountExists')
  const session = await beginSession(sql, { accountId: person.id, device: deviceNameOfUserAgent(userAgent), ip }, now)
  const entry = { userId: person.id, token: session.token, way: 'register', deviceId: form.deviceId } as const
  await recordSignInAndNotifyNewDevice(app, sql, entry, { now, afterCommit })
  return { ...session, userInfo: serializeUser(person, app), demoFunded: `${demoFundUsdt}.00000000` as const }
}

const missing = (field: string): Refusal => new Refusal('validation', { field, rule: 'required' })

function addressOf(form: Form): { email?: string; areaCode?: string; phone?: string; target: string } {
  if (form.registerType === 'email') {
    if (form.email === undefined) throw missing('email')
    return { email: form.email, target: form.email }
  }
  if (form.areaCode === undefined) throw missing('areaCode')
  if (form.phone === undefined) throw missing('phone')
  return { areaCode: form.areaCode, phone: form.phone, target: phoneCodeTarget(form.areaCode, form.phone) }
}
