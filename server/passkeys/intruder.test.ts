import { randomBytes } from 'node:crypto'
import { generate } from 'otplib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { passwordAndAuthenticatorHandlers } from '#account/secondFactor/factorHandlers.ts'
import { accountHandlers } from '#account/handlers.ts'
import { hashSecret } from '#account/passwords.ts'
import { profileHandlers } from '#account/profileHandlers.ts'
import { createManualClock } from '../core/clock.ts'
import { createAppHttpServer } from '#server/http/server.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { softPasskey } from '../../tests/support/browser/softPasskey.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { passkeysHandlers } from './handlers.ts'

// What somebody who has a stolen password, an open session or nothing at all gets no further with.

const origin = 'https://trade.example.com'
const rpId = 'trade.example.com'
const password = 'Tide-Table 88'
const safePassword = '739155'
const clock = createManualClock(1_795_190_400_000)
const db = await testDatabase()
const appContext = testContext(db, clock, { publicOrigin: origin })
const rooms = {
  account: accountHandlers(appContext),
  factors: passwordAndAuthenticatorHandlers(appContext),
  profile: profileHandlers(appContext),
  settings: settingsHandlers(appContext),
  passkeys: passkeysHandlers(appContext),
}
const http = createAppHttpServer(appContext, rooms, { rates: noLimits, dist: '/nonexistent' })
let address = 0
const app = createInProcessClient(http, clock, () => `198.51.100.${address}`)
afterAll(async () => {
  await http.close()
  await db.close()
})
beforeEach(() => {
  clock.advance(61_000)
  address++
})

const as = (token: string) => ({ 'x-access-token': token })
const deviceId = () => randomBytes(16).toString('hex')
const anEmail = () => `${randomBytes(6).toString('hex')}@example.com`
const agreed = { country: 'JP', birthYearOk: true, agreementVersion: '2' }

async function codeTo(email: string, scene: string): Promise<string> {
  clock.advance(61_000)
  return (await app.get('/api/app/getEmailCaptcha', { email, scene })).result.devCode
}
async function register(extra: object) {
  const form = { password, confirmPassword: password, ...agreed, agree: true, lang: 'en-us', ...extra }
  const { result } = await app.post('/api/app/register', form)
  return { id: result.userInfo.id as string, token: result.token as string }
}
async function aPerson(extra: object = {}) {
  const email = anEmail()
  return { email, ...(await register({ registerType: 'email', email, captcha: await codeTo(email, 'register'), ...extra })) }
}
async function aPersonByPhone() {
  clock.advance(61_000)
  const phone = `555${randomBytes(4).readUInt32BE()}`
  const { devCode: captcha } = (await app.get('/api/app/getPhoneCaptcha', { areaCode: '1', phone, scene: 'register' })).result
  return { phone, ...(await register({ registerType: 'phone', areaCode: '1', phone, captcha })) }
}
const withSafePassword = async (id: string) =>
  db.query('update account set safe_password_hash = $2 where id = $1', [id, await hashSecret(safePassword)])
const signIn = async (email: string, extra: object = {}) =>
  (await app.post('/api/app/login', { account: email, password, deviceId: deviceId(), ...extra })).result
const isIn = async (token: string) => (await app.get('/api/user/appUser/getMyUserInfo', {}, as(token))).envelope.code === 200
const holdsOf = (id: string) =>
  db.query<{ reason: string; hours: string }>(
    'select reason, (until_ms - created_ms) / 3600000 as hours from address_hold where account_id = $1 order by created_ms, until_ms',
    [id],
  )
const noticesOf = async (id: string) =>
  (await db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1 order by id', [id])).map(({ kind }) => kind)

const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(clock.now() / 1000) })
const offerTo = async (token: string) => (await app.get('/api/app/generateGoogleKey', {}, as(token))).result
async function bindWith(token: string, proof: object, offer?: { secret: string; ticket: string }) {
  const { secret, ticket } = offer ?? (await offerTo(token))
  const answer = await app.post('/api/user/appUser/bindGoogleAuth', { ticket, googleCode: await codeOf(secret), ...proof }, as(token))
  clock.advance(61_000)
  return { ...answer, secret }
}
async function addPasskey(token: string, proof: object) {
  const { result: options } = await app.post('/api/user/passkey/registerOptions', proof, as(token))
  const passkey = softPasskey(options.user.id)
  const credential = passkey.create({ challenge: options.challenge, rpId, origin })
  const { result } = await app.post('/api/user/passkey/register', { credential, name: 'My phone' }, as(token))
  return { passkey, id: result.id as string }
}
async function stepUpOf(token: string, passkey: ReturnType<typeof softPasskey>, action: string): Promise<string> {
  const { challenge } = (await app.post('/api/app/passkeyOptions', { purpose: 'stepUp' }, as(token))).result
  const credential = passkey.get({ challenge, rpId, origin })
  return (await app.post('/api/user/stepUp', { credential, action }, as(token))).result.stepUpToken
}

describe('Many proofs at once', () => {
  test.each([
    ['/api/user/passkey/registerOptions', {}],
    ['/api/user/passkey/remove', { id: '1' }],
    ['/api/user/appUser/antiPhishing', { phrase: 'Blue harbour' }],
  ])('to %s leave connections for everybody else', async (path, body) => {
    const person = await aPerson()
    await bindWith(person.token, { password })
    const other = await aPerson()
    const forty = Array.from(
      { length: 40 },
      async () => (await app.post(path, { ...body, googleCode: '000000' }, as(person.token))).envelope.key,
    )
    const meanwhile = await app.get('/api/user/appUser/getMyUserInfo', {}, as(other.token))
    const keys = await Promise.all(forty)
    expect(meanwhile.envelope.code).toBe(200)
    expect(keys).not.toContain('SERVER')
    expect(keys.filter((key) => key === 'TOTP_WRONG')).toHaveLength(5)
    expect(keys.filter((key) => key === 'PROOF_LOCKED')).toHaveLength(35)
  })

  test('use up a right code once', async () => {
    const { token } = await aPerson()
    const { secret } = await bindWith(token, { password })
    const googleCode = await codeOf(secret)
    const ask = () => app.post('/api/user/passkey/registerOptions', { googleCode }, as(token))
    const keys = (await Promise.all([ask(), ask(), ask()])).map(({ envelope }) => envelope.key ?? envelope.code)
    expect(keys.toSorted()).toEqual([200, 'TOTP_REPLAYED', 'TOTP_REPLAYED'])
  })
})

describe('An authenticator', () => {
  test('is not bound with the password alone where there is a passkey', async () => {
    const { id, email, token } = await aPerson()
    await withSafePassword(id)
    const { passkey } = await addPasskey(token, { safePassword })
    const thief = await signIn(email)
    expect((await bindWith(thief.token, { password })).envelope).toMatchObject({ key: 'STEP_UP_REQUIRED' })
    expect(
      (await bindWith(token, { password, stepUpToken: await stepUpOf(token, passkey, '/api/user/appUser/bindGoogleAuth') })).envelope.code,
    ).toBe(200)
  })

  test('is not bound with the password alone where there is a withdrawal password', async () => {
    const { id, token } = await aPerson()
    await withSafePassword(id)
    expect((await bindWith(token, { password })).envelope.key).toBe('STEP_UP_REQUIRED')
    expect((await bindWith(token, { password, safePassword: '482915' })).envelope.key).toBe('SAFE_PASSWORD_WRONG')
    expect((await bindWith(token, { safePassword })).envelope.key).toBe('VALIDATION')
    expect((await bindWith(token, { password, safePassword })).envelope.code).toBe(200)
  })

  test('that was offered to another session is not this one’s', async () => {
    const { email, token } = await aPerson()
    const thief = await signIn(email)
    const seen = await offerTo(thief.token)
    const own = await offerTo(token)
    expect(own.secret).not.toBe(seen.secret)
    expect(await offerTo(token)).toMatchObject({ secret: own.secret })
    expect((await bindWith(thief.token, { password }, { ...own })).envelope.key).toBe('TICKET_EXPIRED')
    expect((await bindWith(token, { password }, own)).envelope.code).toBe(200)
  })

  test('starts no new wait of withdrawal addresses: it confirms none in its first day', async () => {
    const { id, token } = await aPerson()
    await bindWith(token, { password })
    expect(await holdsOf(id)).toEqual([])
  })
})

describe('A passkey', () => {
  test('starts no new wait of withdrawal addresses when it comes: it confirms none in its first day', async () => {
    const { id, token } = await aPerson()
    await withSafePassword(id)
    await addPasskey(token, { safePassword })
    expect(await holdsOf(id)).toEqual([])
  })

  test('that was the second step takes as long to go as the step itself, and signs out everybody else', async () => {
    const { id, email, token } = await aPerson()
    await withSafePassword(id)
    const made = await addPasskey(token, { safePassword })
    const on = { isOn: true, stepUpToken: await stepUpOf(token, made.passkey, '/api/user/passkey/askAtSignIn') }
    const { recoveryCodes } = (await app.post('/api/user/passkey/askAtSignIn', on, as(token))).result
    const { ticket } = await signIn(email)
    const second = { ticket, recoveryCode: recoveryCodes[0], deviceId: deviceId() }
    const { token: thief } = (await app.post('/api/app/googleSecretLogin', second)).result
    const gone = await app.post('/api/user/passkey/remove', { id: made.id, recoveryCode: recoveryCodes[1] }, as(thief))
    expect(gone.envelope.code).toBe(200)
    expect((await holdsOf(id)).at(-1)).toEqual({ reason: 'passkeyStepOff', hours: '72' })
    expect([await isIn(token), await isIn(thief)]).toEqual([false, true])
  })

  test('is named with what can be seen', async () => {
    const { id, token } = await aPerson()
    await withSafePassword(id)
    const made = await addPasskey(token, { safePassword })
    const rename = (name: string) => app.post('/api/user/passkey/rename', { id: made.id, name }, as(token))
    expect((await rename('Phone\nYour account is closed. Call us')).envelope.key).toBe('VALIDATION')
    expect((await rename('\u202egnp')).envelope.key).toBe('VALIDATION')
    expect((await rename('  My   phone ')).envelope.code).toBe(200)
    expect((await app.get('/api/user/passkey/list', {}, as(token))).result[0].name).toBe('My phone')
  })
})

describe('An address', () => {
  const bind = async (token: string, proof: object, secret?: string) => {
    const target = anEmail()
    const captcha = await codeTo(target, 'bind')
    const googleCode = secret && (await codeOf(secret))
    return app.post('/api/app/bindAccount', { type: 'email', target, captcha, googleCode, ...proof }, as(token))
  }

  test('is added by whoever knows the password', async () => {
    const { token } = await aPersonByPhone()
    expect((await bind(token, {})).envelope).toMatchObject({ key: 'VALIDATION', result: { field: 'password' } })
    expect((await bind(token, { password: 'Tide-Table 89' })).envelope).toMatchObject({ key: 'PASSWORD_WRONG' })
    expect((await bind(token, { password })).envelope.code).toBe(200)
  })

  test('is added by whoever has the second factor or the withdrawal password too', async () => {
    const { id, token } = await aPersonByPhone()
    await withSafePassword(id)
    expect((await bind(token, { password })).envelope.key).toBe('STEP_UP_REQUIRED')
    expect((await bind(token, { password, safePassword })).envelope.code).toBe(200)
    const other = await aPersonByPhone()
    const { secret } = await bindWith(other.token, { password })
    expect((await bind(other.token, { password })).envelope.key).toBe('STEP_UP_REQUIRED')
    expect((await bind(other.token, { password }, secret)).envelope.code).toBe(200)
  })

  test('makes a guest’s account a full one only with what registration asks for', async () => {
    const guest = (await app.post('/api/app/guestLogin', { deviceId: deviceId() })).result
    expect((await bind(guest.token, {})).envelope.key).toBe('AGREEMENT_REQUIRED')
    expect((await bind(guest.token, { ...agreed, agreementVersion: '0' })).envelope.key).toBe('AGREEMENT_REQUIRED')
    expect((await bind(guest.token, { ...agreed, birthYearOk: undefined })).envelope.key).toBe('UNDERAGE')
    expect((await bind(guest.token, { ...agreed, country: undefined })).envelope.key).toBe('VALIDATION')
    expect((await bind(guest.token, agreed)).envelope.code).toBe(200)
  })
})

test('A password is not changed to a short one', async () => {
  const { token } = await aPerson()
  const change = (newPassword: string) =>
    app.post('/api/user/appUser/changePassword', { type: 1, oldPassword: password, newPassword, confirmPassword: newPassword }, as(token))
  expect((await change('aB1')).envelope.key).toBe('PASSWORD_WEAK')
  expect((await change('aB1-xyz')).envelope.key).toBe('PASSWORD_WEAK')
  expect((await change('aB1-wxyz')).envelope.code).toBe(200)
})

describe('A device', () => {
  test('that calls itself like a known one is notified all the same', async () => {
    const { id, email } = await aPerson({ deviceId: deviceId() })
    const [first] = await db.query<{ device: string }>('select device from sign_in where account_id = $1', [id])
    await signIn(email, { deviceName: first?.device })
    expect(await noticesOf(id)).toEqual(['newSignIn'])
  })

  test('is notified where the first one did not name itself', async () => {
    const { id, email } = await aPerson()
    await signIn(email)
    expect(await noticesOf(id)).toEqual(['newSignIn'])
  })

  test('is notified once', async () => {
    const { id, email } = await aPerson()
    const known = deviceId()
    await signIn(email, { deviceId: known })
    await signIn(email, { deviceId: known })
    expect(await noticesOf(id)).toEqual(['newSignIn'])
  })

  test('names itself at the second step', async () => {
    const withoutId = await app.post('/api/app/googleSecretLogin', { ticket: 'any', googleCode: '123456' })
    expect(withoutId.envelope).toMatchObject({ key: 'VALIDATION', result: { field: 'deviceId' } })
  })
})

test('A stranger writes nothing into somebody’s list of sign-ins', async () => {
  const { email, token } = await aPerson()
  clock.advance(1_000)
  await signIn(email, { password: 'wrong-wrong', deviceName: 'Support: call +1 555 0100' })
  const list = async () => (await app.get('/api/user/signIn/list', { pageNo: '1', pageSize: '10' }, as(token))).result.records
  await expect.poll(async () => (await list())[0]).toMatchObject({ ok: false, device: 'Unknown device' })
})

test('The lock is the same for numbers with and without an account', async () => {
  const { phone } = await aPersonByPhone()
  const wrong = { password: 'x', deviceId: deviceId() }
  const lockOf = async (account: string) => {
    for (let tries = 0; tries < 11; tries++) await app.post('/api/app/login', { account, areaCode: '9', ...wrong })
    return (await app.post('/api/app/login', { account, areaCode: '1', ...wrong })).envelope.key
  }
  const known = await lockOf(phone)
  expect(await lockOf('8880009999')).toBe(known)
})

test('A new password from a code ends the lock of its name', async () => {
  const { email } = await aPerson()
  for (let tries = 0; tries < 11; tries++) await signIn(email, { password: 'wrong-wrong' })
  const fresh = 'Harbour-Light 21'
  const form = { account: email, captcha: await codeTo(email, 'reset'), newPassword: fresh, confirmPassword: fresh }
  expect((await app.post('/api/app/resetPassword', form)).envelope.code).toBe(200)
  expect(await signIn(email, { password: fresh })).toMatchObject({ needGoogle: 0 })
})

describe('A sign-in that is half done', () => {
  /** Somebody with an authenticator and a session, and a thief before the second step. */
  async function halfDone() {
    const person = await aPerson()
    const { secret } = await bindWith(person.token, { password })
    const { ticket } = await signIn(person.email)
    const go = async () =>
      (await app.post('/api/app/googleSecretLogin', { ticket, googleCode: await codeOf(secret), deviceId: deviceId() })).envelope
    return { ...person, secret, go }
  }

  test('ends with all other sessions', async () => {
    const { token, go } = await halfDone()
    expect((await app.post('/api/user/session/revoke', { id: 'others' }, as(token))).envelope.code).toBe(200)
    expect((await go()).key).toBe('TICKET_EXPIRED')
  })

  test('ends with a sign-in that was not me', async () => {
    const { email, token, secret, go } = await halfDone()
    const { ticket } = await signIn(email)
    await app.post('/api/app/googleSecretLogin', { ticket, googleCode: await codeOf(secret), deviceId: deviceId() })
    clock.advance(31_000)
    const { records } = (await app.get('/api/user/signIn/list', { pageNo: '1', pageSize: '10' }, as(token))).result
    expect((await app.post('/api/user/signIn/notMe', { id: records[0].id }, as(token))).envelope.code).toBe(200)
    expect((await go()).key).toBe('TICKET_EXPIRED')
  })
})
