import type { ValidatedCallInput } from '#contract/call.ts'
import type { contract } from '#contract/contract.ts'
import { Refusal } from '#contract/refusals.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { phoneCodeTarget, consumeVerificationCode } from './codes.ts'
import { assertSafePasswordStrength } from './changePassword.ts'
import { holdNewAddresses } from './holds.ts'
import type { MailSender } from '../notifications/mail/mail.ts'
import { offeredSignInMethods } from './methods.ts'
import { lockUserById, requireSignInPasswordIfSet } from './ownPassword.ts'
import { hashSecret } from './passwords.ts'
import { findUser, type UserRow, serializeUser } from './people.ts'
import { signOutOtherSessions, notifySecurityChange } from './securityNotices.ts'
import { sendEmailCode, sendPhoneCode } from './sendCode.ts'
import { requireStepUp } from './secondFactor/stepUp.ts'

type Ask = ValidatedCallInput<typeof contract.factors.setSafePassword>

/** Where a code for this person can go: their email address before their phone; undefined where the server can reach neither. */
function ownAddress({ config }: Pick<AppContext, 'config'>, { email, area_code: areaCode, phone }: UserRow) {
  const methods = offeredSignInMethods(config)
  if (email !== null && methods.includes('email')) return { email, target: email }
  if (areaCode !== null && phone !== null && methods.includes('phone')) return { areaCode, phone, target: phoneCodeTarget(areaCode, phone) }
  return undefined
}

/** A code to the person's own address. Refuses guestRestricted where there is none that can be reached. */
export async function sendSafePasswordCode(app: AppContext, mail: MailSender | undefined, context: RequestContext<'full'>) {
  const person = await findUser(context.sql, { id: context.visitor.userId })
  const address = person && ownAddress(app, person)
  if (!address) throw new Refusal('guestRestricted')
  const scene = 'safePassword'
  const user = serializeUser(person, app)
  if ('email' in address) return { to: user.email ?? '', ...(await sendEmailCode(app, mail, { email: address.email, scene }, context)) }
  return { to: user.phone ?? '', ...(await sendPhoneCode(app, { areaCode: address.areaCode, phone: address.phone, scene }, context)) }
}

/** Sets the withdrawal password. Refuses safePasswordAlreadySet without `replace`, safePasswordWeak, passwordsDiffer, and what the proofs refuse. */
export async function setSafePassword(app: AppContext, ask: Ask, context: RequestContext<'full'>) {
  const { sql, visitor, now, afterCommit } = context
  const { userId } = visitor
  if (ask.safePassword !== ask.confirmPassword) throw new Refusal('passwordsDiffer')
  assertSafePasswordStrength(ask.safePassword)
  const person = await lockUserById(sql, userId)
  const isAgain = person.has_safe_password
  if (isAgain && ask.replace !== true) throw new Refusal('safePasswordAlreadySet')
  await prove(app, person, ask, context)
  await sql.query('update account set safe_password_hash = $2 where id = $1', [userId, await hashSecret(ask.safePassword)])
  if (isAgain) {
    await holdNewAddresses(sql, userId, 72, 'safePasswordChanged', now)
    await signOutOtherSessions(app, sql, visitor, now, afterCommit)
  }
  await notifySecurityChange(app, sql, { userId, change: isAgain ? 'safePasswordChanged' : 'safePasswordSet' }, now, afterCommit)
  return { hasSafePassword: 1 as const }
}

/** The first time one proof is enough, the strongest that there is; whoever forgot the old one gives all that they have. */
async function prove(app: AppContext, person: UserRow, ask: Ask, { sql, visitor, now }: RequestContext<'full'>): Promise<void> {
  const isAgain = person.has_safe_password
  const hasSecond = person.has_authenticator || person.passkey_count > 0
  const address = ownAddress(app, person)
  const byCode = address !== undefined && (isAgain || !hasSecond)
  const byPassword = person.password_hash !== null && (isAgain || (!hasSecond && !address))
  if (!hasSecond && !byCode && !byPassword) throw new Refusal('guestRestricted')
  if (byPassword) await requireSignInPasswordIfSet(app.db, person, ask.password, now)
  if (byCode) {
    if (ask.captcha === undefined) throw new Refusal('validation', { field: 'captcha', rule: 'required' })
    await consumeVerificationCode(app.db, sql, { scene: 'safePassword', target: address.target, code: ask.captcha }, now)
  }
  if (hasSecond) await requireStepUp(sql, visitor, ask, app, now)
}
