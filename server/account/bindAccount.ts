import type { ValidatedCallInput } from '#contract/call.ts'
import { emailSchema as emailShape, phoneNumberSchema as phoneShape } from '#contract/calls/account.ts'
import type { contract } from '#contract/contract.ts'
import { userAgreementVersion } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import * as z from 'zod/mini'
import { sqlState } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { phoneCodeTarget, consumeVerificationCode } from './codes.ts'
import { recordAllConsents } from './consents.ts'
import { holdNewAddresses } from './holds.ts'
import { assertRegistrationFields } from './registration.ts'
import { queueMail } from '../notifications/mail/mail.ts'
import { requireSignInPasswordIfSet } from './ownPassword.ts'
import { assertPasswordStrength, hashSecret } from './passwords.ts'
import { findUser, maskEmail, maskPhone, type UserRow } from './people.ts'
import { assertSignInMethodOffered } from './sendCode.ts'
import { signOutOtherSessions } from './securityNotices.ts'
import { requireStepUp } from './secondFactor/stepUp.ts'

type Form = ValidatedCallInput<typeof contract.profile.bind>
interface Target {
  email?: string
  areaCode?: string
  phone?: string
  /** What the code was sent to. */
  target: string
}

const uniqueViolation = '23505'
const holdHours = 24

/**
 * Adds an address that the person can sign in with from now on; a guest's account becomes a full one and stays what it is else.
 * A new password ends all other sessions. Refuses stateConflict where there is one of that kind already, accountExists for somebody else's, a guest what register refuses, and
 * everybody else what the proofs of their account refuse.
 */
export async function bindEmailOrPhone(
  app: AppContext,
  form: Form,
  context: Pick<RequestContext, 'sql' | 'visitor' | 'now' | 'afterCommit'>,
): Promise<void> {
  const { sql, now, afterCommit } = context
  const { userId } = context.visitor
  assertSignInMethodOffered(app, form.type)
  const { target, email, areaCode, phone } = targetOf(form)
  await sql.query('select 1 from account where id = $1 for update', [userId])
  const person = await findUser(sql, { id: userId })
  if (!person) throw new Refusal('unauthorized')
  if (form.type === 'email' ? person.email !== null : person.phone !== null) throw new Refusal('stateConflict')
  // Guests have not agreed to anything yet.
  const country = person.is_guest ? assertRegistrationFields({ ...form, agree: true }).country : null
  const newPassword = newPasswordOf(form, person, [email, email?.split('@')[0], phone])
  if (!person.is_guest) await prove(app, person, form, context)
  await consumeVerificationCode(app.db, sql, { scene: 'bind', target, code: form.captcha }, now)
  const passwordHash = newPassword === undefined ? null : await hashSecret(newPassword)
  // Whoever was told of the account's doings before is told of this too.
  const account = email === undefined ? maskPhone(phone ?? '') : maskEmail(email)
  await queueMail(sql, { userId, kind: 'signInAdded', params: { account } }, now)
  try {
    await sql.query(
      `update account set email = coalesce($2, email), area_code = coalesce($3, area_code), phone = coalesce($4, phone), is_guest = false,
         password_hash = coalesce($5, password_hash), country = case when country = '' then coalesce($6, '') else country end,
         agreement_version = coalesce(agreement_version, $7), agreed_ms = coalesce(agreed_ms, case when $7::text is not null then $8::bigint end)
       where id = $1`,
      [userId, email ?? null, areaCode ?? null, phone ?? null, passwordHash, country, person.is_guest ? userAgreementVersion : null, now],
    )
    if (person.is_guest) await recordAllConsents(sql, userId, now)
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new Refusal('accountExists')
    throw error
  }
  if (passwordHash !== null) await signOutOtherSessions(app, sql, context.visitor, now, afterCommit)
  if (email !== undefined) await queueMail(sql, { userId, kind: 'signInAdded', params: { account } }, now)
  // A guest has no money that could leave, and nobody else knew this account.
  if (!person.is_guest) await holdNewAddresses(sql, userId, holdHours, 'signInAdded', now)
  const notice = { userId, type: 'system', kind: 'signInAdded', params: { account }, link: '/gerenziliao', refType: '', refId: '' } as const
  await writeNotices(app, sql, [notice], afterCommit)
}

function targetOf({ type, target, areaCode }: Form): Target {
  if (type === 'email') {
    const read = z.safeDecode(emailShape, target)
    if (!read.success) throw new Refusal('validation', { field: 'target', rule: 'invalid_format' })
    return { email: read.data, target: read.data }
  }
  if (areaCode === undefined) throw new Refusal('validation', { field: 'areaCode', rule: 'required' })
  if (!z.safeDecode(phoneShape, target).success) throw new Refusal('validation', { field: 'target', rule: 'invalid_format' })
  return { areaCode, phone: target, target: phoneCodeTarget(areaCode, target) }
}

/** An address can set the password anew, so whoever adds one gives all that the account is kept with. */
async function prove(
  app: AppContext,
  person: UserRow,
  form: Form,
  { sql, visitor, now }: Pick<RequestContext, 'sql' | 'visitor' | 'now'>,
): Promise<void> {
  await requireSignInPasswordIfSet(app.db, person, form.password, now)
  if (person.has_authenticator || person.passkey_count > 0 || person.has_safe_password) await requireStepUp(sql, visitor, form, app, now)
}

/** Only a password that we gave, or none at all, is replaced without the old one. */
function newPasswordOf(form: Form, person: UserRow, names: (string | undefined)[]): string | undefined {
  const { newPassword, confirmPassword } = form
  if (newPassword === undefined) return undefined
  if (!person.is_guest && person.password_hash !== null) throw new Refusal('validation', { field: 'newPassword', rule: 'notNeeded' })
  if (newPassword !== confirmPassword) throw new Refusal('passwordsDiffer')
  assertPasswordStrength(newPassword, names)
  return newPassword
}
