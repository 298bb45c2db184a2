import { agreementVersion, demoFundUsdt } from '#contract/constants.ts'
import type { Asked } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { phoneTarget, spendCode } from './codes.ts'
import { isCountry, profileOf } from './countries.ts'
import { checkPassword, hashSecret } from './passwords.ts'
import { addPerson, toUser } from './people.ts'
import { refuseUnless } from './sendCode.ts'
import { beginSession, deviceOf } from './sessions.ts'

type Form = Asked<typeof contract.account.register>

/** Opens an account with its demo money and signs it in (product §1.2 call 4). What costs nothing to check is checked first. */
export async function register(house: House, form: Form, { sql, now, ip, userAgent }: Asking<'open'>) {
  const { email, areaCode, phone, target } = addressOf(form)
  refuseUnless(house, form.registerType)
  if (!form.agree || form.agreementVersion !== agreementVersion) throw new Refusal('agreementRequired', { version: agreementVersion })
  if (!form.birthYearOk) throw new Refusal('underage')
  if (!isCountry(form.country)) throw new Refusal('validation', { field: 'country', rule: 'unknown' })
  if (profileOf(form.country) === 'BLOCKED') throw new Refusal('countryBlocked', { country: form.country })
  if (form.password !== form.confirmPassword) throw new Refusal('passwordsDiffer')
  checkPassword(form.password, [email, email?.split('@')[0], phone])
  const invitedBy = form.inviteCode === undefined ? undefined : await inviterOf(sql, form.inviteCode)
  await spendCode(house.db, sql, { scene: 'register', target, code: form.captcha }, now)
  const passwordHash = await hashSecret(form.password)
  const person = await addPerson(
    sql,
    { email, areaCode, phone, passwordHash, country: form.country, lang: form.lang, invitedBy, agreementVersion },
    now,
  )
  if (!person) throw new Refusal('accountExists')
  const session = await beginSession(sql, { accountId: person.id, device: deviceOf(userAgent), ip }, now)
  return { ...session, userInfo: toUser(person, house.config.env), demoFunded: `${demoFundUsdt}.00000000` as const }
}

const missing = (field: string): Refusal => new Refusal('validation', { field, rule: 'required' })

function addressOf(form: Form): { email?: string; areaCode?: string; phone?: string; target: string } {
  if (form.registerType === 'email') {
    if (form.email === undefined) throw missing('email')
    return { email: form.email, target: form.email }
  }
  if (form.areaCode === undefined) throw missing('areaCode')
  if (form.phone === undefined) throw missing('phone')
  return { areaCode: form.areaCode, phone: form.phone, target: phoneTarget(form.areaCode, form.phone) }
}

async function inviterOf(sql: Sql, inviteCode: string): Promise<string> {
  const [inviter] = await sql.query<{ id: string }>('select id from account where invite_code = $1', [inviteCode])
  if (!inviter) throw new Refusal('inviteInvalid')
  return inviter.id
}
