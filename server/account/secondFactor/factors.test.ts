import { createHash, randomBytes } from 'node:crypto'
import { generate } from 'otplib'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '#db/database.ts'
import { settingsHandlers } from '../../settings/handlers.ts'
import { testDatabase } from '../../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../../tests/support/wire.ts'
import { createManualClock } from '../../core/clock.ts'
import { createAppHttpServer, type AppHttpServer } from '../../http/server.ts'
import { passwordAndAuthenticatorHandlers } from './factorHandlers.ts'
import { accountHandlers } from '../handlers.ts'
import { readAddressHold } from '../holds.ts'
import { issueStepUpToken, requireStepUp } from './stepUp.ts'

/** Slow hashes that were made or compared: what an answer costs, whatever the machine does beside it. */
const work = vi.hoisted(() => ({ hashes: 0 }))
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>()
  const counted =
    <A extends unknown[], R>(run: (...args: A) => R) =>
    (...args: A): R => {
      work.hashes++
      return run(...args)
    }
  return { ...real, hash: counted(real.hash), hashRaw: counted(real.hashRaw), verify: counted(real.verify) }
})

const clock = createManualClock(1_795_190_400_000)
const db: Database = await testDatabase()
const opened: AppHttpServer[] = []
afterAll(async () => {
  await Promise.all(opened.map((http) => http.close()))
  await db.close()
})

/** A server of its own on the one database. */
function serve() {
  const appContext = testContext(db, clock)
  const ended: string[] = []
  appContext.events.onSessionEnded((id) => ended.push(id))
  const rooms = {
    account: accountHandlers(appContext),
    factors: passwordAndAuthenticatorHandlers(appContext),
    settings: settingsHandlers(appContext),
  }
  const http = createAppHttpServer(appContext, rooms, { rates: noLimits, dist: '/nonexistent' })
  opened.push(http)
  return { ...createInProcessClient(http, clock, () => address), app: appContext, ended }
}
let address = '198.51.100.0'
let tests = 0
const app = serve()
const other = serve()
beforeEach(() => {
  clock.advance(61_000)
  address = `198.51.100.${++tests}`
})

const good = 'Tide-Table 88'
const better = 'Harbour-Light 91'
const deviceId = () => randomBytes(16).toString('hex')
/** What everybody here signs in on: nothing new to anybody. */
const device = deviceId()
const as = (token: string) => ({ 'x-access-token': token })
const emailCode = async (email: string, scene: string) =>
  (await app.get('/api/app/getEmailCaptcha', { email, scene })).result.devCode as string

async function aPerson() {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const { result } = await app.post('/api/app/register', {
    registerType: 'email',
    email,
    password: good,
    confirmPassword: good,
    captcha: await emailCode(email, 'register'),
    country: 'JP',
    birthYearOk: true,
    agree: true,
    agreementVersion: '2',
    lang: 'en-us',
    deviceId: device,
  })
  // Until another code may be asked for.
  clock.advance(61_000)
  return { email, token: result.token as string, id: result.userInfo.id as string }
}
const signIn = (account: string, password = good, to = app) => to.post('/api/app/login', { account, password, deviceId: device })
const codeOf = (secret: string, steps = 0) => generate({ secret, epoch: Math.floor(clock.now() / 1000) + 30 * steps })
const wrongFor = async (secret: string) => {
  const right = new Set(await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))))
  return ['111112', '222223', '333334', '444445', '555556', '666667'].find((code) => !right.has(code)) as string
}
const offer = async (token: string, to = app) => (await to.get('/api/app/generateGoogleKey', {}, as(token))).result
/** Bound, and a step later, so that the next code is a new one. */
async function bound() {
  const person = await aPerson()
  const { ticket, secret } = await offer(person.token)
  const { result } = await app.post(
    '/api/user/appUser/bindGoogleAuth',
    { ticket, googleCode: await codeOf(secret), password: good },
    as(person.token),
  )
  clock.advance(60_000)
  return { ...person, secret: secret as string, recoveryCodes: result.recoveryCodes as string[] }
}
const secondStep = (fields: object, to = app) => to.post('/api/app/googleSecretLogin', { deviceId: device, ...fields })
const isIn = async (token: string) => (await app.get('/api/user/appUser/getMyUserInfo', {}, as(token))).envelope.code === 200
const kindsOf = async (id: string) =>
  (await db.query<{ kind: string }>('select kind from inbox_notice where user_id = $1 order by id', [id])).map(({ kind }) => kind)
const mailsTo = async (id: string) =>
  (await db.query<{ kind: string }>('select kind from mail_outbox where account_id = $1 order by id', [id])).map(({ kind }) => kind)
const holdOf = (id: string) => readAddressHold(db, id, clock.now())

describe('binding an authenticator', () => {
  test('the same secret within ten minutes on every server, another one later', async () => {
    const { token } = await aPerson()
    const first = await offer(token)
    expect(first.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(first.otpauthUrl).toContain(`secret=${first.secret}`)
    expect(first.qrSvg).toMatch(/^<svg/)
    clock.advance(500_000)
    expect(await offer(token, other)).toEqual(first)
    clock.advance(101_000)
    const later = await offer(token)
    expect(later.secret).not.toBe(first.secret)
    const late = await app.post(
      '/api/user/appUser/bindGoogleAuth',
      { ticket: first.ticket, googleCode: await codeOf(first.secret), password: good },
      as(token),
    )
    expect(late.envelope.key).toBe('TICKET_EXPIRED')
  })

  test('takes the password and a right code, gives ten recovery codes, and keeps none of it in the clear', async () => {
    const { token, id, email } = await aPerson()
    const { token: elsewhere } = (await signIn(email)).result
    const { ticket, secret } = await offer(token)
    const bind = (fields: object, who = token) => app.post('/api/user/appUser/bindGoogleAuth', { ticket, ...fields }, as(who))
    expect((await bind({ googleCode: await codeOf(secret) })).result).toMatchObject({ field: 'password' })
    expect((await bind({ googleCode: await codeOf(secret), password: 'not this one' })).envelope.key).toBe('PASSWORD_WRONG')
    expect((await bind({ googleCode: await wrongFor(secret), password: good })).envelope.key).toBe('TOTP_WRONG')
    const stranger = await aPerson()
    expect((await bind({ googleCode: await codeOf(secret), password: good }, stranger.token)).envelope.key).toBe('TICKET_EXPIRED')
    const done = await bind({ googleCode: await codeOf(secret), password: good })
    expect(done.result.recoveryCodes).toHaveLength(10)
    expect(await db.query('select task from benefit_task where user_id = $1', [id])).toEqual([{ task: 'secondFactor' }])
    for (const code of done.result.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}$/)
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, as(token))).result.googleBind).toBe(1)
    expect((await app.get('/api/app/checkGoogleAuth', { account: email })).result).toEqual({ bind: 1 })
    expect((await app.get('/api/app/checkGoogleAuth', { account: 'nobody@example.com' })).result).toEqual({ bind: 0 })
    expect(await isIn(elsewhere)).toBe(false)
    expect((await app.get('/api/app/generateGoogleKey', {}, as(token))).envelope.key).toBe('TOTP_ALREADY_BOUND')
    const [row] = await db.query<{ secret: Buffer }>('select secret from authenticator where account_id = $1', [id])
    expect(row?.secret.toString('latin1')).not.toContain(secret)
    const kept = await db.query<{ code_hash: Buffer }>('select code_hash from recovery_code where account_id = $1', [id])
    const plain = (done.result.recoveryCodes as string[]).map((code) => createHash('sha256').update(code.replace('-', '')).digest('hex'))
    expect(kept.map(({ code_hash }) => code_hash.toString('hex')).filter((hashed) => plain.includes(hashed))).toEqual([])
    expect(await kindsOf(id)).toEqual(['totpBound', 'taskDone'])
    expect(await mailsTo(id)).toEqual(['totpBound'])
  })

  test('a secret put in another row does not open', async () => {
    const [a, b] = [await bound(), await bound()]
    await db.query('update authenticator set secret = (select secret from authenticator where account_id = $1) where account_id = $2', [
      a.id,
      b.id,
    ])
    const { ticket } = (await signIn(b.email)).result
    expect((await secondStep({ ticket, googleCode: await codeOf(a.secret) })).envelope.code).toBe(500)
  })
})

describe('the second step', () => {
  test('every way in but a passkey asks for it; the password alone opens nothing', async () => {
    const { email, secret } = await bound()
    const byPassword = (await signIn(email)).result
    expect(byPassword).toMatchObject({ token: '', needGoogle: 1, methods: ['totp'], expireIn: 300 })
    expect(byPassword.userInfo).toBeUndefined()
    const byCode = await app.post('/api/app/emailLogin', { email, captcha: await emailCode(email, 'login'), deviceId: deviceId() })
    expect(byCode.result).toMatchObject({ token: '', needGoogle: 1 })
    expect(await isIn(byPassword.ticket)).toBe(false)
    const done = await secondStep({ ticket: byCode.result.ticket, googleCode: await codeOf(secret) })
    expect(await isIn(done.result.token)).toBe(true)
  })

  test('a ticket works once, for five minutes, and dies of five wrong codes', async () => {
    const { email, secret } = await bound()
    const { ticket } = (await signIn(email)).result
    expect((await secondStep({ ticket, googleCode: await codeOf(secret) })).envelope.code).toBe(200)
    clock.advance(60_000)
    expect((await secondStep({ ticket, googleCode: await codeOf(secret) })).envelope.key).toBe('TICKET_EXPIRED')
    const late = (await signIn(email)).result.ticket
    clock.advance(301_000)
    expect((await secondStep({ ticket: late, googleCode: await codeOf(secret) })).envelope.key).toBe('TICKET_EXPIRED')
    const dying = (await signIn(email)).result.ticket
    for (const left of [4, 3, 2, 1, 0]) {
      const wrong = await secondStep({ ticket: dying, googleCode: await wrongFor(secret) })
      expect([wrong.envelope.key, wrong.result.left]).toEqual(['TOTP_WRONG', left])
    }
    expect((await secondStep({ ticket: dying, googleCode: await codeOf(secret) })).envelope.key).toBe('TICKET_EXPIRED')
  })

  test('new tickets give no new tries: the account waits, on every server', async () => {
    const { email, secret, recoveryCodes, token } = await bound()
    for (let tries = 0; tries < 5; tries++) {
      const { ticket } = (await signIn(email, good, tries % 2 ? app : other)).result
      expect((await secondStep({ ticket, googleCode: await wrongFor(secret) })).envelope.key).toBe('TOTP_WRONG')
    }
    const { ticket } = (await signIn(email)).result
    const locked = await secondStep({ ticket, googleCode: await codeOf(secret) }, other)
    expect([locked.envelope.key, locked.result.minutes]).toEqual(['PROOF_LOCKED', 15])
    // Whoever is signed in can go on, and a recovery code still opens.
    const [userId, googleCode] = [await idOf(token), await codeOf(secret)]
    await db.transaction((sql) => requireStepUp(sql, { userId }, { googleCode }, app.app, clock.now()))
    expect((await secondStep({ ticket, recoveryCode: recoveryCodes[0] })).envelope.code).toBe(200)
  })

  test('a code is used once, also by two servers at the same moment', async () => {
    const { email, secret } = await bound()
    const tickets = await Promise.all([signIn(email), signIn(email, good, other)])
    const googleCode = await codeOf(secret)
    const both = await Promise.all(tickets.map(({ result }, at) => secondStep({ ticket: result.ticket, googleCode }, at ? other : app)))
    expect(both.map(({ envelope }) => envelope.key ?? 'OK').toSorted()).toEqual(['OK', 'TOTP_REPLAYED'])
    const { ticket } = (await signIn(email)).result
    expect((await secondStep({ ticket, googleCode })).envelope.key).toBe('TOTP_REPLAYED')
    // An earlier step that was never used is refused too, once a later one was.
    expect((await secondStep({ ticket, googleCode: await codeOf(secret, -1) })).envelope.key).toBe('TOTP_REPLAYED')
  })

  test('one step before and after is accepted, two are not', async () => {
    const { email, secret } = await bound()
    for (const [steps, key] of [
      [-2, 'TOTP_WRONG'],
      [2, 'TOTP_WRONG'],
      [-1, undefined],
      [1, undefined],
    ] as const) {
      const { ticket } = (await signIn(email)).result
      expect((await secondStep({ ticket, googleCode: await codeOf(secret, steps) })).envelope.key).toBe(key)
    }
  })

  test('a recovery code works once, however it is typed, and for its owner alone', async () => {
    const [a, b] = [await bound(), await bound()]
    const [first = ''] = a.recoveryCodes
    const theirs = (await signIn(b.email)).result.ticket
    expect((await secondStep({ ticket: theirs, recoveryCode: first })).envelope.key).toBe('RECOVERY_CODE_WRONG')
    const { ticket } = (await signIn(a.email)).result
    expect((await secondStep({ ticket, recoveryCode: ` ${first.toUpperCase().replace('-', ' ')}` })).envelope.code).toBe(200)
    const again = (await signIn(a.email)).result.ticket
    expect((await secondStep({ ticket: again, recoveryCode: first })).envelope.key).toBe('RECOVERY_CODE_WRONG')
  })

  test('a changed password ends what was half done', async () => {
    const { email, secret, token } = await bound()
    const { ticket } = (await signIn(email)).result
    await app.post(
      '/api/user/appUser/changePassword',
      { type: 1, oldPassword: good, newPassword: better, confirmPassword: better, googleCode: await codeOf(secret) },
      as(token),
    )
    clock.advance(60_000)
    expect((await secondStep({ ticket, googleCode: await codeOf(secret) })).envelope.key).toBe('TICKET_EXPIRED')
  })
})

const idOf = async (token: string) => (await app.get('/api/user/appUser/getMyUserInfo', {}, as(token))).result.id as string

describe('removing it', () => {
  test('takes the password and a code; new addresses wait 72 hours, the others are signed out', async () => {
    const { token, email, secret, id } = await bound()
    const { ticket } = (await signIn(email)).result
    const elsewhere = (await secondStep({ ticket, googleCode: await codeOf(secret) })).result.token
    clock.advance(60_000)
    const unbind = (fields: object) => app.post('/api/user/appUser/unbindGoogleAuth', fields, as(token))
    expect((await unbind({ googleCode: await codeOf(secret), password: 'not this one' })).envelope.key).toBe('PASSWORD_WRONG')
    expect((await unbind({ password: good })).envelope.key).toBe('STEP_UP_REQUIRED')
    expect((await unbind({ googleCode: await codeOf(secret), password: good })).result).toEqual({ googleBind: 0 })
    expect(await isIn(elsewhere)).toBe(false)
    expect(await isIn(token)).toBe(true)
    expect((await signIn(email)).result.needGoogle).toBe(0)
    expect(await holdOf(id)).toEqual({ until: clock.now() + 72 * 3_600_000, reason: 'authenticatorRemoved' })
    expect(await kindsOf(id)).toEqual(['totpBound', 'taskDone', 'totpUnbound'])
  })

  test('a recovery code does it too; renewed ones replace the old', async () => {
    const { token, secret, recoveryCodes } = await bound()
    const renewed = await app.post('/api/user/appUser/renewRecoveryCodes', { googleCode: await codeOf(secret), password: good }, as(token))
    const unbind = (recoveryCode: string | undefined) =>
      app.post('/api/user/appUser/unbindGoogleAuth', { recoveryCode, password: good }, as(token))
    expect((await unbind(recoveryCodes[3])).envelope.key).toBe('RECOVERY_CODE_WRONG')
    expect((await unbind(renewed.result.recoveryCodes[3])).result).toEqual({ googleBind: 0 })
  })
})

describe('changing the password', () => {
  const change = (token: string, fields: object, to = app) =>
    to.post(
      '/api/user/appUser/changePassword',
      { type: 1, oldPassword: good, newPassword: better, confirmPassword: better, ...fields },
      as(token),
    )

  test('the old one opens nothing any more, the others are out and their streams end, new addresses wait a day', async () => {
    const { token, email, id } = await aPerson()
    const elsewhere = (await signIn(email)).result.token
    const told = app.ended.length
    expect((await change(token, { confirmPassword: good })).envelope.key).toBe('PASSWORDS_DIFFER')
    expect((await change(token, { newPassword: 'password1!', confirmPassword: 'password1!' })).envelope.key).toBe('PASSWORD_WEAK')
    expect((await change(token, { newPassword: good, confirmPassword: good })).envelope.key).toBe('PASSWORD_SAME')
    expect(await holdOf(id)).toBeUndefined()
    expect((await change(token, {})).envelope.code).toBe(200)
    expect(await isIn(token)).toBe(true)
    expect(await isIn(elsewhere)).toBe(false)
    expect(app.ended.length).toBe(told + 1)
    expect((await signIn(email)).envelope.key).toBe('BAD_CREDENTIALS')
    expect((await signIn(email, better)).envelope.code).toBe(200)
    expect(await holdOf(id)).toEqual({ until: clock.now() + 24 * 3_600_000, reason: 'passwordChanged' })
    expect(await mailsTo(id)).toEqual(['passwordChanged'])
    clock.advance(24 * 3_600_000)
    expect(await holdOf(id)).toBeUndefined()
  })

  test('five wrong old ones wait a quarter of an hour, many at once too', async () => {
    const { token } = await aPerson()
    const many = await Promise.all(
      Array.from({ length: 12 }, (_, at) => change(token, { oldPassword: `wrong ${at}` }, at % 2 ? app : other)),
    )
    expect(many.filter(({ envelope }) => envelope.key === 'OLD_PASSWORD_WRONG')).toHaveLength(5)
    expect(many.filter(({ envelope }) => envelope.key === 'PROOF_LOCKED')).toHaveLength(7)
    expect((await change(token, {})).envelope.key).toBe('PROOF_LOCKED')
    clock.advance(15 * 60_000)
    expect((await change(token, {})).envelope.code).toBe(200)
  })

  test('asks for the second factor where there is one; a refusal leaves the code unused', async () => {
    const { token, secret } = await bound()
    expect((await change(token, {})).result.methods).toEqual(['totp'])
    const googleCode = await codeOf(secret)
    expect((await change(token, { googleCode, oldPassword: 'not this one' })).envelope.key).toBe('OLD_PASSWORD_WRONG')
    expect((await change(token, { googleCode })).envelope.code).toBe(200)
  })

  test('a sign-in that began with the old password ends without a session', async () => {
    const { token, email } = await aPerson()
    const [changed, signed] = await Promise.all([change(token, {}), signIn(email, good, other)])
    expect(changed.envelope.code).toBe(200)
    if (signed.envelope.code === 200) expect(await isIn(signed.result.token)).toBe(false)
    else expect(signed.envelope.key).toBe('BAD_CREDENTIALS')
  })
})

describe('the withdrawal password', () => {
  const set = (token: string, fields: object) =>
    app.post('/api/user/appUser/setSafePassword', { safePassword: '290714', confirmPassword: '290714', ...fields }, as(token))
  const ownCode = async (token: string) => (await app.post('/api/user/appUser/sendOwnCaptcha', {}, as(token))).result

  test('is set by a code to the own address, once, and is nothing that is easy to guess', async () => {
    const { token, id, email } = await aPerson()
    const { to, devCode } = await ownCode(token)
    expect(to).toBe(`${email.slice(0, 1)}***@example.com`)
    expect((await set(token, {})).result).toMatchObject({ field: 'captcha' })
    expect((await set(token, { captcha: devCode, safePassword: '123456', confirmPassword: '123456' })).envelope.key).toBe(
      'SAFE_PASSWORD_WEAK',
    )
    expect((await set(token, { captcha: devCode })).result).toEqual({ hasSafePassword: 1 })
    expect((await app.get('/api/user/appUser/getMyUserInfo', {}, as(token))).result.hasSafePassword).toBe(1)
    expect((await set(token, { captcha: devCode })).envelope.key).toBe('SAFE_PASSWORD_ALREADY_SET')
    expect(await kindsOf(id)).toEqual(['safePasswordSet'])
    expect(await holdOf(id)).toBeUndefined()
  })

  test('a code for something else does not set it, nor does a code for it sign in', async () => {
    const { token, email } = await aPerson()
    expect((await set(token, { captcha: await emailCode(email, 'login') })).envelope.key).toBe('CAPTCHA_WRONG')
    clock.advance(61_000)
    const { devCode } = await ownCode(token)
    expect((await app.post('/api/app/emailLogin', { email, captcha: devCode, deviceId: deviceId() })).envelope.key).toBe('CAPTCHA_WRONG')
    const reset = { account: email, captcha: devCode, newPassword: better, confirmPassword: better }
    expect((await app.post('/api/app/resetPassword', reset)).envelope.key).toBe('CAPTCHA_WRONG')
    expect((await set(token, { captcha: devCode })).envelope.code).toBe(200)
  })

  test('is changed by the old one, and reset by everything that the person has', async () => {
    const { token, id } = await aPerson()
    await set(token, { captcha: (await ownCode(token)).devCode })
    const change = (oldPassword: string, newPassword: string) =>
      app.post('/api/user/appUser/changePassword', { type: 2, oldPassword, newPassword, confirmPassword: newPassword }, as(token))
    expect((await change('000001', '550912')).result.left).toBe(4)
    expect((await change('290714', 'abcdef')).envelope.key).toBe('VALIDATION')
    expect((await change('290714', '550912')).envelope.code).toBe(200)
    expect(await holdOf(id)).toEqual({ until: clock.now() + 24 * 3_600_000, reason: 'safePasswordChanged' })
    clock.advance(61_000)
    const captcha = (await ownCode(token)).devCode
    expect((await set(token, { captcha, replace: true })).result).toMatchObject({ field: 'password' })
    expect((await set(token, { captcha, replace: true, password: good })).envelope.code).toBe(200)
    expect((await holdOf(id))?.until).toBe(clock.now() + 72 * 3_600_000)
  })
})

describe('proving it once more', () => {
  const prove = async (id: string, proof: object) => {
    try {
      return (await db.transaction((sql) => requireStepUp(sql, { userId: id }, proof, app.app, clock.now()))).method
    } catch (refusal) {
      return (refusal as { refusal: string }).refusal
    }
  }

  test('without a second factor the withdrawal password counts, and five wrong ones wait', async () => {
    const { id, token } = await aPerson()
    expect(await prove(id, {})).toBe('safePasswordNotSet')
    const { devCode } = (await app.post('/api/user/appUser/sendOwnCaptcha', {}, as(token))).result
    await app.post('/api/user/appUser/setSafePassword', { safePassword: '290714', confirmPassword: '290714', captcha: devCode }, as(token))
    expect(await prove(id, {})).toBe('stepUpRequired')
    expect(await prove(id, { safePassword: '290714' })).toBe('safePassword')
    for (let tries = 0; tries < 5; tries++) expect(await prove(id, { safePassword: '290715' })).toBe('safePasswordWrong')
    expect(await prove(id, { safePassword: '290714' })).toBe('proofLocked')
    clock.advance(15 * 60_000)
    expect(await prove(id, { safePassword: '290714' })).toBe('safePassword')
  })

  describe('on two servers of one database', () => {
    // The same module twice is what two processes are: nothing but the database is common to them.
    const lockouts = async (count: number) => {
      const servers: typeof import('../lockout.ts')[] = []
      while (servers.length < count) {
        vi.resetModules()
        servers.push(await import('../lockout.ts'))
      }
      return servers
    }
    const kindOf = (refusal: unknown) => (refusal as { refusal: string }).refusal
    /** Tries that have all been verified before the first of them is counted. */
    const together = async (id: string, guesses: readonly boolean[]) => {
      const servers = await lockouts(guesses.length)
      let verified = 0
      let letGo = (): void => {}
      const all = new Promise<void>((resolve) => {
        letGo = resolve
      })
      const isRight = async (guess: boolean) => {
        if (++verified === guesses.length) letGo()
        await all
        return guess
      }
      return Promise.all(
        guesses.map((guess, n) =>
          servers[n]!.countAuthProofAttemptIfWrong(db, 'safePassword', id, () => isRight(guess), clock.now()).catch(kindOf),
        ),
      )
    }

    test('right withdrawal passwords that come together never lock each other out, also after four wrong ones', async () => {
      const { id } = await aPerson()
      for (const left of [4, 3, 2, 1]) expect(await together(id, [false])).toEqual([left])
      expect(await together(id, Array<boolean>(12).fill(true))).toEqual(Array(12).fill(undefined))
      expect(await together(id, [false])).toEqual([4])
    })

    test('of wrong ones that come together five are answered, and a right one behind them is not distinguished', async () => {
      const { id } = await aPerson()
      const answers = await together(id, Array<boolean>(12).fill(false))
      expect(answers.filter((answer) => typeof answer === 'number').toSorted()).toEqual([0, 1, 2, 3, 4])
      expect(answers.filter((answer) => answer === 'proofLocked')).toHaveLength(7)
      expect(await together(id, [true])).toEqual(['proofLocked'])
      clock.advance(15 * 60_000)
      expect(await together(id, [true])).toEqual([undefined])
    })
  })

  test('with an authenticator the withdrawal password does not; a code that was rolled back can be used', async () => {
    const { id, secret } = await bound()
    expect(await prove(id, { safePassword: '290714' })).toBe('stepUpRequired')
    const googleCode = await codeOf(secret)
    await db
      .transaction(async (sql) => {
        await requireStepUp(sql, { userId: id }, { googleCode }, app.app, clock.now())
        throw new Error('the rest was refused')
      })
      .catch(() => undefined)
    expect(await prove(id, { googleCode })).toBe('totp')
    expect(await prove(id, { googleCode })).toBe('totpReplayed')
  })

  test("a passkey's token is good for five minutes, for its owner, while there is a passkey", async () => {
    const { id } = await aPerson()
    const { id: stranger } = await aPerson()
    const token = await issueStepUpToken(db, id, { action: '/api/x', sinceMs: 0 }, clock.now())
    expect(await prove(id, { stepUpToken: token })).toBe('safePasswordNotSet')
    for (const owner of [id, stranger]) {
      await db.query(
        `insert into passkey (id, account_id, credential_id, public_key, counter, transports, rp_id, name, created_ms)
         values ($1, $1, $2, '\\x00', 0, '{}', 'localhost', 'Phone', 0)`,
        [owner, `credential-${owner}`],
      )
    }
    expect(await prove(id, { stepUpToken: token })).toBe('passkey')
    expect(await prove(stranger, { stepUpToken: token })).toBe('stepUpRequired')
    expect(await prove(id, { stepUpToken: `${token}x` })).toBe('stepUpRequired')
    clock.advance(300_000)
    expect(await prove(id, { stepUpToken: token })).toBe('stepUpRequired')
  })
})

describe('a forgotten password', () => {
  const reset = (fields: object) => app.post('/api/app/resetPassword', { newPassword: better, confirmPassword: better, ...fields })

  test('is reset by a code; everybody is signed out, locks are lifted, new addresses wait a day', async () => {
    const { email, token, id } = await aPerson()
    for (let tries = 0; tries < 11; tries++) await signIn(email, 'not this one')
    expect((await signIn(email)).envelope.key).toBe('ACCOUNT_LOCKED')
    const captcha = await emailCode(email, 'reset')
    expect((await reset({ account: email, captcha: captcha === '000000' ? '000001' : '000000' })).envelope.key).toBe('CAPTCHA_WRONG')
    expect((await reset({ account: email.toUpperCase(), captcha })).result).toEqual({})
    expect(await isIn(token)).toBe(false)
    expect((await signIn(email, better)).envelope.code).toBe(200)
    expect(await holdOf(id)).toEqual({ until: clock.now() + 24 * 3_600_000, reason: 'passwordReset' })
    expect(await kindsOf(id)).toEqual(['passwordReset'])
    expect((await reset({ account: email, captcha })).envelope.key).toBe('CAPTCHA_EXPIRED')
  })

  test('the authenticator is asked for where one is bound, and the code is not lost by it', async () => {
    const { email, secret, recoveryCodes } = await bound()
    const captcha = await emailCode(email, 'reset')
    expect((await reset({ account: email, captcha })).result.methods).toEqual(['totp'])
    expect((await signIn(email)).result.needGoogle).toBe(1)
    expect((await reset({ account: email, captcha, googleCode: await wrongFor(secret) })).envelope.key).toBe('TOTP_WRONG')
    expect((await reset({ account: email, captcha, recoveryCode: recoveryCodes[0] })).envelope.code).toBe(200)
  })

  test('an address without an account is answered like one with, word for word', async () => {
    const { email } = await aPerson()
    const nobody = `${randomBytes(6).toString('hex')}@example.com`
    const known = await emailCode(email, 'reset')
    const unknown = await emailCode(nobody, 'reset')
    const other = (code: string) => (code === '135790' ? '135791' : '135790')
    const [a, b] = [await reset({ account: email, captcha: other(known) }), await reset({ account: nobody, captcha: other(unknown) })]
    const plain = ({ text }: { text: string }) => text.replace(/"traceId":"[^"]*"|"timestamp":\d+/g, '')
    expect(plain(a)).toBe(plain(b))
    expect((await reset({ account: nobody, captcha: unknown })).envelope.key).toBe('CAPTCHA_WRONG')
  })

  test('and costs the same work: as many slow hashes, whether the code is wrong or right', async () => {
    const { email } = await aPerson()
    const nobody = `${randomBytes(6).toString('hex')}@example.com`
    const codes = { [email]: await emailCode(email, 'reset'), [nobody]: await emailCode(nobody, 'reset') }
    const costOf = async (account: string, captcha: string | undefined) => {
      const before = work.hashes
      await reset({ account, captcha })
      return work.hashes - before
    }
    const wrong = Object.values(codes).includes('135790') ? '246802' : '135790'
    expect(await costOf(nobody, wrong)).toBe(await costOf(email, wrong))
    const right = await costOf(email, codes[email])
    expect(right).toBe(2)
    expect(await costOf(nobody, codes[nobody])).toBe(right)
  })

  test('signing in costs the same for an account, for none, and for one that is locked', async () => {
    const { email } = await aPerson()
    const costOf = async (account: string) => {
      const before = work.hashes
      const { envelope } = await signIn(account, 'not this one')
      return [work.hashes - before, envelope.key]
    }
    expect(await costOf(email)).toEqual(await costOf('nobody@example.com'))
    for (let tries = 0; tries < 10; tries++) await Promise.all([signIn(email, 'no'), signIn('nobody@example.com', 'no')])
    expect(await costOf(email)).toEqual([0, 'ACCOUNT_LOCKED'])
    expect(await costOf('nobody@example.com')).toEqual([0, 'ACCOUNT_LOCKED'])
  })
})
