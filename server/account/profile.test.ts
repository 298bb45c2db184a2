import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readLedgerBalances } from '#ledger/ledger.ts'
import { newRowId } from '../core/ids.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { insertUpload } from '#server/uploads/store.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { createManualClock } from '../core/clock.ts'
import { createAppHttpServer } from '../http/server.ts'
import { accountHandlers } from './handlers.ts'
import { readAddressHold } from './holds.ts'
import { hashSecret } from './passwords.ts'
import { isAdult } from './personal.ts'
import { profileHandlers } from './profileHandlers.ts'
import { deleteOldSignIns } from './signInHistory.ts'

const clock = createManualClock(Date.parse('2026-11-21T02:00:00Z'))
const db = await testDatabase()
const appContext = testContext(db, clock)
const ended: string[] = []
appContext.events.onSessionEnded((id) => ended.push(id))
const pushed: { userId: string; event: { t: string; d: unknown } }[] = []
appContext.events.onToUser((message) => pushed.push(message))
const rooms = { account: accountHandlers(appContext), profile: profileHandlers(appContext), settings: settingsHandlers(appContext) }
const http = createAppHttpServer(appContext, rooms, { rates: noLimits, dist: '/nonexistent' })
let address = '198.51.100.7'
const app = createInProcessClient(http, clock, () => address)
afterAll(async () => {
  await http.close()
  await db.close()
})
beforeEach(() => {
  clock.advance(61_000)
  address = `198.51.100.${Math.floor(Math.random() * 250)}`
})

const as = (token: string) => ({ 'x-access-token': token })
const deviceId = () => randomBytes(16).toString('hex')
const anEmail = () => `${randomBytes(6).toString('hex')}@example.com`
const aPhone = () => `90${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
const good = 'Tide-Table 88'
const emailCode = async (email: string, scene: string) =>
  (await app.get('/api/app/getEmailCaptcha', { email, scene })).result.devCode as string
const phoneCode = async (phone: string, scene: string) =>
  (await app.get('/api/app/getPhoneCaptcha', { areaCode: '81', phone, scene })).result.devCode as string
const me = async (token: string) => (await app.get('/api/user/appUser/getMyUserInfo', {}, as(token))).result

async function aPerson(device = deviceId()) {
  const email = anEmail()
  const form = { registerType: 'email', password: good, confirmPassword: good, country: 'JP', birthYearOk: true, agree: true }
  const captcha = await emailCode(email, 'register')
  const { result } = await app.post('/api/app/register', {
    ...form,
    agreementVersion: '2',
    lang: 'en-us',
    email,
    captcha,
    deviceId: device,
  })
  return { email, device, token: result.token as string, id: result.userInfo.id as string }
}
async function aGuest() {
  const device = deviceId()
  const { result } = await app.post('/api/app/guestLogin', { deviceId: device })
  return { device, token: result.token as string, id: result.userInfo.id as string, password: result.initialPassword as string }
}
const signIn = (account: string, device: string, password = good) => app.post('/api/app/login', { account, password, deviceId: device })
const signIns = async (token: string) => (await app.get('/api/user/signIn/list', {}, as(token))).result.records
const mails = async (userId: string) =>
  (
    await db.query<{ kind: string; address: string }>('select kind, address from mail_outbox where account_id = $1 order by id', [userId])
  ).map(({ kind, address: to }) => `${kind} ${to}`)
const keyOf = (answer: { envelope: { key?: string }; result: { field?: string } }) =>
  [answer.envelope.key, answer.result?.field].filter(Boolean).join(' ')

const details = {
  surname: ' 山田 ',
  firstName: 'Ana  María',
  gender: 2,
  birthday: '1990-02-28',
  country: 'JP',
  address: '1-2-3 Minato, Tokyo',
  areaCode: '81',
  phone: '9012345678',
}
const save = (token: string, fields: object = {}) => app.post('/api/user/appUser/updateKYC', { ...details, ...fields }, as(token))

describe('personal information', () => {
  test('is written, shown to its person alone, and changed', async () => {
    const [ann, bob] = [await aPerson(), await aPerson()]
    expect((await me(ann.token)).personal).toBeNull()
    const { result } = await save(ann.token)
    expect(result).toEqual({ ...details, surname: '山田', firstName: 'Ana María' })
    expect((await me(ann.token)).personal).toEqual(result)
    expect((await me(bob.token)).personal).toBeNull()
    expect((await save(ann.token, { surname: 'Tanaka' })).result.surname).toBe('Tanaka')
  })

  test.each([
    ['country', { country: 'UK' }, 'VALIDATION country'],
    ['birthday that no calendar has', { birthday: '1990-02-30' }, 'VALIDATION birthday'],
    ['birthday in words', { birthday: 'yesterday' }, 'VALIDATION birthday'],
    ['birthday of a child', { birthday: '2008-11-22' }, 'UNDERAGE'],
    ['empty name', { surname: '  ' }, 'VALIDATION surname'],
    ['name with a line break', { firstName: 'A\nB' }, 'VALIDATION firstName'],
    ['name turned around', { firstName: 'A\u202eB' }, 'VALIDATION firstName'],
    ['gender', { gender: 3 }, 'VALIDATION gender'],
    ['short address', { address: 'here' }, 'VALIDATION address'],
    ['phone', { phone: '12-34' }, 'VALIDATION phone'],
  ])('a wrong %s is refused by name', async (_, fields, told) => {
    const { token } = await aPerson()
    expect(keyOf(await save(token, fields))).toBe(told)
    expect((await me(token)).personal).toBeNull()
  })

  test('somebody is of age from the 18th birthday on, also one that fell on 29 February', () => {
    const at = (day: string) => Date.parse(`${day}T00:00:00+08:00`) as never
    expect([isAdult('2008-11-21', at('2026-11-20')), isAdult('2008-11-21', at('2026-11-21'))]).toEqual([false, true])
    expect([isAdult('2008-02-29', at('2026-02-28')), isAdult('2008-02-29', at('2026-03-01'))]).toEqual([false, true])
  })

  test('once it is verified only the address and the phone may change, whoever writes', async () => {
    const { token, id } = await aPerson()
    await save(token)
    await db.query('update account set kyc_level = 1 where id = $1', [id])
    for (const fields of [{ surname: 'Other' }, { firstName: 'X' }, { gender: 1 }, { birthday: '1980-01-01' }, { country: 'KR' }]) {
      expect(keyOf(await save(token, fields))).toBe(`KYC_DONE ${Object.keys(fields)[0]}`)
    }
    const moved = await save(token, { address: '9 Harbour Road', phone: '9000000000' })
    expect(moved.result).toMatchObject({ address: '9 Harbour Road', phone: '9000000000', surname: '山田' })
    await expect(db.query("update personal_details set surname = 'Other' where account_id = $1", [id])).rejects.toThrow('verified')
  })
})

describe('nickname and picture', () => {
  const saveProfile = (token: string, fields: object) => app.post('/api/user/appUser/updateProfile', fields, as(token))

  test('a nickname of any script, 2 to 20 characters as a person counts them', async () => {
    const { token } = await aPerson()
    for (const nickname of ['凪', 'x'.repeat(21), ' a ', 'a\tb', 'a\u200bb', '']) {
      expect(keyOf(await saveProfile(token, { nickname })), JSON.stringify(nickname)).toBe('VALIDATION nickname')
    }
    for (const nickname of ['凪海', 'สมชาย', '👩‍🚀🌊', '🌊'.repeat(20)]) {
      expect((await saveProfile(token, { nickname })).result.nickname).toBe(nickname)
    }
    expect((await saveProfile(token, { nickname: '  Ann   B ' })).result.nickname).toBe('Ann B')
    expect((await me(token)).nickname).toBe('Ann B')
  })

  test("a picture of one's own is shown by a signed address, anybody else's does not exist", async () => {
    const [ann, bob] = [await aPerson(), await aPerson()]
    const upload = (userId: string, biz: 'avatar' | 'voucher') =>
      insertUpload(db, {
        id: newRowId(clock.now()),
        user_id: userId,
        biz,
        name: 'me.jpg',
        type: 'image/jpeg',
        size: 3,
        sha256: 'a'.repeat(64),
        width: 8,
        height: 8,
        key_id: '',
        content: Buffer.from('abc'),
        created_ms: clock.now(),
      })
    const [his, voucher, hers] = [await upload(bob.id, 'avatar'), await upload(ann.id, 'voucher'), await upload(ann.id, 'avatar')]
    for (const id of [his.id, voucher.id, '1']) expect(keyOf(await saveProfile(ann.token, { avatar: id }))).toBe('NOT_FOUND')
    expect((await saveProfile(ann.token, { avatar: hers.id })).result.avatar).toMatch(/^\/api\/sys\/common\/file\?t=/)
    expect((await me(ann.token)).avatar).toMatch(/^\/api\/sys\/common\/file\?t=/)
    expect((await saveProfile(ann.token, { nickname: 'Kept' })).result.avatar).not.toBe('')
    expect((await saveProfile(ann.token, { avatar: hers.id })).result.avatar).not.toBe('')
    const kept = async () =>
      (await db.query<{ id: string }>(`select id from upload where user_id = $1 and biz = 'avatar'`, [ann.id])).length
    const other = await upload(ann.id, 'avatar')
    expect(await kept()).toBe(2)
    await saveProfile(ann.token, { avatar: other.id })
    expect(await kept()).toBe(1)
    expect((await saveProfile(ann.token, { avatar: '' })).result.avatar).toBe('')
    expect(await kept()).toBe(0)
  })
})

/** What registration asks for. */
const agreed = { country: 'MY', birthYearOk: true, agreementVersion: '2' }

describe('an address to sign in with', () => {
  const bind = (token: string, body: object, headers: object = {}) => app.post('/api/app/bindAccount', body, { ...as(token), ...headers })

  test('makes a guest a full account that keeps its number, its money and the session at hand', async () => {
    const guest = await aGuest()
    const before = await me(guest.token)
    await db.query(
      `insert into session (id, account_id, token_hash, device, ip, created_ms, active_ms, expires_ms)
       values (4711, $1, sha256('elsewhere'), '', '', $2, $2, $2::bigint + 86400000)`,
      [guest.id, clock.now()],
    )
    const email = anEmail()
    const captcha = await emailCode(email, 'bind')
    const body = {
      type: 'email',
      target: email.toUpperCase(),
      captcha,
      newPassword: good,
      confirmPassword: good,
      ...agreed,
    }
    const headers = { 'x-request-id': randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => bind(guest.token, body, headers)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const after = answers[0]?.result
    expect(after).toMatchObject({
      uid: before.uid,
      isGuest: 0,
      email: `${email[0]}***@example.com`,
      country: 'MY',
      nickname: before.nickname,
    })
    expect(await readLedgerBalances(db, guest.id, 2)).toEqual([{ currency: 'USDT', bucket: 'AVAIL', amount: '100000.00000000' }])
    expect((await me(guest.token)).isGuest).toBe(0)
    // A password that is new to everybody else leaves them out.
    expect(await db.query('select from session where id = 4711 and ended_ms is null')).toEqual([])
    // The password that we gave is gone, the chosen one opens.
    expect(keyOf(await signIn(email, guest.device, guest.password))).toBe('BAD_CREDENTIALS')
    expect((await signIn(email, guest.device)).result.userInfo.uid).toBe(before.uid)
    expect(keyOf(await app.post('/api/app/guestLogin', { deviceId: guest.device }))).toBe('GUEST_EXISTS')
    expect(await mails(guest.id)).toEqual([`signInAdded ${email}`])
    expect(await readAddressHold(db, guest.id, clock.now())).toBeUndefined()
  })

  test('needs the code of its own scene, and nobody else may have it', async () => {
    const [guest, owner] = [await aGuest(), await aPerson()]
    const email = anEmail()
    const wrong = await emailCode(email, 'register')
    expect(keyOf(await bind(guest.token, { type: 'email', target: email, captcha: wrong, ...agreed }))).toBe('CAPTCHA_WRONG')
    expect(keyOf(await bind(guest.token, { type: 'email', target: 'nobody', captcha: '123456' }))).toBe('VALIDATION target')
    expect(keyOf(await bind(guest.token, { type: 'phone', target: '123456', captcha: '123456' }))).toBe('VALIDATION areaCode')
    clock.advance(61_000)
    const captcha = await emailCode(owner.email, 'bind')
    expect(keyOf(await bind(guest.token, { type: 'email', target: owner.email, captcha, ...agreed }))).toBe('ACCOUNT_EXISTS')
    expect((await me(guest.token)).isGuest).toBe(1)
    expect((await me(owner.token)).email).toBeDefined()
  })

  test('is refused like a registration where what it says is', async () => {
    const guest = await aGuest()
    const phone = aPhone()
    const body = { type: 'phone', target: phone, areaCode: '81', captcha: await phoneCode(phone, 'bind'), ...agreed }
    for (const [fields, told] of [
      [{ birthYearOk: false }, 'UNDERAGE'],
      [{ birthYearOk: undefined }, 'UNDERAGE'],
      [{ country: 'KP' }, 'COUNTRY_BLOCKED'],
      [{ country: undefined }, 'VALIDATION country'],
      [{ agreementVersion: '0' }, 'AGREEMENT_REQUIRED'],
      [{ agreementVersion: undefined }, 'AGREEMENT_REQUIRED'],
      [{ newPassword: good, confirmPassword: 'x' }, 'PASSWORDS_DIFFER'],
      [{ newPassword: 'alllowercase', confirmPassword: 'alllowercase' }, 'PASSWORD_WEAK'],
    ] as const) {
      expect(keyOf(await bind(guest.token, { ...body, ...fields }))).toBe(told)
    }
    const { result } = await bind(guest.token, body)
    expect(result).toMatchObject({ isGuest: 0, areaCode: '81' })
  })

  test('a second kind is added with a hold, a second of the same kind is not, and no password is slipped in', async () => {
    const person = await aPerson()
    const phone = aPhone()
    const captcha = await phoneCode(phone, 'bind')
    const body = { type: 'phone', areaCode: '81', target: phone, captcha, password: good }
    expect(keyOf(await bind(person.token, { ...body, newPassword: good, confirmPassword: good }))).toBe('VALIDATION newPassword')
    expect((await bind(person.token, body)).result).toMatchObject({ phone: expect.stringMatching(/^\*{4}\d{4}$/) })
    expect(await readAddressHold(db, person.id, clock.now())).toMatchObject({ reason: 'signInAdded' })
    expect(await mails(person.id)).toEqual([`signInAdded ${person.email}`])
    expect(keyOf(await bind(person.token, { type: 'email', target: anEmail(), captcha: '123456' }))).toBe('STATE_CONFLICT')
  })

  test('two guests at once cannot both get it', async () => {
    const guests = await Promise.all([aGuest(), aGuest(), aGuest()])
    const phone = aPhone()
    const captcha = await phoneCode(phone, 'bind')
    const answers = await Promise.all(
      guests.map(({ token }) => bind(token, { type: 'phone', areaCode: '81', target: phone, captcha, ...agreed })),
    )
    expect(answers.filter(({ envelope }) => envelope.code === 200)).toHaveLength(1)
  })
})

describe('the anti-phishing phrase', () => {
  const savePhrase = (token: string, body: object) => app.post('/api/user/appUser/antiPhishing', body, as(token))

  test('is set after a step-up, shown masked, notified, and taken away', async () => {
    const { token, id, email } = await aPerson()
    expect(keyOf(await savePhrase(token, { phrase: 'blue heron', safePassword: '428619' }))).toBe('SAFE_PASSWORD_NOT_SET')
    await db.query('update account set safe_password_hash = $2 where id = $1', [id, await hashSecret('428619')])
    expect(keyOf(await savePhrase(token, { phrase: 'blue heron' }))).toBe('STEP_UP_REQUIRED')
    expect(keyOf(await savePhrase(token, { phrase: 'blue heron', safePassword: '428618' }))).toBe('SAFE_PASSWORD_WRONG')
    expect((await me(token)).mailPhrase).toBe('')
    for (const phrase of ['abc', 'x'.repeat(21), 'a\nbcd']) {
      expect(keyOf(await savePhrase(token, { phrase, safePassword: '428619' }))).toBe('VALIDATION phrase')
    }
    expect((await savePhrase(token, { phrase: 'blue heron', safePassword: '428619' })).result).toEqual({ mailPhrase: 'b***n' })
    const shown = await app.get('/api/user/appUser/getMyUserInfo', {}, as(token))
    expect(shown.result.mailPhrase).toBe('b***n')
    expect(shown.text).not.toContain('heron')
    expect((await savePhrase(token, { phrase: '', safePassword: '428619' })).result).toEqual({ mailPhrase: '' })
    expect(await mails(id)).toEqual([`phraseChanged ${email}`, `phraseRemoved ${email}`])
  })
})

describe('sign-ins', () => {
  test('are listed with the refused ones; a known device is not news, a new one is notified by inbox and mail', async () => {
    const ann = await aPerson()
    address = '203.0.113.9'
    clock.advance(1_000)
    await signIn(ann.email, ann.device)
    expect(await mails(ann.id)).toEqual([])
    clock.advance(1_000)
    await signIn(ann.email, deviceId(), 'wrong')
    await expect.poll(async () => (await signIns(ann.token)).length).toBe(3)
    clock.advance(1_000)
    await signIn(ann.email, deviceId())
    const list = await signIns(ann.token)
    expect(list.map(({ way, ok, current, isOpen }: Record<string, unknown>) => ({ way, ok, current, isOpen }))).toEqual([
      { way: 'password', ok: true, current: false, isOpen: true },
      { way: 'password', ok: false, current: false, isOpen: false },
      { way: 'password', ok: true, current: false, isOpen: true },
      { way: 'register', ok: true, current: true, isOpen: true },
    ])
    expect(list[0].ipMasked).toBe('203.0.113.*')
    expect(await mails(ann.id)).toEqual([`newSignIn ${ann.email}`])
    expect(pushed.filter(({ userId }) => userId === ann.id).map(({ event }) => event.d)).toMatchObject([{ kind: 'newSignIn' }])
  })

  test('an unknown account leaves nothing', async () => {
    const [{ count }] = (await db.query<{ count: string }>('select count(*) from sign_in')) as [{ count: string }]
    await signIn(anEmail(), deviceId())
    expect(await db.query('select count(*) from sign_in')).toEqual([{ count }])
  })

  test('"this was not me" ends that session, holds new addresses for a day and is notified', async () => {
    const ann = await aPerson()
    clock.advance(1_000)
    const thiefsDevice = deviceId()
    const thief = (await signIn(ann.email, thiefsDevice)).result
    const [theirs, own] = await signIns(ann.token)
    const notMe = (token: string, id: string) => app.post('/api/user/signIn/notMe', { id }, as(token))
    expect(keyOf(await notMe(ann.token, own.id))).toBe('STATE_CONFLICT')
    expect(keyOf(await notMe(ann.token, 'x'))).toBe('NOT_FOUND')
    expect(keyOf(await notMe((await aPerson()).token, theirs.id))).toBe('NOT_FOUND')
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, as(thief.token))).status).toBe(200)
    ended.length = 0
    const answers = await Promise.all([1, 2].map(() => notMe(ann.token, theirs.id)))
    const done = answers.find(({ envelope }) => envelope.code === 200)
    expect(answers.map(keyOf).toSorted()).toEqual(['', 'STATE_CONFLICT'])
    expect(done?.result).toEqual({ ended: true, holdUntil: expect.any(String) })
    expect(ended).toHaveLength(1)
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, as(thief.token))).status).toBe(401)
    expect(await readAddressHold(db, ann.id, clock.now())).toEqual({ until: clock.now() + 24 * 3_600_000, reason: 'signInDisowned' })
    expect((await mails(ann.id)).at(-1)).toBe(`signInDisowned ${ann.email}`)
    expect((await signIns(ann.token))[0]).toMatchObject({ disowned: true, isOpen: false })
    // The thief's device is not known for having been here.
    clock.advance(61_000)
    const before = (await mails(ann.id)).length
    await signIn(ann.email, thiefsDevice)
    expect((await mails(ann.id)).length).toBe(before + 1)
  })

  test('are forgotten after half a year', async () => {
    const ann = await aPerson()
    await deleteOldSignIns(db, clock.now() + 179 * 86_400_000)
    expect(await signIns(ann.token)).toHaveLength(1)
    await deleteOldSignIns(db, clock.now() + 181 * 86_400_000)
    expect(await signIns(ann.token)).toHaveLength(0)
  })
})
