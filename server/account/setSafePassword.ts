import type { Asked } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { phoneTarget, spendCode } from './codes.ts'
import { checkSafePassword } from './changePassword.ts'
import { holdNewAddresses } from './holds.ts'
import type { Mail } from './mail.ts'
import { loginMethods } from './methods.ts'
import { personInHand, requirePassword } from './ownPassword.ts'
import { hashSecret } from './passwords.ts'
import { findPerson, type Person, toUser } from './people.ts'
import { signOutOthers, tellOfChange } from './securityNews.ts'
import { sendEmailCode, sendPhoneCode } from './sendCode.ts'
import { requireStepUp } from './stepUp.ts'

type Ask = Asked<typeof contract.factors.setSafePassword>

/** Where a code for this person can go: their email address before their phone; undefined where the server can reach neither. */
function ownAddress({ config }: Pick<House, 'config'>, { email, area_code: areaCode, phone }: Person) {
  const methods = loginMethods(config)
  if (email !== null && methods.includes('email')) return { email, target: email }
  if (areaCode !== null && phone !== null && methods.includes('phone')) return { areaCode, phone, target: phoneTarget(areaCode, phone) }
  return undefined
}

/** A code to the person's own address. Refuses guestRestricted where there is none that can be reached. */
export async function sendOwnCode(house: House, mail: Mail | undefined, asking: Asking<'full'>) {
  const person = await findPerson(asking.sql, { id: asking.visitor.userId })
  const address = person && ownAddress(house, person)
  if (!address) throw new Refusal('guestRestricted')
  const scene = 'safePassword'
  const shown = toUser(person, house.config.env)
  if ('email' in address) return { to: shown.email ?? '', ...(await sendEmailCode(house, mail, { email: address.email, scene }, asking)) }
  return { to: shown.phone ?? '', ...(await sendPhoneCode(house, { areaCode: address.areaCode, phone: address.phone, scene }, asking)) }
}

/** Call 90. Refuses safePasswordAlreadySet without `replace`, safePasswordWeak, passwordsDiffer, and what the proofs refuse. */
export async function setSafePassword(house: House, ask: Ask, asking: Asking<'full'>) {
  const { sql, visitor, now, afterCommit } = asking
  const { userId } = visitor
  if (ask.safePassword !== ask.confirmPassword) throw new Refusal('passwordsDiffer')
  checkSafePassword(ask.safePassword)
  const person = await personInHand(sql, userId)
  const isAgain = person.has_safe_password
  if (isAgain && ask.replace !== true) throw new Refusal('safePasswordAlreadySet')
  await prove(house, person, ask, asking)
  await sql.query('update account set safe_password_hash = $2 where id = $1', [userId, await hashSecret(ask.safePassword)])
  if (isAgain) {
    await holdNewAddresses(sql, userId, 72, 'safePasswordChanged', now)
    await signOutOthers(house, sql, visitor, now, afterCommit)
  }
  await tellOfChange(house, sql, { userId, change: isAgain ? 'safePasswordChanged' : 'safePasswordSet' }, now, afterCommit)
  return { hasSafePassword: 1 as const }
}

/** The first time one proof is enough, the strongest that there is; whoever forgot the old one gives all that they have. */
async function prove(house: House, person: Person, ask: Ask, { sql, visitor, now }: Asking<'full'>): Promise<void> {
  const isAgain = person.has_safe_password
  const hasSecond = person.has_authenticator || person.passkey_count > 0
  const address = ownAddress(house, person)
  const byCode = address !== undefined && (isAgain || !hasSecond)
  const byPassword = person.password_hash !== null && (isAgain || (!hasSecond && !address))
  if (!hasSecond && !byCode && !byPassword) throw new Refusal('guestRestricted')
  if (byPassword) await requirePassword(house.db, person, ask.password, now)
  if (byCode) {
    if (ask.captcha === undefined) throw new Refusal('validation', { field: 'captcha', rule: 'required' })
    await spendCode(house.db, sql, { scene: 'safePassword', target: address.target, code: ask.captcha }, now)
  }
  if (hasSecond) await requireStepUp(sql, visitor, ask, house, now)
}
