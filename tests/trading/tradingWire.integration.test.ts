import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createCallHandlers } from '#server/modules.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, noLimits, testContext, createInProcessClient } from '../support/wire.ts'
import { startMs } from './tradingFixture.ts'

// The whole server but its sockets: real edge, real modules, the published simulated market moved by hand.
const clock = createManualClock(startMs)
let db: Database
let market: StartableMarketDataService
let http: AppHttpServer
let post: (path: string, body: unknown, requestId?: string) => Promise<Answer>
let get: (path: string, query?: Record<string, string>) => Promise<Answer>

const seconds = async (count: number) => {
  for (let n = 0; n < count; n++) {
    clock.advance(1000)
    await market.step()
  }
}

beforeAll(async () => {
  db = await testDatabase({ texts: true })
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
  const app = testContext(db, clock, {}, market)
  startContractEngine(app)
  await market.start()
  await seconds(2)
  http = createAppHttpServer(app, createCallHandlers(app), { rates: noLimits })
  const edge = createInProcessClient(http, clock)
  const { token } = (await edge.post('/api/app/guestLogin', { deviceId: 'c'.repeat(32) })).result
  post = (path, body, requestId = randomUUID()) => edge.post(path, body, { 'x-access-token': token, 'x-request-id': requestId })
  get = (path, query = {}) => edge.get(path, query, { 'x-access-token': token })
})
afterAll(async () => {
  await http?.close()
  await market?.stop()
  await db?.close()
})

const order = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, quantity: '0.01', lever: 5 }
const create = '/api/trade/appTradePositions/create'

it('a guest previews, opens, repeats, closes and reads it all, over the wire', async () => {
  const shown = (await post('/api/trade/preview', { action: 'position', payload: order })).result
  expect(shown.expireAt).toBe(clock.now() + 15_000)
  expect((await post(create, order)).envelope).toMatchObject({
    code: 4622,
    key: 'CONFIRM_REQUIRED',
    result: { preview: { youPay: shown.youPay } },
  })
  clock.advance(4000)
  await market.step()

  const requestId = randomUUID()
  const opened = await post(create, { ...order, confirmToken: shown.confirmToken }, requestId)
  expect(opened.result).toMatchObject({ status: 1, quantity: '0.01', lever: 5 })
  const again = await Promise.all(Array.from({ length: 5 }, () => post(create, { ...order, confirmToken: shown.confirmToken }, requestId)))
  for (const answer of again) expect(answer.result).toEqual(opened.result)
  const { id } = opened.result
  expect((await get('/api/trade/appTradePositions/listMy', { accountType: '2', status: '1' })).result).toMatchObject({
    total: 1,
    records: [{ id }],
  })

  await seconds(3)
  const closed = await post(`/api/trade/appTradePositions/close/${id}`, {})
  expect(closed.result).toMatchObject({ id, status: 3, closeReason: 1 })
  expect((await post(`/api/trade/appTradePositions/close/${id}`, {})).envelope).toMatchObject({ code: 4611 })
  const records = (await get('/api/finance/appBalanceLog/list', { accountType: '2', type: '5,6,7,8' })).result
  expect(records.records.every((line: { refId: string }) => line.refId === id)).toBe(true)
  const named = { 5: 'Fee', 6: 'Margin set aside', 7: 'Margin given back', 8: 'Profit or loss' } as Record<number, string>
  expect(records.records.every((line: { type: number; typeName: string }) => line.typeName === named[line.type])).toBe(true)
  const [usdt] = (await get('/api/finance/appWallet/queryUserBalance', { accountType: '2' })).result
  expect(usdt).toMatchObject({
    currency: 'USDT',
    margin: '0.00000000',
    available: records.records.find((line: { bucket: string }) => line.bucket === 'AVAIL').balanceAfter,
  })
  expect((await get('/api/finance/appWallet/queryUserAssets', { accountType: '2' })).result.totalUsdt).toBe(usdt.available)
  expect((await get('/api/trade/appTradePositions/summary', { accountType: '2' })).result).toMatchObject({ runningCount: 0 })
  expect((await post('/api/trade/preview', { action: 'position', payload: { ...order, accountType: 1 } })).envelope).toMatchObject({
    code: 4119,
  })
  expect(await findAllLedgerViolations(db)).toEqual([])
})
