import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createCallHandlers } from '#server/modules.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { runDueProductJobs } from '#server/products/engine.ts'
import { createProductKinds } from '#server/products/kinds.ts'
import { seedProducts } from '#server/products/seedProducts.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, noLimits, testContext, createInProcessClient } from '../support/wire.ts'
import { startMs } from '../trading/tradingFixture.ts'

const clock = createManualClock(startMs)
let db: Database
let market: StartableMarketDataService
let http: AppHttpServer
let anonymous: ReturnType<typeof createInProcessClient>
let post: (path: string, body: unknown, requestId?: string) => Promise<Answer>
let get: (path: string, query?: Record<string, string>) => Promise<Answer>

beforeAll(async () => {
  db = await testDatabase({ texts: true })
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
  const app = testContext(db, clock, {}, market)
  await market.start()
  for (let n = 0; n < 2; n++) {
    clock.advance(1000)
    await market.step()
  }
  await seedProducts({ ...app, db }, createProductKinds(app))
  const simulated = { ...app, db, config: { ...app.config, marketFeed: { kind: 'sim' } as const } }
  await runDueProductJobs(simulated, createProductKinds(simulated))
  http = createAppHttpServer(app, createCallHandlers(app), { rates: noLimits })
  anonymous = createInProcessClient(http, clock)
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

/** What is asked about each kind, out of its article in the reader's language, and the days that are shown beside. */
async function answersAndDays() {
  const queryById = async (id: string, lang = 'en-us') => (await anonymous.get(`${info}/queryById`, { id }, { lang })).result
  for (const [id, rateText] of [
    ['gold-trend', 'No rate: the value of a unit rises and falls'],
    ['keel-k1', 'What the machine earns in a day, less its power; on some days nothing'],
    ['fishing-boats', '8% a year, as agreed with the borrower'],
  ] as const) {
    const { faq, ...product } = await queryById(id)
    expect(product.rateText).toBe(rateText)
    expect(faq.length).toBeGreaterThanOrEqual(5)
    expect(faq[0].question).toBe('What it is')
    for (const { answer } of faq) expect(answer).toMatch(/^<(p|ul|ol|table)/)
  }
  const [english, spanish] = [await queryById('harbour-7'), await queryById('harbour-7', 'xi')]
  expect(spanish.faq).toHaveLength(english.faq.length)
  expect(spanish.faq[0].question).not.toBe(english.faq[0].question)
  expect((await queryById('fishing-boats')).debt.docs).toEqual([{ id: 'debt-fishing-boats', url: '/articleDetail?id=debt-fishing-boats' }])
  const days = (await anonymous.get(`${info}/days`, { id: 'harbour-7' })).result
  expect(english.incomeHistory).toEqual(days)
}

it('a guest reads, previews, buys once though it is asked twice, leaves and reads it all, over the wire', async () => {
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
    backing: {
      kind: 'simulated',
      text: 'Sandbox: play money, nothing real stands behind it.',
      proofUrl: null,
      reserveCoverage: null,
    },
    risks: ['rateCanBeZero', 'reserveCanFallShort', 'houseCanFail'],
    rateText: 'Variable, 0% to 0.02% a day',
    terms: [
      { name: 'share', value: '0.7' },
      { name: 'exitFeeRate', value: '0.005' },
    ],
  })
  await answersAndDays()
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
  expect(await findAllLedgerViolations(db)).toEqual([])
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
