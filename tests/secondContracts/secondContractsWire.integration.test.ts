import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createCallHandlers } from '#server/modules.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { startPriceRecordSigner } from '#server/fairness/signer.ts'
import { runDueSecondContractJobs } from '#server/secondContracts/engine.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, noLimits, testContext, createInProcessClient } from '../support/wire.ts'
import { startMs } from '../trading/tradingFixture.ts'

// The whole server but its sockets: real edge, real modules, the published simulated market moved by hand.
const clock = createManualClock(startMs)
let db: Database
let market: StartableMarketDataService
let http: AppHttpServer
let app: ReturnType<typeof testContext>
let edge: ReturnType<typeof createInProcessClient>
let ann: Person

interface Person {
  post(path: string, body: unknown, requestId?: string): Promise<Answer>
  get(path: string, query?: Record<string, string>): Promise<Answer>
}

async function guest(device: string): Promise<Person> {
  const { token } = (await edge.post('/api/app/guestLogin', { deviceId: device.repeat(32) })).result
  return {
    post: (path, body, requestId = randomUUID()) => edge.post(path, body, { 'x-access-token': token, 'x-request-id': requestId }),
    get: (path, query = {}) => edge.get(path, query, { 'x-access-token': token }),
  }
}

const seconds = async (count: number) => {
  for (let n = 0; n < count; n++) {
    clock.advance(1000)
    await market.step()
  }
}

beforeAll(async () => {
  db = await testDatabase({ texts: true })
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
  app = testContext(db, clock, {}, market)
  await market.start()
  await seconds(2)
  http = createAppHttpServer(app, createCallHandlers(app), { rates: noLimits })
  edge = createInProcessClient(http, clock)
  ann = await guest('a')
})
afterAll(async () => {
  await http?.close()
  await market?.stop()
  await db?.close()
})

const order = { accountType: 2, symbol: 'BTCUSDT', money: '100', setId: 'BTCUSDT-60', type: 1 }
const place = '/api/trade/appSecondContractOrder'

it('a guest previews, buys, repeats, waits and reads it all, over the wire', async () => {
  const sets = (await edge.get('/api/trade/appSecondContractSet/list', { symbol: 'XAUUSD' })).result
  expect(sets).toHaveLength(5)
  expect(sets[0]).toMatchObject({ id: 'XAUUSD-60', odds: '0.80', minMoney: '10', maxMoney: '5000', realAllowed: true, demoAllowed: true })

  const shown = (await ann.post('/api/trade/preview', { action: 'second', payload: order })).result
  expect(shown.expireAt).toBe(clock.now() + 15_000)
  expect((await ann.post(`${place}/buy`, order)).envelope).toMatchObject({
    code: 4622,
    key: 'CONFIRM_REQUIRED',
    result: { preview: { payout: '180.00000000' } },
  })
  clock.advance(4000)
  await market.step()
  const requestId = randomUUID()
  const bought = await ann.post(`${place}/buy`, { ...order, confirmToken: shown.confirmToken }, requestId)
  expect(bought.result).toMatchObject({ status: 1, openPrice: null, money: '100.00000000' })
  const again = await Promise.all(
    Array.from({ length: 5 }, () => ann.post(`${place}/buy`, { ...order, confirmToken: shown.confirmToken }, requestId)),
  )
  for (const answer of again) expect(answer.result).toEqual(bought.result)
  expect((await ann.post(`${place}/buy`, { ...order, confirmToken: shown.confirmToken })).envelope).toMatchObject({ code: 4091 })
  expect((await ann.post('/api/trade/preview', { action: 'second', payload: { ...order, accountType: 1 } })).envelope).toMatchObject({
    code: 4119,
  })
  expect((await ann.post('/api/trade/preview', { action: 'second', payload: { ...order, money: '9' } })).envelope).toMatchObject({
    code: 4202,
  })
  expect((await ann.post('/api/trade/preview', { action: 'second', payload: { ...order, money: '5001' } })).envelope).toMatchObject({
    code: 4203,
  })
  expect((await ann.post('/api/trade/preview', { action: 'second', payload: { ...order, type: 3 } })).envelope).toMatchObject({
    code: 4001,
  })

  const bob = await guest('b')
  expect((await bob.get(`${place}/listMy`, { accountType: '2' })).result).toMatchObject({ total: 0 })
  expect((await bob.get(`${place}/head`, { accountType: '2' })).result).toMatchObject({ runningCount: 0, todayCount: 0, maxOpen: 5 })
  expect((await edge.get(`${place}/listMy`)).envelope.code).toBe(401)

  await seconds(61)
  await runDueSecondContractJobs(app)
  const [settled] = (await ann.get(`${place}/listMy`, { accountType: '2', status: '3' })).result.records
  expect(settled).toMatchObject({
    id: bought.result.id,
    status: 3,
    proof: { open: { sec: bought.result.openSec }, close: { sec: bought.result.closeSec, day: '2026-11-21' } },
  })
  // Its places in the signed list, once that is signed, are those of the proofs.
  expect([settled.proof.open.leafIndex, settled.proof.close.leafIndex]).toEqual([null, null])
  const signer = startPriceRecordSigner(app)
  await seconds(60)
  await signer.step()
  await signer.stop()
  const [signed] = (await ann.get(`${place}/listMy`, { accountType: '2', status: '3' })).result.records
  for (const used of [signed.proof.open, signed.proof.close]) {
    const proof = (await edge.get('/api/public/fair/proof', { symbol: 'BTCUSDT', sec: String(used.sec) })).result
    expect(proof.leaf).toContain(`|BTCUSDT|${used.sec}|`)
    expect(used.leafIndex).toBe(proof.leafIndex)
  }
  expect(signed.proof.close.leafIndex).toBeGreaterThan(signed.proof.open.leafIndex)
  expect(settled.openPrice).toMatch(/^\d+\.\d{10}$/)
  const isWon = Number(settled.closePrice) > Number(settled.openPrice)
  expect([settled.result, settled.payout]).toEqual(isWon ? [1, '180.00000000'] : [2, '0.00000000'])
  const records = (await ann.get('/api/finance/appBalanceLog/list', { accountType: '2', type: '14,15,16' })).result.records
  expect(records.map((line: { type: number; refType: string; refId: string }) => [line.type, line.refType, line.refId])).toEqual(
    (isWon ? [15, 14] : [14]).map((type) => [type, 'second', settled.id]),
  )
  expect((await ann.get(`${place}/head`, { accountType: '2' })).result).toMatchObject({
    runningCount: 0,
    todayCount: 1,
    todayStake: '100.00000000',
    todayNet: settled.profit,
  })
  expect(await findAllLedgerViolations(db)).toEqual([])
})
