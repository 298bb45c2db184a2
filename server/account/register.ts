import { agreementVersion, demoFundUsdt } from '#contract/constants.ts'
import type { Asked } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { phoneTarget, spendCode } from './codes.ts'
import { inviterOf, refuseUnlessMayJoin } from './joining.ts'
import { checkPassword, hashSecret } from './passwords.ts'
import { addPerson, toUser } from './people.ts'
import { refuseUnless } from './sendCode.ts'
import { beginSession, deviceOf } from './sessions.ts'
import { noteSignIn } from './signInHistory.ts'

type Form = Asked<typeof contract.account.register>

/** Opens an account with its demo money and signs it in (product §1.2 call 4). What costs nothing to check is checked first. */
export async function register(house: House, form: Form, { sql, now, ip, userAgent, afterCommit }: Asking<'open'>) {
  const { email, areaCode, phone, target } = addressOf(form)
  refuseUnless(house, form.registerType)
  refuseUnlessMayJoin(form)
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
  const entry = { userId: person.id, token: session.token, way: 'register', deviceId: form.deviceId } as const
  await noteSignIn(house, sql, entry, { now, afterCommit })
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
