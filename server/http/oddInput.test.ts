import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiCall } from '#contract/call.ts'
import { contract } from '#contract/contract.ts'
import type { Database } from '#db/database.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { createManualClock } from '../core/clock.ts'
import { createCallHandlers } from '../modules.ts'
import { createAppHttpServer, type AppHttpServer } from './server.ts'

// The real modules on a real database: whatever a field is given, the answer is a named refusal and never a fault of ours.

let db: Database
let market: StartableMarketDataService
let http: AppHttpServer
let token: string
const clock = createManualClock(1_795_190_400_000)
const faults: unknown[] = []

beforeAll(async () => {
  db = await testDatabase()
  market = createMarketDataService({ config: { marketFeed: { kind: 'sim' } }, clock, db, byHand: true })
  await market.start()
  const app = testContext(db, clock, {}, market)
  http = createAppHttpServer(app, createCallHandlers(app), {
    rates: noLimits,
    dist: '/nonexistent',
    onFault: (fault) => faults.push(fault),
  })
  token = (await createInProcessClient(http, clock).post('/api/app/guestLogin', { deviceId: 'a'.repeat(32) })).result.token
})
afterAll(async () => {
  await http.close()
  await market.stop()
  await db.close()
})

const rows = Object.values(contract).flatMap((room) => Object.values(room) as ApiCall[])
const fieldsOf = (row: ApiCall): string[] =>
  Object.keys(((row.method === 'GET' ? row.params : row.body) as unknown as { shape?: object }).shape ?? {})
const base: Record<string, unknown> = {
  account: 'nobody',
  accountType: 'phone',
  areaCode: '1',
  phone: '5550001',
  email: 'a@b.co',
  scene: 'login',
  password: 'x',
  captcha: '123456',
  deviceId: 'b'.repeat(32),
  id: '7',
  day: '2026-11-20',
  symbol: 'BTCUSDT',
  period: '1m',
  currency: 'BTC',
  key: 'sys_set',
  code: 'ABCDEFGH',
}
const odd = [
  'a<b>@c.de',
  '\0',
  'a\0b',
  '9'.repeat(19),
  '9'.repeat(20),
  '-1',
  '',
  ' ',
  '\ud800',
  'constructor',
  '%',
  "'",
  '2026-02-31 99:00:00',
  '+275760-09-13 00:00:00',
]

test.each(rows.filter((row) => row.path !== '/api/app/logout'))('$path is asked odd things', async (row) => {
  const to = createInProcessClient(http, clock)
  const headers = { 'x-access-token': token }
  const ask = async (given: Record<string, unknown>) => {
    if (row.method === 'GET') return to.get(row.path, given as Record<string, string>, headers)
    const path = row.path.replace(':id', encodeURIComponent(String(given['id'] ?? '7').toWellFormed()))
    return to.post(path, given, headers)
  }
  for (const field of fieldsOf(row)) {
    for (const value of odd) {
      faults.length = 0
      const wanted = Object.fromEntries(
        fieldsOf(row)
          .filter((name) => name in base)
          .map((name) => [name, base[name]]),
      )
      if (row.path.includes('/finance/') || row.path.includes('/trade/')) delete wanted['accountType']
      const answer = await ask({ ...wanted, [field]: value })
      expect({ field, value, faults: faults.map(String), status: answer.status }).toMatchObject({ faults: [] })
      clock.advance(60_001)
    }
  }
})
