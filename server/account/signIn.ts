import { Refusal } from '#contract/refusals.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { phoneCodeTarget, consumeVerificationCode } from './codes.ts'
import { countAndAssertSignInAttempt, clearSignInAttempts } from './lockout.ts'
import { hashSecret, verifySecret } from './passwords.ts'
import { tryCreateUser, findUser, type UserIdentifier, newInitialPassword, type UserRow, serializeUser } from './people.ts'
import { startSessionOrSecondStep } from './secondFactor/secondFactor.ts'
import { assertSignInMethodOffered } from './sendCode.ts'
import { beginSession, deviceNameOfUserAgent } from './sessions.ts'
import { recordRefusedSignIn, recordSignInAndNotifyNewDevice } from './signInHistory.ts'

/** By email, phone (with or without its area code), or a guest's uid. */
export async function findUserByLoginName(
  { db }: Pick<AppContext, 'db'>,
  account: string,
  areaCode: string | undefined,
): Promise<UserRow | undefined> {
  if (account.includes('@')) return findUser(db, { email: account })
  const guest = /^[1-9]\d{7}$/.test(account) && areaCode === undefined ? await findUser(db, { uid: account }) : undefined
  if (guest?.is_guest) return guest
  return findUser(db, areaCode === undefined ? { phone: account } : { areaCode, phone: account })
}

/** Signs in by a password. An unknown account takes as long and answers the same as a wrong password. */
export async function signInByPassword(
  app: AppContext,
  ask: { account: string; areaCode?: string | undefined; password: string; deviceId?: string | undefined; deviceName?: string | undefined },
  context: RequestContext<'open'>,
) {
  const account = ask.account.trim().toLowerCase()
  const person = await findUserByLoginName(app, account, ask.areaCode)
  const entry = { way: 'password', deviceId: ask.deviceId } as const
  // By what was typed, so that the lock does not tell whose it is, or that it is anybody's.
  await countAndAssertSignInAttempt(app.db, account, context.ip, context.now)
  if (!(await verifySecret(person?.password_hash, ask.password)) || !person) {
    // Nobody waits for it: a known account must not take longer than an unknown one. What a stranger calls their device is not repeated.
    const device = deviceNameOfUserAgent(context.userAgent)
    if (person) recordRefusedSignIn(app.db, { ...entry, userId: person.id, device, ip: context.ip }, context.now).catch(() => {})
    throw new Refusal('badCredentials')
  }
  await clearSignInAttempts(app.db, account, context.ip)
  return startSessionOrSecondStep(app, person, { by: 'password', deviceName: ask.deviceName, deviceId: ask.deviceId }, context)
}

/** Signs in by a code. An address without an account is answered like a wrong code: nobody is registered by accident. */
export async function signInByCode(
  app: AppContext,
  ask: { name: Extract<UserIdentifier, { email: string } | { areaCode: string }>; captcha: string; deviceId?: string | undefined },
  context: RequestContext<'open'>,
) {
  const { name } = ask
  const isEmail = 'email' in name
  assertSignInMethodOffered(app, isEmail ? 'email' : 'phone')
  const target = isEmail ? name.email : phoneCodeTarget(name.areaCode, name.phone)
  await consumeVerificationCode(app.db, app.db, { scene: 'login', target, code: ask.captcha }, context.now)
  const person = await findUser(app.db, name)
  if (!person) throw new Refusal('captchaWrong')
  return startSessionOrSecondStep(app, person, { by: 'code', deviceId: ask.deviceId }, context)
}

/** Makes a guest: an account without an address, for one device, with a password that is shown once. */
export async function signInAsGuest(app: AppContext, deviceId: string, { now, lang, ip, userAgent, afterCommit }: RequestContext<'open'>) {
  const { db } = app
  const exists = await db.query('select 1 from account where guest_device = $1', [deviceId])
  if (exists.length > 0) throw new Refusal('guestExists')
  const initialPassword = newInitialPassword()
  const passwordHash = await hashSecret(initialPassword)
  return db.transaction(async (sql) => {
    const person = await tryCreateUser(sql, { guestDevice: deviceId, passwordHash, country: '', lang }, now)
    if (!person) throw new Refusal('guestExists')
    const session = await beginSession(sql, { accountId: person.id, device: deviceNameOfUserAgent(userAgent), ip }, now)
    await recordSignInAndNotifyNewDevice(
      app,
      sql,
      { userId: person.id, token: session.token, way: 'guest', deviceId },
      { now, afterCommit },
    )
    return { ...session, userInfo: serializeUser(person, app), initialPassword }
  })
}
