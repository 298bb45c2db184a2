import type { Asked } from '#contract/call.ts'
import { email as emailShape, phone as phoneShape } from '#contract/calls/account.ts'
import type { contract } from '#contract/contract.ts'
import { agreementVersion } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import * as z from 'zod/mini'
import { sqlState } from '#db/database.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { writeNotices } from '#server/notice.ts'
import { phoneTarget, spendCode } from './codes.ts'
import { agreeToAll } from './consents.ts'
import { holdNewAddresses } from './holds.ts'
import { refuseUnlessMayJoin } from './joining.ts'
import { tellByMail } from './mail.ts'
import { requirePassword } from './ownPassword.ts'
import { checkPassword, hashSecret } from './passwords.ts'
import { findPerson, maskEmail, maskPhone, type Person } from './people.ts'
import { refuseUnless } from './sendCode.ts'
import { signOutOthers } from './securityNews.ts'
import { requireStepUp } from './stepUp.ts'

type Form = Asked<typeof contract.profile.bind>
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
 * Call 20: an address that the person can sign in with from now on; a guest's account becomes a full one and stays what it is else.
 * A new password ends all other sessions. Refuses stateConflict where there is one of that kind already, accountExists for somebody else's, a guest what register refuses, and
 * everybody else what the proofs of their account refuse.
 */
export async function bindAccount(
  house: House,
  form: Form,
  asking: Pick<Asking, 'sql' | 'visitor' | 'now' | 'afterCommit'>,
): Promise<void> {
  const { sql, now, afterCommit } = asking
  const { userId } = asking.visitor
  refuseUnless(house, form.type)
  const { target, email, areaCode, phone } = targetOf(form)
  await sql.query('select 1 from account where id = $1 for update', [userId])
  const person = await findPerson(sql, { id: userId })
  if (!person) throw new Refusal('unauthorized')
  if (form.type === 'email' ? person.email !== null : person.phone !== null) throw new Refusal('stateConflict')
  // Guests have not agreed to anything yet.
  const country = person.is_guest ? refuseUnlessMayJoin({ ...form, agree: true }).country : null
  const newPassword = newPasswordOf(form, person, [email, email?.split('@')[0], phone])
  if (!person.is_guest) await prove(house, person, form, asking)
  await spendCode(house.db, sql, { scene: 'bind', target, code: form.captcha }, now)
  const passwordHash = newPassword === undefined ? null : await hashSecret(newPassword)
  // Whoever was told of the account's doings before is told of this too.
  const account = email === undefined ? maskPhone(phone ?? '') : maskEmail(email)
  await tellByMail(sql, { userId, kind: 'signInAdded', params: { account } }, now)
  try {
    await sql.query(
      `update account set email = coalesce($2, email), area_code = coalesce($3, area_code), phone = coalesce($4, phone), is_guest = false,
         password_hash = coalesce($5, password_hash), country = case when country = '' then coalesce($6, '') else country end,
         agreement_version = coalesce(agreement_version, $7), agreed_ms = coalesce(agreed_ms, case when $7::text is not null then $8::bigint end)
       where id = $1`,
      [userId, email ?? null, areaCode ?? null, phone ?? null, passwordHash, country, person.is_guest ? agreementVersion : null, now],
    )
    if (person.is_guest) await agreeToAll(sql, userId, now)
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new Refusal('accountExists')
    throw error
  }
  if (passwordHash !== null) await signOutOthers(house, sql, asking.visitor, now, afterCommit)
  if (email !== undefined) await tellByMail(sql, { userId, kind: 'signInAdded', params: { account } }, now)
  // A guest has no money that could leave, and nobody else knew this account.
  if (!person.is_guest) await holdNewAddresses(sql, userId, holdHours, 'signInAdded', now)
  const notice = { userId, type: 'system', kind: 'signInAdded', params: { account }, link: '/gerenziliao', refType: '', refId: '' } as const
  await writeNotices(house, sql, [notice], afterCommit)
}

function targetOf({ type, target, areaCode }: Form): Target {
  if (type === 'email') {
    const read = z.safeDecode(emailShape, target)
    if (!read.success) throw new Refusal('validation', { field: 'target', rule: 'invalid_format' })
    return { email: read.data, target: read.data }
  }
  if (areaCode === undefined) throw new Refusal('validation', { field: 'areaCode', rule: 'required' })
  if (!z.safeDecode(phoneShape, target).success) throw new Refusal('validation', { field: 'target', rule: 'invalid_format' })
  return { areaCode, phone: target, target: phoneTarget(areaCode, target) }
}

/** An address can set the password anew, so whoever adds one gives all that the account is kept with. */
async function prove(
  house: House,
  person: Person,
  form: Form,
  { sql, visitor, now }: Pick<Asking, 'sql' | 'visitor' | 'now'>,
): Promise<void> {
  await requirePassword(house.db, person, form.password, now)
  if (person.has_authenticator || person.passkey_count > 0 || person.has_safe_password) await requireStepUp(sql, visitor, form, house, now)
}

/** Only a password that we gave, or none at all, is replaced without the old one. */
function newPasswordOf(form: Form, person: Person, names: (string | undefined)[]): string | undefined {
  const { newPassword, confirmPassword } = form
  if (newPassword === undefined) return undefined
  if (!person.is_guest && person.password_hash !== null) throw new Refusal('validation', { field: 'newPassword', rule: 'notNeeded' })
  if (newPassword !== confirmPassword) throw new Refusal('passwordsDiffer')
  checkPassword(newPassword, names)
  return newPassword
}
