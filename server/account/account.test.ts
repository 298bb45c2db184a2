import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#db/database.ts'
import { readLedgerBalances } from '#ledger/ledger.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { createManualClock } from '../core/clock.ts'
import type { Config } from '../core/startup/config.ts'
import { createAppHttpServer, type AppHttpServer } from '../http/server.ts'
import { deleteExpiredVerificationCodes } from './codes.ts'
import { permissiveLegalRecords } from '../../tests/support/practiceEverywhere.ts'
import { productAvailabilitiesForResidence } from '../core/countries.ts'
import { accountHandlers } from './handlers.ts'
import { deleteExpiredSessions } from './sessions.ts'

const clock = createManualClock(1_795_190_400_000)
const db: Database = await testDatabase()
const opened: AppHttpServer[] = []
afterAll(async () => {
  await Promise.all(opened.map((http) => http.close()))
  await db.close()
})

/** A server of its own on the one database. */
function serve(config: Partial<Config> = {}, rates: Partial<typeof noLimits> = noLimits) {
  const appContext = testContext(db, clock, config)
  const ended: string[] = []
  appContext.events.onSessionEnded((id) => ended.push(id))
  const http = createAppHttpServer(
    appContext,
    { account: accountHandlers(appContext), settings: settingsHandlers(appContext) },
    { rates, dist: '/nonexistent' },
  )
  opened.push(http)
  return { ...createInProcessClient(http, clock, () => address), http, ended, as: (token: string) => ({ 'x-access-token': token }) }
}
type Served = ReturnType<typeof serve>
// Each test comes from an address of its own: wrong passwords are counted per address too.
let address = '198.51.100.0'
let tests = 0
const app = serve()
beforeEach(() => {
  clock.advance(61_000)
  address = `198.51.100.${++tests}`
})

const deviceId = () => randomBytes(16).toString('hex')
const anEmail = () => `${randomBytes(6).toString('hex')}@example.com`
const good = 'Tide-Table 88'
const emailCode = async (to: Served, email: string, scene = 'register') =>
  (await to.get('/api/app/getEmailCaptcha', { email, scene })).result.devCode as string
const form = (fields: object) => ({
  registerType: 'email',
  password: good,
  confirmPassword: good,
  country: 'JP',
  birthYearOk: true,
  agree: true,
  agreementVersion: '2',
  lang: 'en-us',
  ...fields,
})
async function aPerson(fields: object = {}) {
  const email = anEmail()
  const answer = await app.post('/api/app/register', form({ email, captcha: await emailCode(app, email), ...fields }))
  return { email, answer, token: answer.result.token as string, id: answer.result.userInfo?.id as string }
}
const signIn = (account: string, password = good, to = app) => to.post('/api/app/login', { account, password, deviceId: deviceId() })

describe('opening an account', () => {
  test('with an email: signed in, demo money booked, everything masked', async () => {
    const email = anEmail()
    const captcha = await emailCode(app, email)
    expect(captcha).toMatch(/^\d{6}$/)
    const { result, envelope } = await app.post('/api/app/register', form({ email: email.toUpperCase(), captcha }))
    expect(envelope.code).toBe(200)
    expect(result).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      demoFunded: '100000.00000000',
      userInfo: {
        uid: expect.stringMatching(/^[1-9]\d{7}$/),
        isGuest: 0,
        email: `${email[0]}***@example.com`,
        account: `${email[0]}***@example.com`,
        regionProfile: 'ASIA',
        features: {
          contract: 'real',
          cryptoContract: 'real',
          option: 'real',
          second: 'real',
          loan: 'real',
          earn: 'real',
          ieo: 'real',
          incentive: 'real',
        },
        inviteCode: expect.stringMatching(/^[A-Z2-7]{8}$/),
      },
    })
    expect(await readLedgerBalances(db, result.userInfo.id, 2)).toEqual([{ currency: 'USDT', bucket: 'AVAIL', amount: '100000.00000000' }])
    const me = await app.get('/api/user/appUser/getMyUserInfo', {}, app.as(result.token))
    expect(me.result).toEqual(result.userInfo)
    expect(me.text).not.toContain(email)
    const [kept] = await db.query<{ token_hash: Buffer }>('select token_hash from session where account_id = $1', [result.userInfo.id])
    expect(kept?.token_hash).toEqual(createHash('sha256').update(result.token).digest())
    const [row] = await db.query<{ password_hash: string }>('select password_hash from account where id = $1', [result.userInfo.id])
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('fifty of the same request open one account', async () => {
    const email = anEmail()
    const body = form({ email, captcha: await emailCode(app, email) })
    const headers = { 'x-request-id': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.post('/api/app/register', body, headers)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.envelope.code).toBe(200)
    const [count] = await db.query<{ people: string; funded: string }>(
      'select count(*) people, (select count(*) from posting where ref_id = min(a.id)::text) funded from account a where email = $1',
      [email],
    )
    expect(count).toEqual({ people: '1', funded: '1' })
  })

  test('two people with one address at the same moment', async () => {
    const email = anEmail()
    const captcha = await emailCode(app, email)
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.post('/api/app/register', form({ email, captcha }))))
    expect(answers.filter(({ envelope }) => envelope.code === 200)).toHaveLength(1)
    expect((await db.query('select 1 from account where email = $1', [email])).length).toBe(1)
  })

  test('every refusal has its name, and none of them uses up the code', async () => {
    const email = anEmail()
    const captcha = await emailCode(app, email)
    const told = async (fields: object) => {
      const { envelope, result } = await app.post('/api/app/register', form({ email, captcha, ...fields }))
      return [envelope.key, result.rule ?? result.field].filter(Boolean).join(' ')
    }
    expect(await told({ agree: false })).toBe('AGREEMENT_REQUIRED')
    expect(await told({ agreementVersion: '0' })).toBe('AGREEMENT_REQUIRED')
    expect(await told({ birthYearOk: false })).toBe('UNDERAGE')
    expect(await told({ country: 'KP' })).toBe('COUNTRY_BLOCKED')
    expect(await told({ country: 'UK' })).toBe('VALIDATION unknown')
    expect(await told({ country: 'jp' })).toBe('VALIDATION invalid_format')
    expect(await told({ confirmPassword: 'other' })).toBe('PASSWORDS_DIFFER')
    for (const [password, rule] of [
      ['short1A', 'VALIDATION too_small'],
      ['alllowercase', 'PASSWORD_WEAK classes'],
      ['P@ssw0rd123', 'PASSWORD_WEAK common'],
      ['Qwerty123!', 'PASSWORD_WEAK common'],
      ['Dragon-2024', 'PASSWORD_WEAK common'],
      [`Xy9 ${email.split('@')[0]}`, 'PASSWORD_WEAK containsAccount'],
      ['a'.repeat(65), 'VALIDATION too_big'],
    ] as const) {
      expect(await told({ password, confirmPassword: password })).toBe(rule)
    }
    expect(await told({ inviteCode: 'AAAAAAAA' })).toBe('INVITE_INVALID')
    expect(await told({ registerType: 'phone' })).toBe('VALIDATION required')
    expect(await told({ email: undefined })).toBe('VALIDATION required')
    expect(await told({ email: 'no address' })).toBe('VALIDATION invalid_format')
    expect(await told({ captcha: captcha === '000000' ? '000001' : '000000' })).toBe('CAPTCHA_WRONG')
    expect(await told({})).toBe('')
    expect(await told({})).toBe('CAPTCHA_EXPIRED')
    clock.advance(61_000)
    expect(await told({ captcha: await emailCode(app, email) })).toBe('ACCOUNT_EXISTS')
  })

  test('with a phone and an invitation; long passphrases need no signs', async () => {
    const inviter = await aPerson()
    const inviteCode = inviter.answer.result.userInfo.inviteCode as string
    const phone = String(10_000_000_00 + Math.floor(Math.random() * 1e8))
    const { devCode } = (await app.get('/api/app/getPhoneCaptcha', { areaCode: '60', phone, scene: 'register' })).result
    const password = 'salt wind over the quay'
    const { result, envelope } = await app.post(
      '/api/app/register',
      form({
        registerType: 'phone',
        areaCode: '60',
        phone,
        captcha: devCode,
        password,
        confirmPassword: password,
        inviteCode,
        country: 'MY',
      }),
    )
    expect(envelope.code).toBe(200)
    expect(result.userInfo).toMatchObject({ phone: `****${phone.slice(-4)}`, areaCode: '60' })
    expect((await signIn(phone, password)).envelope.code).toBe(200)
    expect((await app.post('/api/app/login', { account: phone, areaCode: '61', password, deviceId: deviceId() })).envelope.code).toBe(4101)
    const [row] = await db.query<{ invited_by: string }>('select invited_by from account where phone = $1', [phone])
    expect(row?.invited_by).toBe(inviter.id)
    const link = await app.get('/api/set/appShortLink/use', { code: inviteCode.toLowerCase() })
    expect(link.result).toEqual({ code: inviteCode, type: 'invite', inviteCode, target: `/register?invite=${inviteCode}`, valid: true })
    await app.get('/api/set/appShortLink/use', { code: inviteCode })
    expect(await db.query('select 1 from short_link_use where code = $1', [inviteCode])).toHaveLength(1)
    expect((await app.get('/api/set/appShortLink/use', { code: 'nothing1' })).envelope.code).toBe(404)
  })

  test.each([
    ['GB', 'UK', 'demo', 'off', 'off'],
    ['US', 'US', 'off', 'off', 'off'],
    ['PR', 'US', 'off', 'off', 'off'],
    ['CA', 'CA', 'off', 'off', 'off'],
    ['IL', 'IL', 'off', 'off', 'off'],
    ['DE', 'EEA', 'demo', 'demo', 'off'],
    ['AU', 'AU', 'demo', 'demo', 'off'],
    ['BR', 'OTHER', 'demo', 'demo', 'demo'],
  ])('%s is under the rules of %s, and a sandbox has everything on', async (country, regionProfile, contract, cryptoContract, second) => {
    const { answer } = await aPerson({ country })
    expect(answer.result.userInfo).toMatchObject({ regionProfile, features: { contract: 'real', cryptoContract: 'real', second: 'real' } })
    expect(productAvailabilitiesForResidence({ country }, { config: { env: 'production' }, legal: permissiveLegalRecords })).toMatchObject({
      contract,
      cryptoContract,
      second,
    })
  })
})

describe('codes', () => {
  test('one a minute, five an hour, ten a day', async () => {
    const email = anEmail()
    const ask = () => app.get('/api/app/getEmailCaptcha', { email, scene: 'login' })
    expect((await ask()).envelope.code).toBe(200)
    clock.advance(20_000)
    const soon = await ask()
    expect([soon.status, soon.envelope.key, soon.result]).toEqual([200, 'CAPTCHA_TOO_SOON', { seconds: 40 }])
    for (let n = 0; n < 4; n++) {
      clock.advance(60_000)
      expect((await ask()).envelope.code).toBe(200)
    }
    clock.advance(60_000)
    const hour = await ask()
    expect([hour.status, hour.envelope.code, hour.headers['retry-after']]).toEqual([429, 429, String(hour.result.seconds)])
    clock.advance(3_600_000)
    for (let n = 0; n < 5; n++) {
      expect((await ask()).envelope.code).toBe(200)
      clock.advance(61_000)
    }
    clock.advance(3_600_000)
    expect((await ask()).envelope.code).toBe(429)
    clock.advance(86_400_000)
    expect((await ask()).envelope.code).toBe(200)
  })

  test('twenty at once send one', async () => {
    const email = anEmail()
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.get('/api/app/getEmailCaptcha', { email, scene: 'login' })))
    expect(answers.filter(({ envelope }) => envelope.code === 200)).toHaveLength(1)
  })

  test('five tries, even all at the same moment, even when each is rolled back', async () => {
    const email = anEmail()
    const captcha = await emailCode(app, email)
    const wrong = captcha === '123456' ? '123457' : '123456'
    const answers = await Promise.all(Array.from({ length: 12 }, () => app.post('/api/app/register', form({ email, captcha: wrong }))))
    const count = (key: string) => answers.filter(({ envelope }) => envelope.key === key).length
    expect([count('CAPTCHA_WRONG'), count('CAPTCHA_EXPIRED')]).toEqual([5, 7])
    expect((await app.post('/api/app/register', form({ email, captcha }))).envelope.key).toBe('CAPTCHA_EXPIRED')
  })

  test('for its scene and its address only, ten minutes long; the newest counts', async () => {
    const { email } = await aPerson()
    clock.advance(61_000)
    const captcha = await emailCode(app, email, 'login')
    const enter = (code: string, to = email) => app.post('/api/app/emailLogin', { email: to, captcha: code, deviceId: deviceId() })
    expect((await enter(captcha, anEmail())).envelope.key).toBe('CAPTCHA_WRONG')
    expect((await app.post('/api/app/register', form({ email, captcha }))).envelope.key).toMatch(/^CAPTCHA_(WRONG|EXPIRED)$/)
    clock.advance(600_000)
    expect((await enter(captcha)).envelope.key).toBe('CAPTCHA_EXPIRED')
    const next = await emailCode(app, email, 'login')
    const signedIn = await enter(next)
    expect(signedIn.result).toMatchObject({ needGoogle: 0, token: expect.any(String) })
    expect((await enter(next)).envelope.key).toBe('CAPTCHA_EXPIRED')
    const [kept] = await db.query<{ code_hash: string }>('select code_hash from code where target = $1 order by created_ms desc', [email])
    expect(kept?.code_hash).toMatch(/^\$argon2id/)
  })

  test('an address without an account gets the same answers', async () => {
    const email = anEmail()
    const known = (await aPerson()).email
    clock.advance(61_000)
    const [a, b] = [
      await app.get('/api/app/getEmailCaptcha', { email, scene: 'login' }),
      await app.get('/api/app/getEmailCaptcha', { email: known, scene: 'login' }),
    ]
    expect({ ...a.result, devCode: '' }).toEqual({ ...b.result, devCode: '' })
    expect((await app.post('/api/app/emailLogin', { email, captcha: a.result.devCode, deviceId: deviceId() })).envelope.key).toBe(
      'CAPTCHA_WRONG',
    )
    expect(await db.query('select 1 from account where email = $1', [email])).toHaveLength(0)
  })
})

test('whoever is asked for, by whatever name, is found by an index', async () => {
  await db.query(`insert into account (id, uid, area_code, phone, nickname, country, lang, is_guest, invite_code, created_ms)
    select n, (10000000 + n)::text, (n % 200)::text, (5550000000 + n)::text, 'x', 'US', 'en-us', false, 'N' || n, 1 from generate_series(1, 20000) n`)
  await db.query('analyze account')
  const exists = async (account: string) => (await app.get('/api/app/checkAccount', { account, accountType: 'phone' })).result.exists
  expect([
    await exists('5550000007'),
    await exists('7-5550000007'),
    await exists('8-5550000007'),
    await exists('7-'),
    await exists('-'),
  ]).toEqual([1, 1, 0, 0, 0])
  const queries: [string, readonly unknown[]][] = []
  const spied: Database = {
    ...db,
    query: (text, values) => {
      if (/from account where/.test(text)) queries.push([text, values ?? []])
      return db.query(text, values)
    },
  }
  const appContext = testContext(spied, clock)
  const http = createAppHttpServer(
    appContext,
    { account: accountHandlers(appContext), settings: settingsHandlers(appContext) },
    { rates: noLimits, dist: '/nonexistent' },
  )
  opened.push(http)
  const to = createInProcessClient(http, clock, () => address)
  for (const account of ['5550000007', '7-5550000007', '12345678', 'nobody', 'a@b.co']) {
    await to.get('/api/app/checkAccount', { account, accountType: 'phone' })
    await to.post('/api/app/login', { account, password: 'wrong', deviceId: deviceId() })
  }
  expect(queries.length).toBeGreaterThan(8)
  for (const [text, values] of queries) {
    const plan = await db.query(`explain ${text}`, values)
    expect({ text, plan: JSON.stringify(plan) }).not.toMatchObject({ plan: expect.stringContaining('Seq Scan') })
  }
})

test('what nobody needs any more is forgotten, and nothing else', async () => {
  const { token } = (await app.post('/api/app/guestLogin', { deviceId: deviceId() })).result
  const email = anEmail()
  await emailCode(app, email)
  const known = async () => ({
    session: (await db.query('select 1 from session where token_hash = $1', [createHash('sha256').update(token).digest()])).length,
    target: (await db.query('select 1 from code_target where target = $1', [email])).length,
  })
  const later = (days: number) => clock.now() + days * 86_400_000
  await Promise.all([deleteExpiredSessions(db, later(30)), deleteExpiredVerificationCodes(db, later(1))])
  expect(await known()).toEqual({ session: 1, target: 1 })
  await deleteExpiredSessions(db, later(61))
  await deleteExpiredVerificationCodes(db, later(3))
  expect(await known()).toEqual({ session: 0, target: 0 })
  // Forgetting at the very moment of asking lets no second code through.
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => app.get('/api/app/getEmailCaptcha', { email, scene: 'login' })),
    ...Array.from({ length: 8 }, () => deleteExpiredVerificationCodes(db, clock.now()).then(() => undefined)),
  ])
  expect(answers.filter((answer) => answer?.envelope.code === 200)).toHaveLength(1)
})

describe('a whole household of addresses', () => {
  test('is one address where wrong passwords are counted', async () => {
    const seen = new Map<string, number>()
    for (let at = 0; at < 55; at++) {
      address = `2001:db8:7:7::${at.toString(16)}`
      const { key } = (await app.post('/api/app/login', { account: `${at}-${anEmail()}`, password: 'wrong', deviceId: deviceId() }))
        .envelope
      seen.set(key!, (seen.get(key!) ?? 0) + 1)
    }
    expect(Object.fromEntries(seen)).toEqual({ BAD_CREDENTIALS: 50, TOO_MANY: 5 })
  })
})

describe('mail', () => {
  test('the code arrives by SMTP and not in the reply', async () => {
    const letters: { to: string; text: string }[] = []
    const post = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        let text = ''
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
        stream.on('end', () => {
          letters.push({ to: session.envelope.rcptTo[0]?.address ?? '', text })
          done(text.includes('refused@') ? new Error('no such box') : null)
        })
      },
    })
    await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve))
    const port = (post.server.address() as AddressInfo).port
    const real = serve({ env: 'production', smtpUrl: `smtp://127.0.0.1:${port}/?from=desk@fairlead.example` })
    const email = anEmail()
    const sent = await real.get('/api/app/getEmailCaptcha', { email, scene: 'register' })
    expect(sent.result).toEqual({ sent: true, resendIn: 60, expireIn: 600 })
    expect(letters[0]?.to).toBe(email)
    expect(letters[0]?.text).toContain('desk@fairlead.example')
    const captcha = /code is (\d{6})\./.exec(letters[0]?.text ?? '')?.[1] ?? ''
    expect((await real.post('/api/app/register', form({ email, captcha }))).envelope.code).toBe(200)

    const stranger = anEmail()
    expect((await real.get('/api/app/getEmailCaptcha', { email: stranger, scene: 'login' })).result).toEqual(sent.result)
    expect(letters[1]?.text).toContain('no account')
    expect(letters[1]?.text).not.toMatch(/\b\d{6}\b(?!@)/)

    const refused = await real.get('/api/app/getEmailCaptcha', { email: 'refused@example.com', scene: 'register' })
    expect([refused.status, refused.envelope.key]).toEqual([500, 'SERVER'])
    expect((await real.get('/api/app/getEmailCaptcha', { email: 'refused@example.com', scene: 'register' })).envelope.key).toBe('SERVER')

    expect((await real.get('/api/app/getPhoneCaptcha', { areaCode: '60', phone: '123456789', scene: 'login' })).envelope.code).toBe(403)
    expect((await real.get('/api/set/appSysSet/getKeyByParam', { key: 'sys_set' })).result).toMatchObject({
      env: 'production',
      loginMethods: ['password', 'email', 'guest', 'passkey', 'wallet'],
    })
    expect((await app.get('/api/set/appSysSet/getKeyByParam', { key: 'sys_set' })).result.loginMethods).toEqual([
      'password',
      'email',
      'phone',
      'guest',
      'passkey',
      'wallet',
    ])
    await new Promise<void>((resolve) => post.close(() => resolve()))
  })
})

describe('signing in', () => {
  test('wrong password and unknown account are one answer', async () => {
    const { email } = await aPerson()
    const [a, b] = [await signIn(email, 'wrong'), await signIn(anEmail(), 'wrong')]
    expect({ ...a.envelope, traceId: '' }).toEqual({ ...b.envelope, traceId: '' })
    expect(a.envelope).toMatchObject({ code: 4101, key: 'BAD_CREDENTIALS', result: {} })
    expect((await signIn(` ${email.toUpperCase()} `)).envelope.code).toBe(200)
  })

  test('ten wrong passwords lock the name for fifteen minutes, known or not, even all at once', async () => {
    const { email } = await aPerson()
    for (const account of [email, anEmail()]) {
      const answers = await Promise.all(Array.from({ length: 14 }, () => signIn(account, 'wrong')))
      expect(answers.filter(({ envelope }) => envelope.key === 'BAD_CREDENTIALS')).toHaveLength(10)
      const locked = await signIn(account)
      expect([locked.envelope.key, locked.result]).toEqual(['ACCOUNT_LOCKED', { minutes: 15 }])
      expect(locked.envelope.message).toBe('Too many tries. You can sign in again in 15 min.')
    }
    clock.advance(14 * 60_000)
    expect((await signIn(email)).result).toEqual({ minutes: 1 })
    clock.advance(61_000)
    expect((await signIn(email)).envelope.code).toBe(200)
    for (let n = 0; n < 9; n++) await signIn(email, 'wrong')
    expect((await signIn(email)).envelope.code).toBe(200)
    for (let n = 0; n < 9; n++) await signIn(email, 'wrong')
    expect((await signIn(email)).envelope.code).toBe(200)
  })

  test('fifty wrong passwords in an hour lock the address, whatever names they were for', async () => {
    const { email } = await aPerson()
    for (let n = 0; n < 50; n++) expect((await signIn(`${n}${email}`, 'wrong')).envelope.code).toBe(4101)
    const stopped = await signIn(email)
    expect([stopped.status, stopped.envelope.key, stopped.result]).toEqual([429, 'TOO_MANY', { seconds: 900 }])
    address = '203.0.113.9'
    expect((await signIn(email)).envelope.code).toBe(200)
  })

  test('a guest has one account per device, a password shown once, and is found by uid', async () => {
    const device = deviceId()
    expect((await app.get('/api/app/checkAccount', { account: '', accountType: 'guest', deviceId: device })).result).toEqual({ exists: 0 })
    const answers = await Promise.all([1, 2, 3].map(() => app.post('/api/app/guestLogin', { deviceId: device })))
    const first = answers.find(({ envelope }) => envelope.code === 200)
    expect(answers.map(({ envelope }) => envelope.code).toSorted()).toEqual([200, 4121, 4121])
    expect(first?.result).toMatchObject({
      initialPassword: expect.stringMatching(/^[\w]{10}$/),
      userInfo: { isGuest: 1, regionProfile: 'UNKNOWN' },
    })
    const { uid, account, id } = (first as NonNullable<typeof first>).result.userInfo
    expect(account).toBe(uid)
    expect((await app.get('/api/app/checkAccount', { account: '', accountType: 'guest', deviceId: device })).result).toEqual({ exists: 1 })
    const again = await app.post('/api/app/guestLogin', { deviceId: device })
    expect(again.envelope.message).toBe('The account already exists, please log in with your password')
    expect((await signIn(uid, first?.result.initialPassword)).result.userInfo.id).toBe(id)
    expect(await readLedgerBalances(db, id, 2)).toHaveLength(1)
    expect((await app.post('/api/app/guestLogin', { deviceId: 'x' })).result).toMatchObject({ field: 'deviceId' })
    // A full account is not found by its uid.
    const person = await aPerson()
    expect((await signIn(person.answer.result.userInfo.uid)).envelope.code).toBe(4101)
  })

  test('whether an account exists, for the sign-up form', async () => {
    const { email } = await aPerson()
    expect((await app.get('/api/app/checkAccount', { account: email.toUpperCase(), accountType: 'email' })).result).toEqual({ exists: 1 })
    expect((await app.get('/api/app/checkAccount', { account: anEmail(), accountType: 'email' })).result).toEqual({ exists: 0 })
    expect((await app.get('/api/app/checkGoogleAuth', { account: email })).result).toEqual({ bind: 0 })
    const limited = serve({}, {})
    for (let n = 0; n < 10; n++)
      expect((await limited.get('/api/app/checkAccount', { account: email, accountType: 'email' })).status).toBe(200)
    expect((await limited.get('/api/app/checkAccount', { account: email, accountType: 'email' })).status).toBe(429)
  })
})

describe('sessions', () => {
  test('the list begins with the present one, however many others were used since', async () => {
    const { token } = (await app.post('/api/app/guestLogin', { deviceId: randomBytes(16).toString('hex') })).result
    await db.query(
      `insert into session (id, account_id, token_hash, device, ip, created_ms, active_ms, expires_ms)
       select id + n, account_id, sha256(token_hash || n::text::bytea), device, ip, created_ms, active_ms + n, expires_ms
       from session, generate_series(1, 130) n where token_hash = $1`,
      [createHash('sha256').update(token).digest()],
    )
    const list = (await app.get('/api/user/session/list', {}, { 'x-access-token': token })).result as { current: boolean }[]
    expect([list.length, list.findIndex(({ current }) => current)]).toEqual([131, 0])
  })

  test('are listed, ended one by one or all others, and refused at the very next call', async () => {
    const { email, token, id } = await aPerson()
    const chrome = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36' }
    const second = (await app.post('/api/app/login', { account: email, password: good, deviceId: deviceId() }, chrome)).result.token
    const third = (await app.post('/api/app/login', { account: email, password: good, deviceId: deviceId(), deviceName: 'Kitchen' })).result
      .token
    const list = (await app.get('/api/user/session/list', {}, app.as(token))).result as { id: string; device: string; current: boolean }[]
    expect(list.map(({ device }) => device).toSorted()).toEqual(['Chrome · Android', 'Kitchen', 'Unknown device'])
    expect(list.filter(({ current }) => current)).toHaveLength(1)
    expect(list[0]).toMatchObject({
      ipMasked: '198.51.100.*',
      country: 'JP',
      createTime: expect.stringMatching(/^2026-/),
      lastActive: expect.any(Number),
    })

    const kitchen = list.find(({ device }) => device === 'Kitchen')?.id as string
    const stranger = await aPerson()
    expect((await app.post('/api/user/session/revoke', { id: kitchen }, app.as(stranger.token))).envelope.code).toBe(404)
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, app.as(third))).status).toBe(200)
    expect((await app.post('/api/user/session/revoke', { id: kitchen }, app.as(token))).result).toEqual({ revoked: 1 })
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, app.as(third))).status).toBe(401)
    expect(app.ended).toContain(kitchen)
    expect((await app.post('/api/user/session/revoke', { id: 'others' }, app.as(token))).result).toEqual({ revoked: 1 })
    expect((await serve().get('/api/user/appUser/getMyUserInfo', {}, app.as(second))).status).toBe(401)
    expect((await app.post('/api/user/session/revoke', { id: 'others' }, app.as(token))).result).toEqual({ revoked: 0 })

    expect((await app.post('/api/app/logout', {}, app.as(token))).result).toEqual({})
    // Signing out ends well whatever the token is: none, one that is over, one that never was.
    for (const headers of [app.as(token), {}, app.as('not-a-token')]) {
      const again = await app.post('/api/app/logout', {}, headers)
      expect([again.status, again.envelope.code, again.result]).toEqual([200, 200, {}])
    }
    expect(await db.query('select 1 from session where account_id = $1 and ended_ms is null', [id])).toHaveLength(0)
  })

  test('last thirty days from the last use, which is stored once a minute', async () => {
    const { token, id } = await aPerson()
    const active = async () =>
      Number((await db.query<{ active_ms: string }>('select active_ms from session where account_id = $1', [id]))[0]?.active_ms)
    const began = await active()
    clock.advance(59_000)
    await app.get('/api/user/appUser/activeReport', {}, app.as(token))
    expect(await active()).toBe(began)
    clock.advance(1_000)
    await app.get('/api/user/appUser/activeReport', {}, app.as(token))
    expect(await active()).toBe(began + 60_000)
    clock.advance(29 * 86_400_000)
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, app.as(token))).status).toBe(200)
    clock.advance(29 * 86_400_000)
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, app.as(token))).status).toBe(200)
    clock.advance(30 * 86_400_000)
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, app.as(token))).status).toBe(401)
  })

  test('settings are kept one by one; presence can be switched off; nothing else can be written', async () => {
    const { token, id } = await aPerson()
    const save = (fields: object) => app.post('/api/user/settings', fields, app.as(token))
    expect((await save({ upColor: 'red', userId: '1', isGuest: 1 })).result).toMatchObject({ upColor: 'red', theme: 'auto', presence: 1 })
    expect((await save({ lang: 'tai' })).result).toMatchObject({ upColor: 'red', lang: 'tai' })
    expect((await save({ textScale: 1.2 })).result).toMatchObject({ upColor: 'red', textScale: '1.2' })
    expect((await save({ textScale: 1.31 })).envelope.code).toBe(4001)
    expect((await save({ hand: 'left' })).result).toMatchObject({ upColor: 'red', hand: 'left' })
    expect((await save({ hand: 'both' })).result).toMatchObject({ field: 'hand' })
    expect((await save({ lang: 'klingon' })).result).toMatchObject({ field: 'lang' })
    expect((await save({ defaultCurrency: 'dollars' })).result).toMatchObject({ field: 'defaultCurrency' })
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, app.as(token))).result).toMatchObject({
      lang: 'tai',
      isGuest: 0,
      settings: { lang: 'tai', upColor: 'red', hand: 'left' },
    })
    const online = async () =>
      (await db.query<{ online_ms: string | null }>('select online_ms from account where id = $1', [id]))[0]?.online_ms
    await save({ presence: 0 })
    await app.get('/api/user/appUser/importantCustomerOnLine', {}, app.as(token))
    expect(await online()).toBeNull()
    await save({ presence: 1 })
    await app.get('/api/user/appUser/importantCustomerOnLine', {}, app.as(token))
    expect(await online()).toBe(String(clock.now()))
  })
})
