import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createCallHandlers } from '#server/modules.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, noLimits, testContext, createInProcessClient } from '../support/wire.ts'
import { startMs } from '../trading/tradingFixture.ts'

const clock = createManualClock(startMs)
let db: Database
let market: StartableMarketDataService
let http: AppHttpServer
let post: (path: string, body: unknown, requestId?: string) => Promise<Answer>
let get: (path: string, query?: Record<string, string>) => Promise<Answer>
let anonymous: ReturnType<typeof createInProcessClient>

beforeAll(async () => {
  db = await testDatabase()
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
  const app = testContext(db, clock, {}, market)
  await market.start()
  for (let n = 0; n < 2; n++) {
    clock.advance(1000)
    await market.step()
  }
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

const quotePath = '/api/trade/appFlashExchangeLog/quote'
const swapPath = '/api/trade/appFlashExchangeLog/flashExchange'
const listPath = '/api/trade/appFlashExchangeLog/listMy'
const asked = { accountType: '2', fromCurrency: 'USDT', toCurrency: 'DOGE', fromAmount: '250.5' }

it('a guest asks, exchanges, repeats and reads it all, over the wire', async () => {
  const quote = (await get(quotePath, asked)).result
  expect(quote).toMatchObject({
    base: 'DOGE',
    counter: 'USDT',
    spreadRate: '0.00200000',
    fromAmount: '250.50000000',
    feedMode: 'SIM',
    expireAt: clock.now() + 10_000,
  })
  const requestId = randomUUID()
  const [first, again] = await Promise.all([
    post(swapPath, { quoteId: quote.quoteId }, requestId),
    post(swapPath, { quoteId: quote.quoteId }, requestId),
  ])
  expect(first.result).toMatchObject({ toAmount: quote.toAmount, createTime: '2026-11-21 00:00:02', status: 1 })
  expect(again.result).toEqual(first.result)
  clock.advance(60_000)
  // The first answer, also long after the price has run out; under a new id there is none to repeat.
  expect((await post(swapPath, { quoteId: quote.quoteId }, requestId)).result).toEqual(first.result)
  expect((await post(swapPath, { quoteId: quote.quoteId })).envelope).toMatchObject({ success: false, code: 4613, key: 'QUOTE_EXPIRED' })
  expect((await post(swapPath, { quoteId: 'x' }, requestId)).envelope).toMatchObject({ code: 4090 })

  const list = (await get(listPath, { accountType: '2' })).result
  expect(list).toMatchObject({
    total: 1,
    records: [{ orderNo: first.result.orderNo, costUsdt: quote.costUsdt, sources: [{ symbol: 'DOGEUSDT' }] }],
  })
  expect((await get(listPath)).result).toMatchObject({ total: 0, records: [] })
  const balances = (await get('/api/finance/appWallet/queryUserBalance', { accountType: '2' })).result
  expect(balances).toMatchObject([
    { currency: 'USDT', available: '99749.50000000' },
    { currency: 'DOGE', available: quote.toAmount },
  ])
  const records = (await get('/api/finance/appBalanceLog/list', { accountType: '2', type: '12,13' })).result.records
  expect(records.map(({ type, currency, orderNo }: Record<string, unknown>) => [type, currency, orderNo])).toEqual([
    [12, 'USDT', first.result.orderNo],
    [13, 'DOGE', first.result.orderNo],
  ])
  expect(await findAllLedgerViolations(db)).toEqual([])
})

it('one quote, fifty requests of their own at once: one exchange', async () => {
  clock.advance(1000)
  await market.step()
  const { quoteId } = (await get(quotePath, { ...asked, toCurrency: 'SOL' })).result
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(swapPath, { quoteId })))
  expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 49 }, () => 4613)])
  expect((await get(listPath, { accountType: '2' })).result.total).toBe(2)
  expect(await findAllLedgerViolations(db)).toEqual([])
})

it('strangers, odd input and the REAL book are refused by name', async () => {
  expect((await anonymous.get(quotePath, asked, {})).envelope).toMatchObject({ code: 401 })
  expect((await anonymous.post(swapPath, { quoteId: 'x' }, { 'x-request-id': randomUUID() })).envelope).toMatchObject({ code: 401 })
  expect((await get(quotePath, { ...asked, accountType: '1' })).envelope).toMatchObject({ code: 4119 })
  for (const odd of [
    { fromAmount: '-1' },
    { fromAmount: '0' },
    { fromAmount: '1e3' },
    { fromAmount: '1,5' },
    { toCurrency: '' },
    { fromCurrency: "'; drop" },
    { toAmount: '1' },
  ])
    expect((await get(quotePath, { ...asked, ...odd })).envelope).toMatchObject({ code: 4001 })
  expect((await get(quotePath, { ...asked, fromAmount: '0.5' })).envelope).toMatchObject({
    code: 4202,
    message: 'The least you can enter is 1 USDT',
  })
  expect((await get(quotePath, { ...asked, fromAmount: '50001' })).envelope).toMatchObject({
    code: 4203,
    message: 'The most you can enter is 50000 USDT',
  })
  expect((await get(quotePath, { ...asked, fromAmount: '12345678901234567890.123456789012345678' })).envelope).toMatchObject({ code: 4203 })
  expect((await get(quotePath, { ...asked, toCurrency: 'XAU' })).envelope).toMatchObject({ code: 4601 })
})
