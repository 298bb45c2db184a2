import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#contract/contract.ts'
import { createManualClock } from '../core/clock.ts'
import { createAppHttpServer } from '#server/http/server.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { passwordAndAuthenticatorHandlers } from './secondFactor/factorHandlers.ts'
import { accountHandlers } from './handlers.ts'
import { profileHandlers } from './profileHandlers.ts'

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
const db = await testDatabase()
const appContext = testContext(db, clock)
const rooms = {
  account: accountHandlers(appContext),
  factors: passwordAndAuthenticatorHandlers(appContext),
  profile: profileHandlers(appContext),
  settings: settingsHandlers(appContext),
}
// With the limits as they are.
const http = createAppHttpServer(appContext, rooms, { dist: '/nonexistent' })
let address = 0
const app = createInProcessClient(http, clock, () => `198.51.100.${address}`)
beforeEach(() => address++)
afterAll(async () => {
  await http.close()
  await db.close()
})

const aGuest = async () => (await app.post('/api/app/guestLogin', { deviceId: randomBytes(16).toString('hex') })).result.token as string
const chosen = { newPassword: 'Tide-Table 88', confirmPassword: 'Tide-Table 88', country: 'JP', birthYearOk: true, agreementVersion: '2' }
const wrongCode = { type: 'email', target: 'nobody@example.com', captcha: '111111', ...chosen }

const slow = { ...contract.factors, bindAccount: contract.profile.bind }
test.each(['bind', 'unbind', 'renewRecoveryCodes', 'changePassword', 'setSafePassword', 'resetPassword', 'bindAccount'] as const)(
  '%s is asked for thirty times a minute from one address',
  async (name) => {
    const token = await aGuest()
    const keys: (string | undefined)[] = []
    for (let n = 0; n < 31; n++) {
      clock.advance(100)
      keys.push((await app.raw(slow[name].path, '{}', { 'x-access-token': token })).envelope.key)
    }
    expect(keys.indexOf('TOO_MANY')).toBe(30)
  },
)

test('a new password is hashed for a right code alone', async () => {
  const token = await aGuest()
  const bind = () => app.post('/api/app/bindAccount', wrongCode, { 'x-access-token': token })
  await bind()
  work.hashes = 0
  expect((await bind()).envelope.key).toBe('CAPTCHA_WRONG')
  expect(work.hashes).toBe(1)
})

test('a wrong password takes the same work for a name that is known and for one that is not', async () => {
  const { result } = await app.post('/api/app/guestLogin', { deviceId: randomBytes(16).toString('hex') })
  const { uid } = result.userInfo
  const signIn = async (account: string, password: string) => {
    work.hashes = 0
    const { envelope } = await app.post('/api/app/login', { account, password, deviceId: randomBytes(16).toString('hex') })
    return { code: envelope.code, hashes: work.hashes }
  }
  // What an unknown name is tried against is made once.
  await signIn('nobody@example.com', 'wrong')
  expect(await signIn(uid, result.initialPassword)).toEqual({ code: 200, hashes: 1 })
  expect(await signIn(uid, 'wrong')).toEqual({ code: 4101, hashes: 1 })
  expect(await signIn('nobody@example.com', 'wrong')).toEqual({ code: 4101, hashes: 1 })
})
