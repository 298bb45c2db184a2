import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readAddressHold } from '#account/holds.ts'
import { passwordAndAuthenticatorHandlers } from '#account/secondFactor/factorHandlers.ts'
import { accountHandlers } from '#account/handlers.ts'
import { hashSecret } from '#account/passwords.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import { createAppHttpServer } from '#server/http/server.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { softPasskey } from '../../tests/support/browser/softPasskey.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { passkeysHandlers } from './handlers.ts'

const origin = 'https://trade.example.com'
const rpId = 'trade.example.com'
const safePassword = '739155'
const password = 'Tide-Table 88'
const clock = createManualClock(1_795_190_400_000)
const db: Database = await testDatabase()
const appContext = testContext(db, clock, { publicOrigin: origin })
const rooms = {
  account: accountHandlers(appContext),
  factors: passwordAndAuthenticatorHandlers(appContext),
  settings: settingsHandlers(appContext),
  passkeys: passkeysHandlers(appContext),
}
const http = createAppHttpServer(appContext, rooms, { rates: noLimits, dist: '/nonexistent' })
const app = createInProcessClient(http, clock)
afterAll(async () => {
  await http.close()
  await db.close()
})
beforeEach(() => clock.advance(61_000))

const as = (token: string) => ({ 'x-access-token': token })
const deviceId = () => randomBytes(16).toString('hex')

/** Somebody with a password, a withdrawal password and a passkey, signed in. */
async function aPerson() {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const { devCode: captcha } = (await app.get('/api/app/getEmailCaptcha', { email, scene: 'register' })).result
  const agreed = { country: 'JP', birthYearOk: true, agree: true, agreementVersion: '2', lang: 'en-us' }
  const form = { registerType: 'email', email, captcha, password, confirmPassword: password, ...agreed }
  const { result } = await app.post('/api/app/register', form)
  const [id, token] = [result.userInfo.id as string, result.token as string]
  await db.query('update account set safe_password_hash = $2 where id = $1', [id, await hashSecret(safePassword)])
  const { result: options } = await app.post('/api/user/passkey/registerOptions', { safePassword }, as(token))
  const passkey = softPasskey(options.user.id)
  const credential = passkey.create({ challenge: options.challenge, rpId, origin })
  const made = await app.post('/api/user/passkey/register', { credential, name: 'My phone' }, as(token))
  // Until another code may be asked for.
  clock.advance(61_000)
  return { id, email, token, passkey, passkeyId: made.result.id as string }
}
type Somebody = Awaited<ReturnType<typeof aPerson>>

const options = async (ask: object, headers = {}) => app.post('/api/app/passkeyOptions', ask, headers)
const proofOf = async ({ token, passkey }: Somebody, action = '/api/user/passkey/askAtSignIn') => {
  const { challenge } = (await options({ purpose: 'stepUp' }, as(token))).result
  const credential = passkey.get({ challenge, rpId, origin })
  return { stepUpToken: (await app.post('/api/user/stepUp', { credential, action }, as(token))).result.stepUpToken as string }
}
const ask = ({ token }: Somebody, isOn: boolean, proof: object) => app.post('/api/user/passkey/askAtSignIn', { isOn, ...proof }, as(token))
/** With a passkey asked for at every sign-in. */
async function requestChallenge() {
  const person = await aPerson()
  const { result } = await ask(person, true, await proofOf(person))
  return { ...person, recoveryCodes: result.recoveryCodes as string[] }
}
const byPassword = ({ email }: Somebody) => app.post('/api/app/login', { account: email, password, deviceId: deviceId() })
const isIn = async (token: string) => (await app.get('/api/user/appUser/getMyUserInfo', {}, as(token))).envelope.code === 200
/** The second step with a passkey, whoever's. */
async function secondStep(ticket: string, passkey: Somebody['passkey']) {
  const { result } = await options({ ticket })
  return app.post('/api/app/passkeyLogin', {
    credential: passkey.get({ challenge: result.challenge, rpId, origin }),
    ticket,
    deviceId: deviceId(),
  })
}
const byRecovery = (ticket: string, recoveryCode: string | undefined) =>
  app.post('/api/app/googleSecretLogin', { ticket, recoveryCode, deviceId: deviceId() })
const answer = ({ envelope, result }: Awaited<ReturnType<typeof secondStep>>) =>
  envelope.code === 200 ? 'in' : `${envelope.key} ${result.reason ?? ''}`.trim()
const told = async (id: string) => [
  ...(await db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1', [id])).map(({ kind }) => kind),
  ...(await db.query<{ kind: string }>('select kind from mail_outbox where account_id = $1', [id])).map(({ kind }) => kind),
]

describe('a passkey at every sign-in', () => {
  test('is not asked for until its person wants it, and then by every way but the passkey itself', async () => {
    const ada = await aPerson()
    expect((await byPassword(ada)).result.needGoogle).toBe(0)
    const { token: elsewhere } = (await byPassword(ada)).result
    expect((await ask(ada, true, {})).envelope.key).toBe('STEP_UP_REQUIRED')
    const on = await ask(ada, true, await proofOf(ada))
    expect(on.result).toMatchObject({ passkeyStep: 1, recoveryCodes: expect.any(Array) })
    expect(on.result.recoveryCodes).toHaveLength(10)
    expect([await isIn(ada.token), await isIn(elsewhere)]).toEqual([true, false])
    expect((await told(ada.id)).filter((kind) => kind === 'passkeyStepOn')).toHaveLength(2)
    expect(await db.query('select task from benefit_task where user_id = $1', [ada.id])).toEqual([{ task: 'secondFactor' }])
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, as(ada.token))).result.passkeyStep).toBe(1)
    const first = (await byPassword(ada)).result
    expect(first).toMatchObject({ token: '', needGoogle: 1, methods: ['passkey'], expireIn: 300 })
    expect(first.userInfo).toBeUndefined()
    const { devCode: captcha } = (await app.get('/api/app/getEmailCaptcha', { email: ada.email, scene: 'login' })).result
    const byCode = await app.post('/api/app/emailLogin', { email: ada.email, captcha, deviceId: deviceId() })
    expect(byCode.result).toMatchObject({ token: '', needGoogle: 1, methods: ['passkey'] })
    const { challenge, allowCredentials } = (await options({ ticket: first.ticket })).result
    expect(allowCredentials).toHaveLength(1)
    const done = await app.post('/api/app/passkeyLogin', {
      credential: ada.passkey.get({ challenge, rpId, origin }),
      ticket: first.ticket,
      deviceId: deviceId(),
    })
    expect(await isIn(done.result.token)).toBe(true)
    const alone = (await options({})).result
    const whole = await app.post('/api/app/passkeyLogin', {
      credential: ada.passkey.get({ challenge: alone.challenge, rpId, origin }),
      deviceId: deviceId(),
    })
    expect(await isIn(whole.result.token)).toBe(true)
  })

  test('is that person’s passkey, for that ticket, once; five wrong ones end the ticket', async () => {
    const [ada, bea] = [await requestChallenge(), await requestChallenge()]
    const ticket = (await byPassword(ada)).result.ticket as string
    expect(answer(await secondStep(ticket, bea.passkey))).toBe('PASSKEY_FAILED account')
    // An answer to a challenge that was for anybody is the owner's alone too.
    const { challenge } = (await options({})).result
    const foreign = bea.passkey.get({ challenge, rpId, origin })
    expect(answer(await app.post('/api/app/passkeyLogin', { credential: foreign, ticket, deviceId: deviceId() }))).toBe(
      'PASSKEY_FAILED account',
    )
    expect(answer(await secondStep(ticket, ada.passkey))).toBe('in')
    expect((await options({ ticket })).envelope.key).toBe('TICKET_EXPIRED')
    const dying = (await byPassword(ada)).result.ticket as string
    for (let tries = 0; tries < 5; tries++) expect(answer(await secondStep(dying, bea.passkey))).toBe('PASSKEY_FAILED account')
    expect((await options({ ticket: dying })).envelope.key).toBe('TICKET_EXPIRED')
    const late = (await byPassword(ada)).result.ticket as string
    const context = (await options({ ticket: late })).result
    clock.advance(301_000)
    const credential = ada.passkey.get({ challenge: context.challenge, rpId, origin })
    expect(answer(await app.post('/api/app/passkeyLogin', { credential, ticket: late, deviceId: deviceId() }))).toBe('TICKET_EXPIRED')
    const [refused] = await db.query<{ n: string }>(`select count(*) n from sign_in where account_id = $1 and not ok and way = 'passkey'`, [
      ada.id,
    ])
    expect(refused?.n).toBe('7')
  })

  test('a recovery code signs in, removes a passkey that is gone, and nothing asks any more', async () => {
    const [ada, bea] = [await requestChallenge(), await requestChallenge()]
    const ticket = (await byPassword(ada)).result.ticket as string
    expect(answer(await byRecovery(ticket, bea.recoveryCodes[0]))).toBe('RECOVERY_CODE_WRONG')
    const { token } = (await byRecovery(ticket, ada.recoveryCodes[0])).result
    expect(await isIn(token)).toBe(true)
    const remove = (proof: object) => app.post('/api/user/passkey/remove', { id: ada.passkeyId, ...proof }, as(token))
    expect((await remove({ safePassword })).envelope.key).toBe('STEP_UP_REQUIRED')
    expect((await remove({ recoveryCode: ada.recoveryCodes[0] })).envelope.key).toBe('RECOVERY_CODE_WRONG')
    expect((await remove({ recoveryCode: ada.recoveryCodes[1] })).envelope.code).toBe(200)
    expect((await byPassword(ada)).result.needGoogle).toBe(0)
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, as(token))).result).toMatchObject({ passkeyStep: 0, passkeyCount: 0 })
    expect(await db.query('select 1 from recovery_code where account_id = $1', [ada.id])).toEqual([])
  })

  test('is taken back by a passkey or a recovery code; new addresses wait 72 hours', async () => {
    const ada = await requestChallenge()
    expect((await ask(ada, false, { safePassword })).envelope.key).toBe('STEP_UP_REQUIRED')
    expect((await ask(ada, false, await proofOf(ada))).result).toEqual({ passkeyStep: 0, recoveryCodes: [] })
    expect((await byPassword(ada)).result.needGoogle).toBe(0)
    expect(await readAddressHold(db, ada.id, clock.now())).toMatchObject({ reason: 'passkeyStepOff', until: clock.now() + 72 * 3_600_000 })
    expect((await told(ada.id)).filter((kind) => kind === 'passkeyStepOff')).toHaveLength(2)
    expect((await ask(ada, false, await proofOf(ada))).envelope.key).toBe('STATE_CONFLICT')
    const bea = await requestChallenge()
    expect((await ask(bea, false, { recoveryCode: bea.recoveryCodes[3] })).result.passkeyStep).toBe(0)
    // Somebody without a passkey has nothing that could be asked for.
    await app.post('/api/user/passkey/remove', { id: ada.passkeyId, ...(await proofOf(ada, '/api/user/passkey/remove')) }, as(ada.token))
    expect((await ask(ada, true, { safePassword })).envelope.key).toBe('STATE_CONFLICT')
  })

  test('the codes stay while an authenticator still asks', async () => {
    const ada = await requestChallenge()
    await db.query(
      `insert into authenticator (account_id, secret, last_step, bound_ms) values ($1, decode(repeat('00', 40), 'hex'), 0, 0)`,
      [ada.id],
    )
    expect((await byPassword(ada)).result.methods).toEqual(['totp', 'passkey'])
    await ask(ada, false, await proofOf(ada))
    const ticket = (await byPassword(ada)).result.ticket as string
    expect(answer(await byRecovery(ticket, ada.recoveryCodes[0]))).toBe('in')
    // And are not given twice.
    expect((await ask(ada, true, await proofOf(ada))).result).toEqual({ passkeyStep: 1, recoveryCodes: [] })
  })
})

test('a device is known by how it names itself, not by how it is called', async () => {
  const ada = await aPerson()
  const from = async (id: string, userAgent: string) => {
    const { challenge } = (await options({})).result
    const credential = ada.passkey.get({ challenge, rpId, origin })
    await app.post('/api/app/passkeyLogin', { credential, deviceId: id }, { 'user-agent': userAgent })
  }
  const news = async () => (await told(ada.id)).filter((kind) => kind === 'newSignIn').length
  const [first, second] = [deviceId(), deviceId()]
  await from(first, 'Chrome/1 Android')
  const before = await news()
  await from(first, 'Safari/1 iPhone')
  expect(await news()).toBe(before)
  await from(second, 'Chrome/1 Android')
  expect(await news()).toBe(before + 2)
})
