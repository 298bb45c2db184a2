import { Refusal } from '#contract/refusals.ts'
import type { House } from '#server/house.ts'
import type { Asking } from '#server/http/handlers.ts'
import { phoneTarget, spendCode } from './codes.ts'
import { countTry, forgiveTries } from './lockout.ts'
import { hashSecret, isSecret } from './passwords.ts'
import { addPerson, findPerson, type Name, newInitialPassword, type Person, toUser } from './people.ts'
import { beginOrAsk } from './secondFactor.ts'
import { refuseUnless } from './sendCode.ts'
import { beginSession, deviceOf } from './sessions.ts'
import { noteRefusedSignIn, noteSignIn } from './signInHistory.ts'

/** By email, phone (with or without its area code), or a guest's uid. */
export async function byAccount({ db }: Pick<House, 'db'>, account: string, areaCode: string | undefined): Promise<Person | undefined> {
  if (account.includes('@')) return findPerson(db, { email: account })
  const guest = /^[1-9]\d{7}$/.test(account) && areaCode === undefined ? await findPerson(db, { uid: account }) : undefined
  if (guest?.is_guest) return guest
  return findPerson(db, areaCode === undefined ? { phone: account } : { areaCode, phone: account })
}

/** Call 8. An unknown account takes as long and answers the same as a wrong password. */
export async function signIn(
  house: House,
  ask: { account: string; areaCode?: string | undefined; password: string; deviceId?: string | undefined; deviceName?: string | undefined },
  asking: Asking<'open'>,
) {
  const account = ask.account.trim().toLowerCase()
  const person = await byAccount(house, account, ask.areaCode)
  const entry = { way: 'password', deviceId: ask.deviceId } as const
  // By what was typed, so that the lock does not tell whose it is, or that it is anybody's.
  await countTry(house.db, account, asking.ip, asking.now)
  if (!(await isSecret(person?.password_hash, ask.password)) || !person) {
    // Nobody waits for it: a known account must not take longer than an unknown one. What a stranger calls their device is not repeated.
    const device = deviceOf(asking.userAgent)
    if (person) noteRefusedSignIn(house.db, { ...entry, userId: person.id, device, ip: asking.ip }, asking.now).catch(() => {})
    throw new Refusal('badCredentials')
  }
  await forgiveTries(house.db, account, asking.ip)
  return beginOrAsk(house, person, { by: 'password', deviceName: ask.deviceName, deviceId: ask.deviceId }, asking)
}

/** Calls 10 and 11. An address without an account is answered like a wrong code: nobody is registered by accident. */
export async function signInByCode(
  house: House,
  ask: { name: Extract<Name, { email: string } | { areaCode: string }>; captcha: string; deviceId?: string | undefined },
  asking: Asking<'open'>,
) {
  const { name } = ask
  const isEmail = 'email' in name
  refuseUnless(house, isEmail ? 'email' : 'phone')
  const target = isEmail ? name.email : phoneTarget(name.areaCode, name.phone)
  await spendCode(house.db, house.db, { scene: 'login', target, code: ask.captcha }, asking.now)
  const person = await findPerson(house.db, name)
  if (!person) throw new Refusal('captchaWrong')
  return beginOrAsk(house, person, { by: 'code', deviceId: ask.deviceId }, asking)
}

/** Call 19: an account without an address, for one device, with a password that is shown once. */
export async function signInAsGuest(house: House, deviceId: string, { now, lang, ip, userAgent, afterCommit }: Asking<'open'>) {
  const { db, config } = house
  const exists = await db.query('select 1 from account where guest_device = $1', [deviceId])
  if (exists.length > 0) throw new Refusal('guestExists')
  const initialPassword = newInitialPassword()
  const passwordHash = await hashSecret(initialPassword)
  return db.transaction(async (sql) => {
    const person = await addPerson(sql, { guestDevice: deviceId, passwordHash, country: '', lang }, now)
    if (!person) throw new Refusal('guestExists')
    const session = await beginSession(sql, { accountId: person.id, device: deviceOf(userAgent), ip }, now)
    await noteSignIn(house, sql, { userId: person.id, token: session.token, way: 'guest', deviceId }, { now, afterCommit })
    return { ...session, userInfo: toUser(person, config.env), initialPassword }
  })
}
