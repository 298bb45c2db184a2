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
import { isCountry, profileOf } from './countries.ts'
import { holdNewAddresses } from './holds.ts'
import { tellByMail } from './mail.ts'
import { checkPassword, hashSecret } from './passwords.ts'
import { findPerson, maskEmail, maskPhone, type Person } from './people.ts'
import { refuseUnless } from './sendCode.ts'

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
 * Refuses stateConflict where there is one of that kind already, accountExists for somebody else's, and what register refuses.
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
  refuseUnlessAgreed(form)
  await sql.query('select 1 from account where id = $1 for update', [userId])
  const person = await findPerson(sql, { id: userId })
  if (!person) throw new Refusal('unauthorized')
  if (form.type === 'email' ? person.email !== null : person.phone !== null) throw new Refusal('stateConflict')
  const passwordHash = await newPasswordOf(form, person, [email, email?.split('@')[0], phone])
  await spendCode(house.db, sql, { scene: 'bind', target, code: form.captcha }, now)
  // Whoever was told of the account's doings before is told of this too.
  const account = email === undefined ? maskPhone(phone ?? '') : maskEmail(email)
  await tellByMail(sql, { userId, kind: 'signInAdded', params: { account } }, now)
  try {
    await sql.query(
      `update account set email = coalesce($2, email), area_code = coalesce($3, area_code), phone = coalesce($4, phone), is_guest = false,
         password_hash = coalesce($5, password_hash), country = case when country = '' then coalesce($6, '') else country end,
         agreement_version = coalesce(agreement_version, $7), agreed_ms = coalesce(agreed_ms, case when $7::text is not null then $8::bigint end)
       where id = $1`,
      [userId, email ?? null, areaCode ?? null, phone ?? null, passwordHash, form.country ?? null, form.agreementVersion ?? null, now],
    )
  } catch (error) {
    if (sqlState(error) === uniqueViolation) throw new Refusal('accountExists')
    throw error
  }
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

/** Guests have not agreed to anything yet; what the form says of it is taken as registration takes it. */
function refuseUnlessAgreed({ agreementVersion: version, country, birthYearOk }: Form): void {
  if (version !== undefined && version !== agreementVersion) throw new Refusal('agreementRequired', { version: agreementVersion })
  if (birthYearOk === false) throw new Refusal('underage')
  if (country === undefined) return
  if (!isCountry(country)) throw new Refusal('validation', { field: 'country', rule: 'unknown' })
  if (profileOf(country) === 'BLOCKED') throw new Refusal('countryBlocked', { country })
}

/** Only a password that we gave, or none at all, is replaced without the old one. */
async function newPasswordOf(form: Form, person: Person, names: (string | undefined)[]): Promise<string | null> {
  const { newPassword, confirmPassword } = form
  if (newPassword === undefined) return null
  if (!person.is_guest && person.password_hash !== null) throw new Refusal('validation', { field: 'newPassword', rule: 'notNeeded' })
  if (newPassword !== confirmPassword) throw new Refusal('passwordsDiffer')
  checkPassword(newPassword, names)
  return hashSecret(newPassword)
}
