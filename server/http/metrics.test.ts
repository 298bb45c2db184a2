import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { createManualClock } from '../core/clock.ts'
import { startRepeatingJob } from '../core/schedule.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext } from '../../tests/support/wire.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { createAppHttpServer, type AppHttpServer } from './server.ts'

const token = 'a-token-that-nobody-guesses'
let db: Database
let http: AppHttpServer
let closed: AppHttpServer
beforeAll(async () => {
  db = await testDatabase()
  const made = (config: object): AppHttpServer => {
    const app = testContext(db, createManualClock(1_795_190_400_000), config)
    return createAppHttpServer(app, { settings: settingsHandlers(app) }, { rates: noLimits, dist: '/nonexistent' })
  }
  http = made({ metricsToken: token })
  closed = made({})
})
afterAll(async () => {
  await http?.close()
  await closed?.close()
  await db?.close()
})

const proxied = { 'x-forwarded-for': '203.0.113.7' }
const ask = (of: AppHttpServer, headers: Record<string, string> = {}) => of.app.inject({ url: '/metrics', headers })

it('counts calls by their row and status, and what nobody serves as one', async () => {
  await http.app.inject('/api/public/getServerTime')
  for (const path of ['/api/made/up', '/api/made/up/too']) await http.app.inject(path)
  const { statusCode, headers, body } = await ask(http)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const count = (route: string, status: number) =>
    body.match(new RegExp(`request_duration_seconds_count\\{method="GET",route="${route}",status="${status}"\\} (\\d+)`))?.[1]
  expect([count('/api/public/getServerTime', 200), count('other', 404)]).toEqual(['1', '2'])
  expect(body).not.toContain('made/up')
  expect(body).toMatch(/^process_resident_memory_bytes \d+/m)
})

it('names the failures of jobs', async () => {
  const job = startRepeatingJob('a job that fails', 3_600_000, () => Promise.reject(new Error('no')), {
    isImmediate: true,
    report: () => undefined,
  })
  await expect.poll(async () => (await ask(http)).body).toContain('fairlead_job_failures{job="a job that fails"} 1')
  await job.stop()
  expect((await ask(http)).body).not.toContain('a job that fails')
})

it('is there for this machine and for the token, and to anybody else as unknown as any address', async () => {
  const unknown = await http.app.inject({ url: '/no-such-thing', headers: proxied })
  const refused = [
    proxied,
    { ...proxied, authorization: 'Bearer wrong' },
    { ...proxied, authorization: `Bearer ${token.slice(1)}x` },
    { ...proxied, authorization: `Bearer ${token.slice(1)}é` },
  ]
  for (const headers of refused) {
    const { statusCode, json } = await ask(http, headers)
    expect([statusCode, json().message]).toEqual([404, unknown.json().message])
  }
  expect((await ask(http, { ...proxied, authorization: `Bearer ${token}` })).statusCode).toBe(200)
  expect((await ask(closed, { ...proxied, authorization: 'Bearer undefined' })).statusCode).toBe(404)
  expect((await ask(closed)).statusCode).toBe(200)
})

it('is the page of the app to anybody else where there is one, with all that guards a page', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'fairlead-metrics-'))
  writeFileSync(join(dist, 'index.html'), '<html>the app</html>')
  const app = testContext(db, createManualClock(1_795_190_400_000))
  const served = createAppHttpServer(app, { settings: settingsHandlers(app) }, { rates: noLimits, dist })
  const [unknown, metrics] = await Promise.all(['/no-such-thing', '/metrics'].map((url) => served.app.inject({ url, headers: proxied })))
  expect([metrics?.statusCode, metrics?.body]).toEqual([200, unknown?.body])
  expect(metrics?.headers['content-security-policy']).toBe(unknown?.headers['content-security-policy'])
  expect(metrics?.headers['content-security-policy']).toContain("default-src 'none'")
  await served.close()
  rmSync(dist, { recursive: true })
})
