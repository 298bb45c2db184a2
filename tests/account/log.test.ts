import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabasePool, type Database } from '#db/database.ts'
import { createHttpClient } from '../support/httpClient.ts'
import { testTarget } from '../support/testDatabase.ts'

const script = new URL('../trading/serverProcess.ts', import.meta.url).pathname
const email = `${randomBytes(6).toString('hex')}@example.com`
const password = 'Tide-Table 88'
const deviceId = randomBytes(16).toString('hex')

let server: ChildProcess
let db: Database
let remove: () => Promise<void>
let dataDir: string
let origin = ''
let written = ''

beforeAll(async () => {
  const target = await testTarget({ texts: true })
  const { place } = target
  remove = target.remove
  db = createDatabasePool(place)
  dataDir = mkdtempSync(join(tmpdir(), 'fairlead-log-'))
  const url = `postgresql://${place.user}@${encodeURIComponent(place.socketDir)}:${place.port}/${place.database}`
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server = child
  child.stderr.on('data', (part) => (written += part))
  const [address] = (await once(child.stdout, 'data')) as [Buffer]
  origin = address.toString().trim()
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await db?.close()
  await remove?.()
  rmSync(dataDir, { recursive: true, force: true })
})

const { read, write } = createHttpClient(() => origin, 80_000)

async function signUpAndIn(): Promise<string> {
  const sent = (await read(`/api/app/getEmailCaptcha?email=${email}&scene=register`)).result as { devCode: string }
  const form = { registerType: 'email', email, captcha: sent.devCode, password, confirmPassword: password, country: 'JP' }
  const registered = await write(
    '/api/app/register',
    { ...form, birthYearOk: true, agree: true, agreementVersion: '2', lang: 'en-us', deviceId },
    { 'x-request-id': randomUUID() },
  )
  expect(registered).toMatchObject({ code: 200 })
  const { token } = (await write('/api/app/login', { account: email, password, deviceId }, { 'x-request-id': randomUUID() })).result as {
    token: string
  }
  return token
}

/** Previews and buys a timed contract. A preview waits for the first fresh price. */
async function order(token: string, money: string) {
  const payload = { accountType: 2, symbol: 'BTCUSDT', money, setId: 'BTCUSDT-60', type: 1 }
  const headers = () => ({ 'x-access-token': token, 'x-request-id': randomUUID() })
  let confirmToken: string | undefined
  await expect
    .poll(async () => {
      const seen = await write('/api/trade/preview', { action: 'second', payload }, headers())
      confirmToken = (seen.result as { confirmToken?: string } | undefined)?.confirmToken
      return confirmToken ?? seen
    })
    .toBeTypeOf('string')
  const requestHeaders = headers()
  return {
    answer: await write('/api/trade/appSecondContractOrder/buy', { ...payload, confirmToken }, requestHeaders),
    confirmToken,
  }
}

it('a sign-in and an order, and one that fails in the database, write nothing personal to the log', async () => {
  const token = await signUpAndIn()
  expect((await order(token, '20.00')).answer).toMatchObject({ code: 200 })
  // The database repeats a row in what it says of it, as it does where one breaks a rule.
  await db.query(`create function refuse() returns trigger language plpgsql as $$
    declare person account;
    begin
      select * into person from account where id = new.user_id;
      raise exception 'no order for %', person.email using detail = format('Failing row contains (%s)', person), errcode = 'data_exception';
    end $$;
    create trigger refuse before insert on second_order for each row execute function refuse()`)
  // Another amount: the same order again would be asked about first.
  const failed = await order(token, '21.00')
  expect(failed.answer).toMatchObject({ code: 500 })

  const lines = written.trim().split('\n')
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(events).toContainEqual({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    message: 'a request failed',
    requestId: expect.any(String),
    path: '/api/trade/appSecondContractOrder/buy',
    error: expect.objectContaining({ name: 'error', code: '22000', message: 'no order for [email]' }),
  })
  const personal = [email, password, deviceId, token, failed.confirmToken ?? '', 'Failing row', '127.0.0.1']
  expect(personal.filter((text) => written.includes(text))).toEqual([])
})
