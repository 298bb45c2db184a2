import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { check } from '#ledger/check.ts'
import { createMarket, type RunningMarket } from '#market/createMarket.ts'
import { handClock } from '#server/clock.ts'
import { seedContent } from '#server/content/seedContent.ts'
import { gather } from '#server/http/gather.ts'
import { createHttp, type Http } from '#server/http/server.ts'
import { workDue } from '#server/secondContracts/engine.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, noLimits, testHouse, wire } from '../support/wire.ts'
import { startMs } from './tradingWorld.ts'

// The whole server but its sockets: real edge, real rooms, the published simulated market moved by hand.
const clock = handClock(startMs)
let db: Database
let market: RunningMarket
let http: Http
let house: ReturnType<typeof testHouse>
let edge: ReturnType<typeof wire>
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
  db = await testDatabase()
  await seedContent(db)
  market = createMarket({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
  house = testHouse(db, clock, {}, market)
  await market.start()
  await seconds(2)
  http = createHttp(house, gather(house), { rates: noLimits })
  edge = wire(http, clock)
  ann = await guest('a')
})
afterAll(async () => {
  await http?.close()
  await market?.stop()
  await db?.close()
})

const order = { accountType: 2, symbol: 'BTCUSDT', money: '100', setId: 'BTCUSDT-60', type: 1 }
const place = '/api/trade/appSecondContractOrder'

it('a guest previews, buys, repeats, waits and reads it all, over the wire', { timeout: 60_000 }, async () => {
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
  await workDue(house)
  const [settled] = (await ann.get(`${place}/listMy`, { accountType: '2', status: '3' })).result.records
  expect(settled).toMatchObject({
    id: bought.result.id,
    status: 3,
    proof: { open: { sec: bought.result.openSec }, close: { sec: bought.result.closeSec, day: '2026-11-21' } },
  })
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
  expect(await check(db)).toEqual([])
})
