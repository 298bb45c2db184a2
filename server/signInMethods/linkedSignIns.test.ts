import { randomBytes } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountHandlers } from '#account/handlers.ts'
import { readAddressHold } from '#account/holds.ts'
import { hashSecret } from '#account/passwords.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import { createAppHttpServer, type AppHttpServer } from '../http/server.ts'
import { settingsHandlers } from '../settings/handlers.ts'
import { type FakeOidcProvider, signInAtProvider, startFakeOidcProvider } from '../../tests/support/browser/fakeOidcProvider.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { signInMethodsHandlers } from './handlers.ts'

const origin = 'https://trade.example.com'
const back = `${origin}/login-return`
const safePassword = '739155'
const clock = createManualClock(1_795_190_400_000)
const db: Database = await testDatabase()
let service: FakeOidcProvider
let http: AppHttpServer
let app: ReturnType<typeof createInProcessClient>
beforeAll(async () => {
  service = await startFakeOidcProvider([back])
  const { issuer, clientId, clientSecret } = service
  const harbour = { issuer, clientId, clientSecret, name: 'Harbour ID', scope: 'openid email' }
  const appContext = testContext(db, clock, { publicOrigin: origin, oidcProviders: { harbour } })
  const rooms = {
    account: accountHandlers(appContext),
    settings: settingsHandlers(appContext),
    signInMethods: signInMethodsHandlers(appContext),
  }
  http = createAppHttpServer(appContext, rooms, { rates: noLimits, dist: '/nonexistent' })
  app = createInProcessClient(http, clock)
})
afterAll(async () => {
  await http?.close()
  await service?.stop()
  await db.close()
})
beforeEach(() => clock.advance(61_000))

const as = (token: string) => ({ 'x-access-token': token })
const joining = { agree: true, agreementVersion: '2', birthYearOk: true, country: 'JP' }
const aWallet = () => privateKeyToAccount(generatePrivateKey())
type Wallet = ReturnType<typeof aWallet>
type Answer = Awaited<ReturnType<typeof app.post>>
const answer = ({ envelope, result }: Answer) => (envelope.code === 200 ? 'in' : `${envelope.key} ${result.reason ?? ''}`.trim())
const short = ({ address }: Wallet) => `${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase()

/** Somebody with an email and a password; the withdrawal password is their proof. */
async function aPerson() {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const { devCode } = (await app.get('/api/app/getEmailCaptcha', { email, scene: 'register' })).result
  const password = 'Tide-Table 88'
  const form = { registerType: 'email', email, captcha: devCode, password, confirmPassword: password, lang: 'en-us', ...joining }
  const { result } = await app.post('/api/app/register', form)
  const id = result.userInfo.id as string
  await db.query('update account set safe_password_hash = $2 where id = $1', [id, await hashSecret(safePassword)])
  return { id, email, token: result.token as string }
}
type Somebody = Awaited<ReturnType<typeof aPerson>>

const toSignIn = async ({ address }: Wallet) => (await app.get('/api/app/walletNonce', { address, chainId: '1' })).result.message as string
const signIn = async (wallet: Wallet, message: string, more: object = {}) =>
  app.post('/api/app/walletLogin', { message, signature: await wallet.signMessage({ message }), address: wallet.address, ...more })
const toAdd = ({ token }: Somebody, { address }: Wallet, proof: object = { safePassword }) =>
  app.post('/api/user/signInMethod/walletNonce', { address, chainId: '1', ...proof }, as(token))
const add = async ({ token }: Somebody, wallet: Wallet, message: string) =>
  app.post(
    '/api/user/signInMethod/addWallet',
    { message, signature: await wallet.signMessage({ message }), address: wallet.address },
    as(token),
  )
const list = async ({ token }: Somebody) => (await app.get('/api/user/signInMethod/list', {}, as(token))).result as Record<string, string>[]
const remove = ({ token }: Somebody, row: object, proof: object = { safePassword }) =>
  app.post('/api/user/signInMethod/remove', { ...row, ...proof }, as(token))
const told = async (table: 'inbox_notice' | 'mail_outbox', { id }: Somebody) =>
  (
    await db.query<{ kind: string; params: { account: string } }>(
      `select kind, params from ${table} where ${table === 'inbox_notice' ? 'user_id' : 'account_id'} = $1 order by id`,
      [id],
    )
  ).map(({ kind, params }) => `${kind} ${params.account}`)

describe('a wallet', () => {
  test('is added after a proof, signs in to that account, is notified and holds new addresses', async () => {
    const [ada, wallet] = [await aPerson(), aWallet()]
    expect((await toAdd(ada, wallet, {})).envelope.key).toBe('STEP_UP_REQUIRED')
    expect((await toAdd(ada, wallet, { safePassword: '135791' })).envelope.key).toBe('SAFE_PASSWORD_WRONG')
    const { message } = (await toAdd(ada, wallet)).result
    expect(message).toContain('Let this wallet sign in to my account. This costs nothing and moves no funds.')
    expect(answer(await add(ada, wallet, message))).toBe('in')
    expect(await list(ada)).toMatchObject([{ kind: 'wallet', provider: '', account: short(wallet) }])
    expect((await signIn(wallet, await toSignIn(wallet))).result.userInfo.id).toBe(ada.id)
    expect(await readAddressHold(db, ada.id, clock.now())).toMatchObject({ reason: 'signInAdded', until: clock.now() + 24 * 3_600_000 })
    expect([await told('inbox_notice', ada), await told('mail_outbox', ada)]).toEqual([
      expect.arrayContaining([`signInAdded ${short(wallet)}`]),
      expect.arrayContaining([`signInAdded ${short(wallet)}`]),
    ])
    expect(answer(await add(ada, wallet, message))).toBe('NONCE_EXPIRED')
  })

  test('words to sign in add nothing, words to add sign nobody in, and neither is for another account', async () => {
    const [ada, bea, wallet] = [await aPerson(), await aPerson(), aWallet()]
    expect(answer(await add(ada, wallet, await toSignIn(wallet)))).toBe('WALLET_SIGNATURE message')
    const { message } = (await toAdd(ada, wallet)).result
    expect(answer(await signIn(wallet, message, joining))).toBe('WALLET_SIGNATURE message')
    expect(answer(await add(bea, wallet, message))).toBe('WALLET_SIGNATURE message')
    const thief = aWallet()
    const forged = await app.post(
      '/api/user/signInMethod/addWallet',
      { message, signature: await thief.signMessage({ message }), address: wallet.address },
      as(ada.token),
    )
    expect(answer(forged)).toBe('WALLET_SIGNATURE signature')
    expect([await list(ada), await list(bea)]).toEqual([[], []])
    clock.advance(300_000)
    expect(answer(await add(ada, wallet, message))).toBe('NONCE_EXPIRED')
  })

  test("somebody else's is not taken over, one's own twice is one, and two people at once cannot both have it", async () => {
    const [ada, bea, wallet] = [await aPerson(), await aPerson(), aWallet()]
    await add(ada, wallet, (await toAdd(ada, wallet)).result.message)
    expect(answer(await add(bea, wallet, (await toAdd(bea, wallet)).result.message))).toBe('SIGN_IN_TAKEN')
    expect(answer(await add(ada, wallet, (await toAdd(ada, wallet)).result.message))).toBe('in')
    expect([(await list(ada)).length, (await list(bea)).length]).toEqual([1, 0])
    expect(await told('inbox_notice', ada)).toHaveLength(1)
    const fresh = aWallet()
    const messages = await Promise.all([ada, bea].map(async (each) => (await toAdd(each, fresh)).result.message as string))
    const both = await Promise.all([ada, bea].map((each, at) => add(each, fresh, messages[at] ?? '')))
    expect(both.map(answer).toSorted()).toEqual(['SIGN_IN_TAKEN', 'in'])
  })

  test('is for full accounts', async () => {
    const { result } = await app.post('/api/app/guestLogin', { deviceId: randomBytes(16).toString('hex') })
    const guest = { id: result.userInfo.id, email: '', token: result.token }
    expect((await toAdd(guest, aWallet())).envelope.key).toBe('GUEST_RESTRICTED')
  })
})

describe('another service', () => {
  let n = 0
  const person = (): string => {
    const sub = `linked-${++n}`
    service.people.set(sub, {})
    return sub
  }
  const url = ({ token }: Somebody, proof: object = { safePassword }) =>
    app.post('/api/user/signInMethod/thirdPartyUrl', { provider: 'harbour', ...proof }, as(token))
  const there = async (begun: { url: string; secret: string }, sub: string) => ({
    provider: 'harbour',
    ...(Object.fromEntries((await signInAtProvider(begun.url, sub, back)).searchParams) as { code: string; state: string }),
    secret: begun.secret,
  })
  const addIt = ({ token }: Somebody, form: object) => app.post('/api/user/signInMethod/addThirdParty', form, as(token))
  const begin = async () => (await app.get('/api/app/thirdPartyUrl', { provider: 'harbour' })).result

  test('is added after a proof, and then signs in to that account', async () => {
    const [ada, sub] = [await aPerson(), person()]
    expect((await url(ada, {})).envelope.key).toBe('STEP_UP_REQUIRED')
    expect(answer(await addIt(ada, await there((await url(ada)).result, sub)))).toBe('in')
    expect(await list(ada)).toMatchObject([{ kind: 'service', provider: 'harbour', account: 'Harbour ID' }])
    expect((await app.post('/api/app/thirdPartyLogin', await there(await begin(), sub))).result.userInfo.id).toBe(ada.id)
    expect(await told('mail_outbox', ada)).toContain('signInAdded Harbour ID')
    expect(await readAddressHold(db, ada.id, clock.now())).toMatchObject({ reason: 'signInAdded' })
  })

  test('a way there is for what it was begun for, and for its account', async () => {
    const [ada, bea] = [await aPerson(), await aPerson()]
    expect(answer(await addIt(ada, await there(await begin(), person())))).toBe('OAUTH_FAILED state')
    const form = await there((await url(ada)).result, person())
    expect(answer(await app.post('/api/app/thirdPartyLogin', { ...form, ...joining }))).toBe('OAUTH_FAILED state')
    expect(answer(await addIt(bea, form))).toBe('OAUTH_FAILED state')
    expect(answer(await addIt(ada, { ...form, secret: 'A'.repeat(43) }))).toBe('OAUTH_FAILED state')
    expect(answer(await addIt(ada, form))).toBe('in')
    expect(answer(await addIt(ada, form))).toBe('OAUTH_FAILED state')
  })

  test('one that signs in to another account is not taken over', async () => {
    const [ada, bea, sub] = [await aPerson(), await aPerson(), person()]
    await addIt(ada, await there((await url(ada)).result, sub))
    expect(answer(await addIt(bea, await there((await url(bea)).result, sub)))).toBe('SIGN_IN_TAKEN')
    expect(await list(bea)).toEqual([])
  })
})

describe('removing', () => {
  test('takes a proof, is notified, holds new addresses, and what is gone signs in no more', async () => {
    const [ada, bea, wallet] = [await aPerson(), await aPerson(), aWallet()]
    await add(ada, wallet, (await toAdd(ada, wallet)).result.message)
    const [{ kind, id } = {}] = await list(ada)
    expect((await remove(bea, { kind, id })).envelope.key).toBe('NOT_FOUND')
    expect((await remove(ada, { kind: 'service', id })).envelope.key).toBe('NOT_FOUND')
    expect((await remove(ada, { kind, id }, {})).envelope.key).toBe('STEP_UP_REQUIRED')
    expect((await list(ada)).length).toBe(1)
    clock.advance(25 * 3_600_000)
    expect((await remove(ada, { kind, id })).envelope.code).toBe(200)
    expect(await list(ada)).toEqual([])
    expect((await signIn(wallet, await toSignIn(wallet))).envelope.key).toBe('AGREEMENT_REQUIRED')
    expect(await told('inbox_notice', ada)).toContain(`signInRemoved ${short(wallet)}`)
    expect(await told('mail_outbox', ada)).toContain(`signInRemoved ${short(wallet)}`)
    expect(await readAddressHold(db, ada.id, clock.now())).toMatchObject({ reason: 'signInRemoved' })
  })

  test('the last way in stays, also when the last two go at the same moment', async () => {
    const [first, second] = [aWallet(), aWallet()]
    const { result } = await signIn(first, await toSignIn(first), joining)
    const ada = { id: result.userInfo.id as string, email: '', token: result.token as string }
    await db.query('update account set safe_password_hash = $2 where id = $1', [ada.id, await hashSecret(safePassword)])
    const [only = {}] = await list(ada)
    expect((await remove(ada, only)).envelope.key).toBe('LAST_SIGN_IN_METHOD')
    await add(ada, second, (await toAdd(ada, second)).result.message)
    const both = await list(ada)
    const answers = await Promise.all(both.map((row) => remove(ada, { kind: row['kind'], id: row['id'] })))
    expect(answers.map(({ envelope }) => envelope.key ?? 'OK').toSorted()).toEqual(['LAST_SIGN_IN_METHOD', 'OK'])
    expect(await list(ada)).toHaveLength(1)
  })
})
