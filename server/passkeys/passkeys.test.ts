import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { accountHandlers } from '#account/handlers.ts'
import { deleteExpiredAuthChallenges } from '#account/challenges.ts'
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
const clock = createManualClock(1_795_190_400_000)
const db: Database = await testDatabase()
const appContext = testContext(db, clock, { publicOrigin: origin })
const http = createAppHttpServer(
  appContext,
  { account: accountHandlers(appContext), settings: settingsHandlers(appContext), passkeys: passkeysHandlers(appContext) },
  { rates: noLimits, dist: '/nonexistent' },
)
const app = createInProcessClient(http, clock)
afterAll(async () => {
  await http.close()
  await db.close()
})
beforeEach(() => clock.advance(61_000))

const as = (token: string) => ({ 'x-access-token': token })

/** Somebody with an email, a password and a withdrawal password, signed in. */
async function aPerson() {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const { devCode } = (await app.get('/api/app/getEmailCaptcha', { email, scene: 'register' })).result
  const { result } = await app.post('/api/app/register', {
    registerType: 'email',
    email,
    captcha: devCode,
    password: 'Tide-Table 88',
    confirmPassword: 'Tide-Table 88',
    country: 'JP',
    birthYearOk: true,
    agree: true,
    agreementVersion: '2',
    lang: 'en-us',
  })
  const id = result.userInfo.id as string
  await db.query('update account set safe_password_hash = $2 where id = $1', [id, await hashSecret(safePassword)])
  return { id, email, token: result.token as string }
}
type Somebody = Awaited<ReturnType<typeof aPerson>>

const createOptions = async ({ token }: Somebody, proof: object = { safePassword }) =>
  app.post('/api/user/passkey/registerOptions', proof, as(token))
const getOptions = async (ask: object = {}, headers = {}) => (await app.post('/api/app/passkeyOptions', ask, headers)).result

async function withPasskey(somebody: Somebody, proof?: object) {
  const { result: options } = await createOptions(somebody, proof)
  const passkey = softPasskey(options.user.id)
  const made = await app.post(
    '/api/user/passkey/register',
    { credential: passkey.create({ challenge: options.challenge, rpId, origin }), name: 'My phone' },
    as(somebody.token),
  )
  expect(made.envelope.code).toBe(200)
  return { passkey, id: made.result.id as string }
}
const stepUpToken = async ({ token }: Somebody, passkey: ReturnType<typeof softPasskey>, action = '/api/user/passkey/registerOptions') => {
  const { challenge } = await getOptions({ purpose: 'stepUp' }, as(token))
  const credential = passkey.get({ challenge, rpId, origin })
  return (await app.post('/api/user/stepUp', { credential, action }, as(token))).result.stepUpToken as string
}
const signIn = (credential: object) => app.post('/api/app/passkeyLogin', { credential, deviceId: 'd'.repeat(32) })
const answer = ({ envelope, result }: Awaited<ReturnType<typeof signIn>>) =>
  envelope.code === 200 ? 'in' : `${envelope.key} ${result.reason ?? ''}`.trim()

describe('adding a passkey', () => {
  test('needs a proof, and makes one that signs in as both factors', async () => {
    const ada = await aPerson()
    expect((await createOptions(ada, {})).envelope.key).toBe('STEP_UP_REQUIRED')
    expect((await createOptions(ada, { safePassword: '000001' })).envelope.key).toBe('SAFE_PASSWORD_WRONG')
    const { passkey } = await withPasskey(ada)
    // An authenticator asks everybody who comes with one factor; whoever comes with a passkey came with two.
    await db.query(
      `insert into authenticator (account_id, secret, last_step, bound_ms) values ($1, decode(repeat('00', 40), 'hex'), 0, 0)`,
      [ada.id],
    )
    const { challenge, allowCredentials, userVerification } = await getOptions()
    expect([allowCredentials, userVerification]).toEqual([[], 'required'])
    const { result } = await signIn(passkey.get({ challenge, rpId, origin }))
    expect(result).toMatchObject({ needGoogle: 0, token: expect.any(String), userInfo: { id: ada.id, passkeyCount: 1 } })
    const listed = await app.get('/api/user/passkey/list', {}, as(result.token))
    expect(listed.result).toEqual([
      { id: expect.any(String), name: 'My phone', createTime: expect.any(String), lastUsed: expect.any(String) },
    ])
    expect(listed.text).not.toContain(passkey.id)
  })

  test('only for its challenge, its site, a verified person, once and for oneself', async () => {
    const [ada, bob] = [await aPerson(), await aPerson()]
    const tell = async (make: (options: { challenge: string; user: { id: string } }) => object, who = ada) => {
      const { result } = await createOptions(ada)
      return answer(await app.post('/api/user/passkey/register', { credential: make(result), name: 'x' }, as(who.token)))
    }
    const key = softPasskey('')
    const ask = (challenge: string) => ({ challenge, rpId, origin })
    expect(await tell(() => key.create(ask(randomBytes(32).toString('base64url'))))).toBe('PASSKEY_FAILED challenge')
    expect(await tell(({ challenge }) => key.create(ask(challenge)), bob)).toBe('PASSKEY_FAILED challenge')
    expect(await tell(({ challenge }) => key.create({ ...ask(challenge), origin: 'https://trade.example.org' }))).toBe(
      'PASSKEY_FAILED answer',
    )
    expect(await tell(({ challenge }) => key.create({ ...ask(challenge), rpId: 'example.com' }))).toBe('PASSKEY_FAILED answer')
    expect(await tell(({ challenge }) => key.create(ask(challenge), { verifies: false }))).toBe('PASSKEY_FAILED answer')
    expect(await tell(({ challenge }) => key.create(ask(challenge), { type: 'webauthn.get' }))).toBe('PASSKEY_FAILED answer')
    let used = ''
    expect(
      await tell(({ challenge }) => {
        used = challenge
        return key.create(ask(challenge))
      }),
    ).toBe('in')
    expect(await tell(() => key.create(ask(used)))).toBe('PASSKEY_FAILED challenge')
    expect((await createOptions(bob)).result.excludeCredentials).toEqual([])
    // The same credential again, for anybody.
    const { challenge } = (await createOptions(bob)).result
    expect(answer(await app.post('/api/user/passkey/register', { credential: key.create(ask(challenge)), name: 'x' }, as(bob.token)))).toBe(
      'PASSKEY_FAILED known',
    )
    expect(await db.query('select 1 from passkey where account_id = $1', [bob.id])).toEqual([])
  })

  test('a challenge is good for five minutes and then forgotten', async () => {
    const ada = await aPerson()
    const { challenge } = (await createOptions(ada)).result
    clock.advance(300_000)
    const late = softPasskey('').create({ challenge, rpId, origin })
    expect(answer(await app.post('/api/user/passkey/register', { credential: late, name: 'x' }, as(ada.token)))).toBe(
      'PASSKEY_FAILED challenge',
    )
    await deleteExpiredAuthChallenges(db, clock.now())
    expect(await db.query('select 1 from sign_in_challenge')).toEqual([])
  })
})

describe('signing in', () => {
  test('no replay, no foreign challenge, no other site, no unverified person, no count that goes back', async () => {
    const ada = await aPerson()
    const { passkey } = await withPasskey(ada)
    const fresh = async (ask: object = {}) => ({ challenge: (await getOptions(ask)).challenge as string, rpId, origin })
    const first = passkey.get(await fresh())
    expect(answer(await signIn(first))).toBe('in')
    expect(answer(await signIn(first))).toBe('PASSKEY_FAILED challenge')
    expect(answer(await signIn(passkey.get({ ...(await fresh()), challenge: randomBytes(32).toString('base64url') })))).toBe(
      'PASSKEY_FAILED challenge',
    )
    expect(answer(await signIn(passkey.get({ ...(await fresh()), origin: 'https://trade.example.com.evil.org' })))).toBe(
      'PASSKEY_FAILED answer',
    )
    expect(answer(await signIn(passkey.get({ ...(await fresh()), rpId: 'evil.org' })))).toBe('PASSKEY_FAILED answer')
    expect(answer(await signIn(passkey.get(await fresh(), { verifies: false })))).toBe('PASSKEY_FAILED answer')
    expect(answer(await signIn(passkey.get(await fresh(), { type: 'webauthn.create' })))).toBe('PASSKEY_FAILED answer')
    const tampered = passkey.get(await fresh())
    const data = Buffer.from(tampered.response.authenticatorData, 'base64url')
    data[36] = (data[36] ?? 0) + 1
    tampered.response.authenticatorData = data.toString('base64url')
    expect(answer(await signIn(tampered))).toBe('PASSKEY_FAILED answer')
    expect(answer(await signIn(softPasskey('').get(await fresh())))).toBe('PASSKEY_FAILED unknown')
    passkey.count(50)
    expect(answer(await signIn(passkey.get(await fresh())))).toBe('in')
    passkey.count(3)
    expect(answer(await signIn(passkey.get(await fresh())))).toBe('PASSKEY_FAILED answer')
    await expect(db.query('update passkey set counter = 3 where account_id = $1', [ada.id])).rejects.toThrow('only grows')
    // What was asked for one purpose answers no other.
    const { challenge } = await getOptions({ purpose: 'stepUp' }, as(ada.token))
    passkey.count(60)
    expect(answer(await signIn(passkey.get({ challenge, rpId, origin })))).toBe('PASSKEY_FAILED challenge')
  })

  test('of many at once with one answer one gets in', async () => {
    const ada = await aPerson()
    const { passkey } = await withPasskey(ada)
    const once = passkey.get({ challenge: (await getOptions()).challenge, rpId, origin })
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(once)))
    expect(answers.filter(({ envelope }) => envelope.code === 200)).toHaveLength(1)
  })

  test('an account that was named is the only one that gets in; a stranger learns nothing of who has one', async () => {
    const [ada, bob] = [await aPerson(), await aPerson()]
    const { passkey } = await withPasskey(ada)
    const named = await getOptions({ account: bob.email })
    const unknown = await getOptions({ account: 'nobody@example.com' })
    expect({ ...named, challenge: '' }).toEqual({ ...unknown, challenge: '' })
    for (const { challenge } of [named, unknown])
      expect(answer(await signIn(passkey.get({ challenge, rpId, origin })))).toBe('PASSKEY_FAILED account')
    const { challenge } = await getOptions({ account: ada.email })
    expect(answer(await signIn(passkey.get({ challenge, rpId, origin })))).toBe('in')
  })

  test('plain JSON is read where the table says so, and nowhere else', async () => {
    const plain = await app.raw('/api/app/passkeyOptions', '{}')
    expect(plain.result.challenge).toMatch(/^[\w-]{43}$/)
    expect((await app.raw('/api/app/passkeyOptions', '{"account":')).envelope.key).toBe('BAD_REQUEST')
    expect((await app.raw('/api/app/passkeyOptions', '{"account":5}')).envelope.key).toBe('VALIDATION')
    const { token } = await aPerson()
    expect((await app.raw('/api/user/passkey/remove', '{"id":"1"}', as(token))).envelope.key).toBe('SEAL_INVALID')
  })
})

describe('a site that is not known', () => {
  test.each([
    ['203.0.113.9:4300', 'PASSKEY_FAILED'],
    ['evil.example', 'PASSKEY_FAILED'],
    ['127.0.0.1:4300', 'PASSKEY_FAILED'],
    ['localhost:4300', 'in'],
  ])('as %s', async (host, expected) => {
    const own = createAppHttpServer(
      testContext(db, clock),
      { passkeys: passkeysHandlers(testContext(db, clock)) },
      { rates: noLimits, dist: '/nonexistent' },
    )
    const reply = await own.app.inject({
      method: 'POST',
      url: '/api/app/passkeyOptions',
      payload: '{}',
      headers: { host, 'content-type': 'application/json' },
    })
    const { key, result } = reply.json() as { key?: string; result: { rpId?: string } }
    expect(key ?? 'in').toBe(expected)
    if (expected === 'in') expect(result.rpId).toBe('localhost')
    await own.close()
  })
})

describe('proof and removal', () => {
  test('a step-up is for oneself, and what it gives lasts five minutes', async () => {
    const [ada, bob] = [await aPerson(), await aPerson()]
    const { passkey } = await withPasskey(ada)
    const { challenge, allowCredentials } = await getOptions({ purpose: 'stepUp' }, as(ada.token))
    expect(allowCredentials).toEqual([{ id: passkey.id, type: 'public-key', transports: ['internal'] }])
    const credential = passkey.get({ challenge, rpId, origin })
    const theirs = await app.post('/api/user/stepUp', { credential, action: '/api/user/passkey/registerOptions' }, as(bob.token))
    expect(answer(theirs)).toBe('PASSKEY_FAILED account')
    expect((await app.post('/api/app/passkeyOptions', { purpose: 'stepUp' })).envelope.key).toBe('UNAUTHORIZED')
    // Whoever has a passkey proves it with that, no longer with the withdrawal password.
    expect((await createOptions(ada)).envelope.key).toBe('STEP_UP_REQUIRED')
    const token = await stepUpToken(ada, passkey)
    expect((await createOptions(ada, { stepUpToken: token })).envelope.code).toBe(200)
    expect((await createOptions(bob, { stepUpToken: token })).envelope.key).toBe('STEP_UP_REQUIRED')
    // A proof for one thing is none for another.
    const elsewhere = await stepUpToken(ada, passkey, '/api/user/data/export')
    expect((await createOptions(ada, { stepUpToken: elsewhere })).envelope.key).toBe('STEP_UP_REQUIRED')
    clock.advance(300_000)
    expect((await createOptions(ada, { stepUpToken: token })).envelope.key).toBe('STEP_UP_REQUIRED')
  })

  test('nobody touches those of another; the last way in stays; new addresses wait after a removal', async () => {
    const [ada, bob] = [await aPerson(), await aPerson()]
    const { passkey, id } = await withPasskey(ada)
    expect((await app.post('/api/user/passkey/remove', { id, safePassword }, as(bob.token))).envelope.key).toBe('NOT_FOUND')
    expect((await app.post('/api/user/passkey/rename', { id, name: 'mine' }, as(bob.token))).envelope.key).toBe('NOT_FOUND')
    expect((await app.post('/api/user/passkey/rename', { id, name: 'Laptop' }, as(ada.token))).envelope.code).toBe(200)
    expect((await app.get('/api/user/passkey/list', {}, as(bob.token))).result).toEqual([])
    await db.query('update account set password_hash = null, email = null where id = $1', [ada.id])
    const removal = '/api/user/passkey/remove'
    const remove = async (which: string) =>
      (await app.post('/api/user/passkey/remove', { id: which, stepUpToken: await stepUpToken(ada, passkey, removal) }, as(ada.token)))
        .envelope
    expect((await remove(id)).key).toBe('LAST_SIGN_IN_METHOD')
    const second = await withPasskey(ada, { stepUpToken: await stepUpToken(ada, passkey) })
    const proof = await stepUpToken(ada, passkey, removal)
    const both = await Promise.all(
      [id, second.id].map((which) => app.post('/api/user/passkey/remove', { id: which, stepUpToken: proof }, as(ada.token))),
    )
    expect(both.map(({ envelope }) => envelope.key ?? 'gone').toSorted()).toEqual(['LAST_SIGN_IN_METHOD', 'gone'])
    const holds = await db.query<{ reason: string }>('select reason from address_hold where account_id = $1', [ada.id])
    expect(holds.map(({ reason }) => reason).toSorted()).toEqual(['passkeyRemoved'])
    const notices = await db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1 order by id', [ada.id])
    expect(notices.map(({ kind }) => kind)).toEqual(['passkeyAdded', 'passkeyAdded', 'passkeyRemoved'])
  })
})
