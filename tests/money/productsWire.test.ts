import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { check } from '#ledger/check.ts'
import { createMarket, type RunningMarket } from '#market/createMarket.ts'
import { handClock } from '#server/clock.ts'
import { gather } from '#server/http/gather.ts'
import { createHttp, type Http } from '#server/http/server.ts'
import { workDue } from '#server/products/engine.ts'
import { productKinds } from '#server/products/kinds.ts'
import { seedProducts } from '#server/products/seedProducts.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, noLimits, testHouse, wire } from '../support/wire.ts'
import { startMs } from './tradingWorld.ts'

const clock = handClock(startMs)
let db: Database
let market: RunningMarket
let http: Http
let anonymous: ReturnType<typeof wire>
let post: (path: string, body: unknown, requestId?: string) => Promise<Answer>
let get: (path: string, query?: Record<string, string>) => Promise<Answer>

beforeAll(async () => {
  db = await testDatabase()
  market = createMarket({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
  const house = testHouse(db, clock, {}, market)
  await market.start()
  for (let n = 0; n < 2; n++) {
    clock.advance(1000)
    await market.step()
  }
  await seedProducts({ ...house, db }, productKinds(house))
  const simulated = { ...house, db, config: { ...house.config, marketFeed: { kind: 'sim' } as const } }
  await workDue(simulated, productKinds(simulated))
  http = createHttp(house, gather(house), { rates: noLimits })
  anonymous = wire(http, clock)
  const { token } = (await anonymous.post('/api/app/guestLogin', { deviceId: 'e'.repeat(32) })).result
  post = (path, body, requestId = randomUUID()) => anonymous.post(path, body, { 'x-access-token': token, 'x-request-id': requestId })
  get = (path, query = {}) => anonymous.get(path, query, { 'x-access-token': token })
})
afterAll(async () => {
  await http?.close()
  await market?.stop()
  await db?.close()
})

const info = '/api/prod/appProductInfo'
const orders = '/api/prod/appProductOrder'

it('a guest reads, previews, buys once though it is asked twice, leaves and reads it all, over the wire', { timeout: 60_000 }, async () => {
  const list = (await anonymous.get(`${info}/list`, { type: '1' })).result
  expect(list.records.map(({ id, rateMax, status }: Record<string, unknown>) => [id, rateMax, status])).toEqual([
    ['harbour-7', '0.0002', 1],
    ['harbour-15', '0.0003', 1],
    ['harbour-30', '0.0004', 1],
    ['harbour-90', '0.0005', 1],
  ])
  expect((await anonymous.get(`${info}/queryById`, { id: 'harbour-7' })).result).toMatchObject({
    name: 'Harbour 7',
    rateKind: 'variable',
    ourShare: '0.3',
    exitRule: 'nextDayFeeFromIncome',
    last30: null,
    backing: { kind: 'simulated', reserveCoverage: null },
    risks: ['rateCanBeZero', 'reserveCanFallShort', 'houseCanFail'],
  })
  const oursOf = async (type: number) =>
    (await anonymous.get(`${info}/list`, { type: String(type) })).result.records.map(
      ({ ourShare }: { ourShare: string | null }) => ourShare,
    )
  expect([new Set(await oursOf(2)), new Set(await oursOf(3)), new Set(await oursOf(4)), new Set(await oursOf(5))]).toEqual([
    new Set(['0.1']),
    new Set(['0.2']),
    new Set([null]),
    new Set([null]),
  ])
  expect((await anonymous.get(`${info}/queryById`, { id: 'nothing' })).envelope.key).toBe('NOT_FOUND')
  // Nothing was worked out yet but what the generator would have given before, marked as such and in no average.
  const { result: days } = await anonymous.get(`${info}/days`, { id: 'harbour-7' })
  expect(days).toHaveLength(30)
  expect(days[0]).toMatchObject({ day: '2026-11-21', isBackTest: true, paid: '1' })
  for (const { isBackTest, value } of days) expect([isBackTest, Number(value) >= 0 && Number(value) <= 0.0002]).toEqual([true, true])

  const payload = { productId: 'harbour-7', accountType: 2, money: '250' }
  const shown = (await post('/api/trade/preview', { action: 'product', payload })).result
  expect(shown).toMatchObject({
    action: 'product',
    rateKind: 'variable',
    youPay: '250.00000000',
    worstLoss: { amount: '250.00000000', currency: 'USDT' },
    fees: [{ key: 'exitFeeMost', amount: '1.25000000', currency: 'USDT', rate: '0.005' }],
    startTime: '2026-11-22 00:00:00',
    endTime: '2026-11-29 00:00:00',
    cancelUntil: '2026-11-22 00:00:00',
    expireAt: clock.now() + 600_000,
  })
  // Nobody put anything into this house's reserve.
  expect(shown.lines).toContainEqual({ key: 'coverage', value: '0.0000', unit: '×' })
  expect(shown.lines.map(({ key }: { key: string }) => key)).toEqual(['rateMax', 'dayAtMost', 'coverage'])
  const body = { ...payload, confirmToken: shown.confirmToken }
  const requestId = randomUUID()
  const [first, again] = await Promise.all([post(`${orders}/debitBuy`, body, requestId), post(`${orders}/debitBuy`, body, requestId)])
  expect(first.result).toMatchObject({
    status: 0,
    money: '250.00000000',
    startTime: '2026-11-22 00:00:00',
    createTime: '2026-11-21 00:00:02',
  })
  expect(again.result).toEqual(first.result)
  expect((await post(`${orders}/debitBuy`, { ...body, money: '251' }, requestId)).envelope.code).toBe(4090)
  // The same under a new id within three seconds looks like a slip; later it is a new wish, and needs a preview of its own.
  expect((await post(`${orders}/debitBuy`, body)).envelope.key).toBe('DUPLICATE_RECENT')
  clock.advance(4_000)
  expect((await post(`${orders}/debitBuy`, { ...payload, confirmToken: 'x' })).envelope).toMatchObject({
    code: 4622,
    key: 'CONFIRM_REQUIRED',
  })
  expect((await post(`${orders}/debitBuy`, { ...payload, accountType: 1 })).envelope.key).toBe('GUEST_RESTRICTED')
  expect(
    (await post('/api/trade/preview', { action: 'miner', payload: { productId: 'harbour-7', accountType: 2, num: 1 } })).envelope.code,
  ).toBe(4001)

  clock.advance(4_000)
  const { id } = first.result
  expect((await get(`${orders}/listMy`, { accountType: '2', type: '1,2', status: '0,1' })).result).toMatchObject({
    total: 1,
    records: [{ id }],
  })
  expect((await get(`${orders}/orderStat`, { accountType: '2' })).result).toMatchObject({ totalMoney: '250.00000000', runningCount: 1 })
  expect((await post(`${orders}/exit`, { id })).envelope).toMatchObject({ key: 'STATE_CONFLICT', result: { id, status: 0 } })
  const cancelled = await post(`${orders}/cancel`, { id })
  expect(cancelled.result).toMatchObject({ id, status: 4, returned: '250.00000000' })
  expect((await post(`${orders}/cancel`, { id })).envelope).toMatchObject({ key: 'NOT_CANCELLABLE', result: { id, status: 4 } })
  expect((await get(`${orders}/incomes`, { id })).result).toMatchObject({ total: 0, records: [] })
  expect(await check(db)).toEqual([])
})

it('of three repeats in flight after one refusal, one is bought', async () => {
  const payload = { productId: 'harbour-15', accountType: 2, money: '200' }
  const buy = async (fields: { again?: true } = {}) => {
    // A preview of its own, with a token of its own.
    clock.advance(100)
    const { confirmToken } = (await post('/api/trade/preview', { action: 'product', payload })).result
    return () => post(`${orders}/debitBuy`, { ...payload, ...fields, confirmToken })
  }
  const bought = async (answers: Promise<Answer>[]) =>
    (await Promise.all(answers)).map(({ envelope }) => envelope.key ?? envelope.code).toSorted()
  const first = await buy()
  const repeats = [await buy({ again: true }), await buy({ again: true }), await buy({ again: true })]
  expect(await bought([first()])).toEqual([200])
  expect(await bought([(await buy())()])).toEqual(['DUPLICATE_RECENT'])
  expect(await bought(repeats.map((repeat) => repeat()))).toEqual([200, 'DUPLICATE_RECENT', 'DUPLICATE_RECENT'])
  expect((await get(`${orders}/listMy`, { accountType: '2', type: '1', status: '0,1' })).result).toMatchObject({ total: 2 })
})
