import { randomBytes } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountHandlers } from '#account/handlers.ts'
import { readLedgerBalances } from '#ledger/ledger.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { type FakeOidcProvider, signInAtProvider, startFakeOidcProvider } from '../../tests/support/browser/fakeOidcProvider.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { signInMethodsHandlers } from './handlers.ts'

const origin = 'https://trade.example.com'
const back = `${origin}/login-return`
const clock = createManualClock(1_795_190_400_000)
const db: Database = await testDatabase()
let service: FakeOidcProvider
let http: AppHttpServer
let app: ReturnType<typeof createInProcessClient>
beforeAll(async () => {
  service = await startFakeOidcProvider([back])
  const { issuer, clientId, clientSecret } = service
  const provider = (name: string) => ({ issuer, clientId, clientSecret, name, scope: 'openid email' })
  const appContext = testContext(db, clock, {
    publicOrigin: origin,
    oidcProviders: {
      harbour: provider('Harbour ID'),
      other: provider('Other'),
      gone: { ...provider('Gone'), issuer: 'http://127.0.0.1:9' },
    },
  })
  http = createAppHttpServer(
    appContext,
    { account: accountHandlers(appContext), settings: settingsHandlers(appContext), signInMethods: signInMethodsHandlers(appContext) },
    { rates: noLimits, dist: '/nonexistent' },
  )
  app = createInProcessClient(http, clock)
})
afterAll(async () => {
  await http?.close()
  await service?.stop()
  await db.close()
})
beforeEach(() => clock.advance(61_000))

const joining = { agree: true, agreementVersion: '2', birthYearOk: true, country: 'JP' }
const as = (token: string) => ({ 'x-access-token': token })
type Answer = Awaited<ReturnType<typeof app.post>>
const answer = ({ envelope, result }: Answer) =>
  envelope.code === 200 ? 'in' : `${envelope.key} ${result.reason ?? result.field ?? ''}`.trim()
const people = async () => Number((await db.query<{ n: string }>('select count(*) n from account'))[0]?.n)

test('what is offered is named, with what it is called', async () => {
  const { result } = await app.get('/api/set/appSysSet/getKeyByParam', { key: 'sys_set' })
  expect(result.loginMethods).toEqual(['password', 'email', 'phone', 'guest', 'passkey', 'wallet', 'harbour', 'other', 'gone'])
  expect(result.providers[0]).toEqual({ provider: 'harbour', name: 'Harbour ID' })
})

describe('a wallet', () => {
  const aWallet = () => privateKeyToAccount(generatePrivateKey())
  type Wallet = ReturnType<typeof aWallet>
  const nonce = async (wallet: Wallet, chainId = '1') =>
    (await app.get('/api/app/walletNonce', { address: wallet.address, chainId })).result as { message: string; nonce: string }
  const signIn = async (wallet: Wallet, message: string, more: object = joining, signer = wallet) =>
    app.post('/api/app/walletLogin', { message, signature: await signer.signMessage({ message }), address: wallet.address, ...more })

  test('opens an account once its person agrees, and finds it again; the message says that it costs nothing', async () => {
    const wallet = aWallet()
    const { message } = await nonce(wallet, '137')
    expect(message).toContain(
      `trade.example.com wants you to sign in with your Ethereum account:\n${wallet.address}\n\nSign in. This costs nothing and moves no funds.`,
    )
    expect(message).toMatch(/Chain ID: 137\nNonce: [0-9a-f]{32}\nIssued At: 2026-.*Z\nExpiration Time: 2026-.*Z$/)
    expect(answer(await signIn(wallet, message, {}))).toBe('AGREEMENT_REQUIRED')
    expect(answer(await signIn(wallet, message, { ...joining, birthYearOk: false }))).toBe('UNDERAGE')
    expect(answer(await signIn(wallet, message, { ...joining, country: 'KP' }))).toBe('COUNTRY_BLOCKED')
    expect(answer(await signIn(wallet, message, { ...joining, country: undefined }))).toBe('VALIDATION country')
    // Refused so far, the same signature still does: nobody signs twice because of a box.
    const { result } = await signIn(wallet, message)
    expect(result).toMatchObject({
      needGoogle: 0,
      userInfo: { isGuest: 0, hasLoginPassword: 0, country: 'JP', account: expect.stringMatching(/^\d{8}$/) },
    })
    expect(await readLedgerBalances(db, result.userInfo.id, 2)).toEqual([{ currency: 'USDT', bucket: 'AVAIL', amount: '100000.00000000' }])
    expect(answer(await signIn(wallet, message))).toBe('NONCE_EXPIRED')
    const again = await signIn(wallet, (await nonce(wallet)).message, {})
    expect(again.result.userInfo.id).toBe(result.userInfo.id)
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, as(again.result.token))).result.id).toBe(result.userInfo.id)
  })

  test('only our words, on our site, in time, signed by that very address', async () => {
    const [wallet, thief] = [aWallet(), aWallet()]
    const before = await people()
    const fresh = async () => (await nonce(wallet)).message
    expect(answer(await signIn(wallet, await fresh(), joining, thief))).toBe('WALLET_SIGNATURE signature')
    expect(answer(await signIn(wallet, (await fresh()).replace('trade.example.com wants', 'evil.example wants')))).toBe(
      'WALLET_SIGNATURE message',
    )
    expect(answer(await signIn(wallet, (await fresh()).replace('URI: https://trade.example.com', 'URI: https://evil.example')))).toBe(
      'WALLET_SIGNATURE message',
    )
    expect(answer(await signIn(wallet, (await fresh()).replace('Chain ID: 1', 'Chain ID: 5')))).toBe('WALLET_SIGNATURE message')
    expect(answer(await signIn(wallet, (await fresh()).replace('moves no funds', 'moves all funds')))).toBe('WALLET_SIGNATURE message')
    expect(answer(await signIn(wallet, (await nonce(thief)).message))).toBe('WALLET_SIGNATURE message')
    expect(answer(await signIn(wallet, 'sign this'))).toBe('WALLET_SIGNATURE message')
    // A message of the thief's own making, in our words and with a nonce that was for somebody else.
    const { nonce: theirs } = await nonce(thief)
    const forged = createSiweMessage({
      address: wallet.address,
      chainId: 1,
      domain: 'trade.example.com',
      uri: origin,
      version: '1',
      nonce: theirs,
    })
    expect(answer(await signIn(wallet, forged))).toBe('WALLET_SIGNATURE message')
    const invented = forged.replace(theirs, randomBytes(16).toString('hex'))
    expect(answer(await signIn(wallet, invented))).toBe('NONCE_EXPIRED')
    const message = await fresh()
    const signature = await wallet.signMessage({ message })
    const cut = await app.post('/api/app/walletLogin', {
      message,
      signature: `${signature.slice(0, -2)}1d`,
      address: wallet.address,
      ...joining,
    })
    expect(answer(cut)).toBe('WALLET_SIGNATURE signature')
    clock.advance(300_000)
    expect(answer(await signIn(wallet, message))).toBe('NONCE_EXPIRED')
    expect(await people()).toBe(before)
  })

  test('one message at the same moment opens one account', async () => {
    const wallet = aWallet()
    const before = await people()
    const { message } = await nonce(wallet)
    const other = (await nonce(wallet)).message
    const answers = await Promise.all([message, message, message, other].map((each) => signIn(wallet, each)))
    expect(answers.filter(({ envelope }) => envelope.code === 200).length).toBeGreaterThan(0)
    expect(await people()).toBe(before + 1)
    const [{ id } = { id: '' }] = await db.query<{ id: string }>('select account_id id from wallet_identity where address = $1', [
      wallet.address.toLowerCase(),
    ])
    await expect(db.query('update wallet_identity set account_id = account_id + 1 where account_id = $1', [id])).rejects.toThrow(
      'change hands',
    )
  })

  test('asks for the second factor of whoever has one', async () => {
    const wallet = aWallet()
    const { result } = await signIn(wallet, (await nonce(wallet)).message)
    await db.query(
      `insert into authenticator (account_id, secret, last_step, bound_ms) values ($1, decode(repeat('00', 40), 'hex'), 0, 0)`,
      [result.userInfo.id],
    )
    const again = await signIn(wallet, (await nonce(wallet)).message)
    expect(again.result).toMatchObject({ token: '', needGoogle: 1, ticket: expect.any(String), methods: ['totp'] })
  })

  test('a device is known by how it names itself, not by how it is called', async () => {
    const wallet = aWallet()
    const from = async (deviceId: string, userAgent: string) => {
      const { message } = await nonce(wallet)
      const form = { message, signature: await wallet.signMessage({ message }), address: wallet.address, ...joining, deviceId }
      return app.post('/api/app/walletLogin', form, phone(userAgent))
    }
    const { id } = (await from(anId, 'Chrome/1 Android')).result.userInfo
    await from(anId, 'Safari/1 iPhone')
    expect(await newDevices(id)).toBe(0)
    await from(anotherId, 'Chrome/1 Android')
    expect(await newDevices(id)).toBe(1)
  })
})

/** How often this person was told of a new device. */
const newDevices = async (id: string) =>
  (await db.query(`select 1 from inbox_notice where user_id = $1 and kind = 'newSignIn'`, [id])).length
const phone = (name: string) => ({ 'user-agent': name })
const [anId, anotherId] = ['a'.repeat(32), 'b'.repeat(32)]

describe('another service', () => {
  const begin = async (provider = 'harbour') =>
    (await app.get('/api/app/thirdPartyUrl', { provider })).result as { url: string; state: string; secret: string }
  const there = async (begun: { url: string }, person: string) =>
    Object.fromEntries((await signInAtProvider(begun.url, person, back)).searchParams) as { code: string; state: string; iss: string }
  const signIn = (form: object, more: object = joining) => app.post('/api/app/thirdPartyLogin', { provider: 'harbour', ...form, ...more })
  let n = 0
  const aPerson = (claims: object = {}) => {
    const sub = `person-${++n}`
    service.people.set(sub, claims)
    return sub
  }

  test('opens an account once its person agrees, in one trip, and finds it again by its subject', async () => {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const sub = aPerson({ email: email.toUpperCase(), email_verified: true })
    const begun = await begin()
    const url = new URL(begun.url)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: back,
      state: begun.state,
    })
    expect(begun.url).not.toContain(begun.secret)
    const form = { ...(await there(begun, sub)), secret: begun.secret }
    expect(answer(await signIn(form, {}))).toBe('AGREEMENT_REQUIRED')
    expect(answer(await signIn({ ...form, code: `${form.code}x` }, joining))).toBe('OAUTH_FAILED state')
    const { result } = await signIn(form)
    expect(result).toMatchObject({ needGoogle: 0, userInfo: { hasLoginPassword: 0, email: `${email[0]}***@example.com` } })
    expect(answer(await signIn(form))).toBe('OAUTH_FAILED state')
    service.people.set(sub, { email: 'moved@example.com', email_verified: true })
    const next = await begin()
    const again = await signIn({ ...(await there(next, sub)), secret: next.secret }, {})
    expect(again.result.userInfo.id).toBe(result.userInfo.id)
    const [kept] = await db.query<{ facts: string }>('select facts::text from sign_in_challenge where purpose = $1', ['thirdParty'])
    expect(kept).toBeUndefined()
  })

  test('a way back that is not of a way there which this app took', async () => {
    const sub = aPerson()
    const before = await people()
    const [mine, theirs] = [await begin(), await begin()]
    const form = { ...(await there(mine, sub)), secret: mine.secret }
    expect(answer(await signIn({ ...form, state: 'c0ffee' }))).toBe('OAUTH_FAILED state')
    // An attacker's link: their code and state, opened in an app that holds another secret.
    const foreign = await there(theirs, aPerson())
    expect(answer(await signIn({ ...foreign, secret: mine.secret }))).toBe('OAUTH_FAILED state')
    // Their code in the middle of my own way.
    expect(answer(await signIn({ ...foreign, state: mine.state, secret: mine.secret }))).toBe('OAUTH_FAILED service')
    expect(answer(await signIn(form))).toBe('OAUTH_FAILED state')
    const third = await begin()
    const good = { ...(await there(third, sub)), secret: third.secret }
    expect(answer(await signIn({ ...good, provider: 'other' }))).toBe('OAUTH_FAILED state')
    clock.advance(600_000)
    expect(answer(await signIn(good))).toBe('OAUTH_FAILED state')
    expect(await people()).toBe(before)
  })

  test('an id token with another nonce, or of another issuer, is not believed', async () => {
    const begun = await begin()
    const url = new URL(begun.url)
    url.searchParams.set('nonce', 'somebody-elses')
    const replayed = await there({ url: url.href }, aPerson())
    expect(answer(await signIn({ ...replayed, secret: begun.secret }))).toBe('OAUTH_FAILED service')
    const next = await begin()
    const form = await there(next, aPerson())
    expect(answer(await signIn({ ...form, iss: 'https://evil.example', secret: next.secret }))).toBe('OAUTH_FAILED service')
  })

  test('an email that has an account is not joined to it; one that nobody verified is not taken', async () => {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const { devCode } = (await app.get('/api/app/getEmailCaptcha', { email, scene: 'register' })).result
    const password = 'Tide-Table 88'
    await app.post('/api/app/register', {
      registerType: 'email',
      email,
      captcha: devCode,
      password,
      confirmPassword: password,
      ...joining,
      lang: 'en-us',
    })
    const enter = async (claims: object) => {
      const begun = await begin()
      return signIn({ ...(await there(begun, aPerson(claims))), secret: begun.secret })
    }
    expect(answer(await enter({ email, email_verified: true }))).toBe('ACCOUNT_EXISTS')
    const unverified = await enter({ email, email_verified: false })
    expect(unverified.result.userInfo.email).toBeUndefined()
    expect((await db.query('select 1 from account where email = $1', [email])).length).toBe(1)
  })

  test('a device is known by how it names itself, not by how it is called', async () => {
    const sub = aPerson()
    const from = async (deviceId: string, userAgent: string) => {
      const begun = await begin()
      const form = { provider: 'harbour', ...(await there(begun, sub)), secret: begun.secret, ...joining, deviceId }
      return app.post('/api/app/thirdPartyLogin', form, phone(userAgent))
    }
    const { id } = (await from(anId, 'Chrome/1 Android')).result.userInfo
    await from(anId, 'Safari/1 iPhone')
    expect(await newDevices(id)).toBe(0)
    await from(anotherId, 'Chrome/1 Android')
    expect(await newDevices(id)).toBe(1)
  })

  test('of many at once one finishes', async () => {
    const begun = await begin()
    const form = { ...(await there(begun, aPerson())), secret: begun.secret }
    const before = await people()
    const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(form)))
    expect(answers.filter(({ envelope }) => envelope.code === 200)).toHaveLength(1)
    expect(await people()).toBe(before + 1)
  })

  test('one that is not offered, and one that does not answer', async () => {
    expect((await app.get('/api/app/thirdPartyUrl', { provider: 'nobody' })).envelope.key).toBe('NOT_FOUND')
    expect((await app.get('/api/app/thirdPartyUrl', { provider: 'constructor' })).envelope.key).toBe('NOT_FOUND')
    expect((await app.get('/api/app/thirdPartyUrl', { provider: 'gone' })).envelope.key).toBe('OAUTH_FAILED')
  })
})
