import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { generate } from 'otplib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { priceStreamPath } from '#contract/priceStream.ts'
import { createHttpClient } from '../../tests/support/httpClient.ts'
import { softPasskey } from '../../tests/support/browser/softPasskey.ts'
import { startTestServer, type TestServer } from '../../tests/support/startServer.ts'
import { noLimits } from '../../tests/support/wire.ts'
import { hashSecret } from './passwords.ts'

// Real sockets on the whole server: what an event sets off is not what a test should take on trust.

const good = 'Tide-Table 88'
const better = 'Harbour-Light 91'
const safePassword = '739155'
let server: TestServer
let origin: string
let wire: ReturnType<typeof createHttpClient>
const sockets: WebSocket[] = []
beforeAll(async () => {
  server = await startTestServer({ http: { rates: noLimits } })
  // Passkeys belong to names: an address has none.
  origin = server.origin.replace('127.0.0.1', 'localhost')
  wire = createHttpClient(() => origin)
})
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()))
afterAll(() => server.stop())

// oxlint-disable-next-line typescript/no-explicit-any -- replies of every call, whose shapes the contract table checks elsewhere
type Result = any
async function ask(path: string, body: object, token = '', requestId: string = randomUUID()): Promise<Result> {
  const { code, key, result } = await wire.write(path, body, { 'x-request-id': requestId, ...(token && { 'x-access-token': token }) })
  if (code !== 200) throw new Error(`${path}: ${key} ${JSON.stringify(result)}`)
  return result
}
const read = async (path: string, token = ''): Promise<Result> => (await wire.read(path, token ? { 'x-access-token': token } : {})).result

async function aPerson() {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const { devCode: captcha } = await read(`/api/app/getEmailCaptcha?email=${email}&scene=register`)
  const agreed = { country: 'JP', birthYearOk: true, agree: true, agreementVersion: '2', lang: 'en-us' }
  const form = { registerType: 'email', email, captcha, password: good, confirmPassword: good, ...agreed }
  const { token, userInfo } = await ask('/api/app/register', form)
  await server.app.db.query('update account set safe_password_hash = $2 where id = $1', [userInfo.id, await hashSecret(safePassword)])
  return { email, token: token as string, id: userInfo.id as string }
}
type Somebody = Awaited<ReturnType<typeof aPerson>>
const deviceId = () => randomBytes(16).toString('hex')
const signIn = async ({ email }: Somebody): Promise<string> =>
  (await ask('/api/app/login', { account: email, password: good, deviceId: deviceId() })).token

interface Word {
  c: string
  t?: string
  ok?: boolean
}
/** An open socket that says who it is; `isCut` says whether it was told that it is nobody's any more. */
async function stream(token: string) {
  const said: Word[] = []
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${priceStreamPath}`)
  sockets.push(socket)
  socket.addEventListener('message', ({ data }) => said.push(...(JSON.parse(String(data)) as Word[])))
  await once(socket, 'open')
  socket.send(JSON.stringify({ op: 'auth', token }))
  await expect.poll(() => said.some(({ c, ok }) => c === 'auth' && ok === true)).toBe(true)
  const isCut = () => said.some(({ c, ok }) => c === 'auth' && ok === false) && said.some(({ c, t }) => c === 'user' && t === 'session')
  const heard = () => said.filter(({ c, t }) => c === 'user' && t !== 'session').length
  return { isCut, heard, socket }
}

/** What this person does on one device, and how long the stream of another then stays theirs. */
async function othersAreCut(person: Somebody, change: () => Promise<unknown>): Promise<void> {
  const [mine, other] = [await stream(person.token), await stream(await signIn(person))]
  await change()
  await expect.poll(other.isCut).toBe(true)
  expect(mine.isCut()).toBe(false)
  const before = other.heard()
  server.app.events.toUser({ userId: person.id, event: { t: 'balance', d: {} } })
  await expect.poll(() => mine.heard()).toBeGreaterThan(0)
  expect([other.heard(), other.socket.readyState]).toEqual([before, WebSocket.OPEN])
}

test('a changed password cuts the other streams within a second, and not the one that changed it', async () => {
  const ada = await aPerson()
  const form = { type: 1, oldPassword: good, newPassword: better, confirmPassword: better }
  await othersAreCut(ada, () => ask('/api/user/appUser/changePassword', form, ada.token))
})

test('so does an authenticator that is bound, and one that is removed', async () => {
  const ada = await aPerson()
  const { ticket, secret } = await read('/api/app/generateGoogleKey', ada.token)
  const code = (steps: number) => generate({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })
  let recoveryCodes: string[] = []
  await othersAreCut(ada, async () => {
    const form = { ticket, googleCode: await code(0), password: good, safePassword }
    ;({ recoveryCodes } = await ask('/api/user/appUser/bindGoogleAuth', form, ada.token))
  })
  const { ticket: half } = await ask('/api/app/login', { account: ada.email, password: good, deviceId: deviceId() })
  const other = await stream(
    (await ask('/api/app/googleSecretLogin', { ticket: half, recoveryCode: recoveryCodes[0], deviceId: deviceId() })).token,
  )
  await ask('/api/user/appUser/unbindGoogleAuth', { recoveryCode: recoveryCodes[1], password: good }, ada.token)
  await expect.poll(other.isCut).toBe(true)
})

test('so does a passkey that every sign-in asks for from now on', async () => {
  const ada = await aPerson()
  const { hostname: rpId } = new URL(origin)
  const made = await ask('/api/user/passkey/registerOptions', { safePassword }, ada.token)
  const passkey = softPasskey(made.user.id)
  const credential = passkey.create({ challenge: made.challenge, rpId, origin })
  await ask('/api/user/passkey/register', { credential, name: 'My phone' }, ada.token)
  await othersAreCut(ada, async () => {
    const { challenge } = await ask('/api/app/passkeyOptions', { purpose: 'stepUp' }, ada.token)
    const { stepUpToken } = await ask(
      '/api/user/stepUp',
      { credential: passkey.get({ challenge, rpId, origin }), action: '/api/user/passkey/askAtSignIn' },
      ada.token,
    )
    await ask('/api/user/passkey/askAtSignIn', { isOn: true, stepUpToken }, ada.token)
  })
})

test('so does a session that is ended from the list, and all others at once', async () => {
  const ada = await aPerson()
  await othersAreCut(ada, async () => {
    const sessions = (await read('/api/user/session/list', ada.token)) as { id: string; current: boolean }[]
    await ask('/api/user/session/revoke', { id: sessions.find(({ current }) => !current)?.id }, ada.token)
  })
  const bea = await aPerson()
  await othersAreCut(bea, () => ask('/api/user/session/revoke', { id: 'others' }, bea.token))
})

test('signing out cuts its own stream, and a password that was reset cuts every one', async () => {
  const ada = await aPerson()
  const [mine, other] = [await stream(ada.token), await stream(await signIn(ada))]
  await ask('/api/app/logout', {}, ada.token)
  await expect.poll(mine.isCut).toBe(true)
  expect(other.isCut()).toBe(false)
  await server.app.db.query('update code set created_ms = created_ms - 61000')
  const { devCode: captcha } = await read(`/api/app/getEmailCaptcha?email=${ada.email}&scene=reset`)
  await ask('/api/app/resetPassword', { account: ada.email, captcha, newPassword: better, confirmPassword: better })
  await expect.poll(other.isCut).toBe(true)
})
