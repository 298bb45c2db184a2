import { afterAll, beforeAll, expect, it } from 'vitest'
import { frame, userStartupCallPaths, publicStartupCallPaths } from '#contract/calls/frame.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import { seedContent } from '#server/content/seedContent.ts'
import { createCallHandlers } from '../modules.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'

const clock = createManualClock(wireTimeToInstant('2026-11-20 12:00:00'))
let db: Database
let http: AppHttpServer
let token: string
beforeAll(async () => {
  db = await testDatabase({ texts: true })
  await seedContent(db)
  const app = testContext(db, clock)
  http = createAppHttpServer(app, createCallHandlers(app), { rates: noLimits, dist: '/nonexistent' })
  token = (await createInProcessClient(http, clock).post('/api/app/guestLogin', { deviceId: 'a'.repeat(32) })).result.token
})
afterAll(async () => {
  await http.close()
  await db.close()
})

const ask = async (address: string, headers: Record<string, string>) => {
  const { pathname, searchParams } = new URL(address, 'https://fairlead.example')
  const { envelope, result } = await createInProcessClient(http, clock).get(pathname, Object.fromEntries(searchParams), headers)
  expect(envelope.code).toBe(200)
  return result
}
/** Each part as its own call answers it. */
const oneByOne = async (parts: Record<string, string>, headers: Record<string, string>) => {
  const answers: Record<string, unknown> = {}
  for (const [name, address] of Object.entries(parts))
    answers[name] = await ask(address.endsWith('=') ? address + headers['lang'] : address, headers)
  return answers
}

it.each(['en-us', 'jp'])('says in one answer what its calls say one by one, in the language that is asked for: %s', async (lang) => {
  const whole = await ask(frame.frame.path, { lang })
  expect(whole.notices.records.length).toBeGreaterThan(0)
  expect(whole).toEqual(await oneByOne(publicStartupCallPaths, { lang }))
})

it('adds what is a person’s own where there is one, what they have not read among it', async () => {
  const headers = { lang: 'en-us', 'x-access-token': token }
  const whole = await ask(frame.frame.path, headers)
  expect(whole).toEqual(await oneByOne({ ...publicStartupCallPaths, ...userStartupCallPaths }, headers))
  expect(whole.user.unreadNotice).toEqual(expect.any(Number))
})

it('answers whoever comes with an invalid token with what everybody may know', async () => {
  const headers = { lang: 'en-us', 'x-access-token': 'nobody' }
  expect(await ask(frame.frame.path, headers)).toEqual(await oneByOne(publicStartupCallPaths, { lang: 'en-us' }))
})
