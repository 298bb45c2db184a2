import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { asDecimal } from '#contract/decimal.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post } from '#ledger/ledger.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createCallHandlers } from '#server/modules.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { runDueLoanJobs } from '#server/loans/engine.ts'
import { liquidateLoansOnRecord } from '#server/loans/liquidate.ts'
import { startSandboxReviewer } from '#server/operator/sandboxReviewer.ts'
import { createReviewKinds } from '#server/operator/reviewKinds.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, noLimits, testContext, createInProcessClient } from '../support/wire.ts'
import { startMs } from '../trading/tradingFixture.ts'

// Loans through the real edge and the real modules: sealed body in, shapes and refusals out.
const clock = createManualClock(startMs)
const feed = createManualFeed(symbolSeeds)
const loans = '/api/prod/appLoanOrder'
let db: Database
let market: StartableMarketDataService
let http: AppHttpServer
let app: ReturnType<typeof testContext>
let edge: ReturnType<typeof createInProcessClient>
let ann: { id: string; post(path: string, body: unknown, id?: string): Promise<Answer>; get(path: string, query?: object): Promise<Answer> }

const next = async (prices: Record<string, string> = {}) => {
  feed.put(prices)
  clock.advance(1000)
  await market.step()
}

beforeAll(async () => {
  db = await testDatabase({ texts: true })
  await fundSandboxReserves(db, clock)
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, feed, byHand: true })
  app = testContext(db, clock, {}, market)
  market.onRecord((record) => liquidateLoansOnRecord(app, record))
  await market.start()
  await next({ BTCUSDT: '60000', ETHUSDT: '3000' })
  http = createAppHttpServer(app, createCallHandlers(app), { rates: noLimits })
  edge = createInProcessClient(http, clock)
  const { token, userInfo } = (await edge.post('/api/app/guestLogin', { deviceId: 'a'.repeat(32) })).result
  ann = {
    id: userInfo.id,
    post: (path, body, id = randomUUID()) => edge.post(path, body, { 'x-access-token': token, 'x-request-id': id }),
    get: (path, query = {}) => edge.get(path, query as Record<string, string>, { 'x-access-token': token }),
  }
})
afterAll(async () => {
  await http?.close()
  await market?.stop()
  await db?.close()
})

const credit = { setId: 'credit-usdt', amount: '500', days: 30, purpose: 'education', income: 'from500' }

it('lends, on credit and on coins, over the wire', async () => {
  const sets = (await edge.get('/api/prod/appLoanSet/list', {})).result
  expect(sets).toMatchObject([
    { id: 'credit-usdt', kind: 1, minAmount: '100', maxAmount: '5000', lateFactor: '1.5', graceDays: 3, callLtv: null, collaterals: [] },
    { id: 'pledge-usdt', kind: 2, callLtv: '0.75', liqLtv: '0.83', liqFee: '0.01' },
  ])
  expect(sets.map(({ example }: { example: object }) => example)).toEqual([
    { amount: '1000', days: 30, apr: '0.1095', interest: '9.00000000', toRepay: '1009.00000000' },
    { amount: '1000', days: 30, apr: '0.073', interest: '6.00000000', toRepay: '1006.00000000' },
  ])
  expect(sets[0].daysOptions).toContainEqual({ days: 30, dailyRate: '0.0003', apr: '0.1095' })

  const refused = await ann.post('/api/trade/preview', { action: 'loanCredit', payload: credit })
  expect(refused.envelope).toMatchObject({ code: 4119, key: 'GUEST_RESTRICTED' })
  expect((await ann.get(`${loans}/myLoanInfo`)).result).toMatchObject({ creditLimit: '0.00000000', why: 'kyc', nextDue: null })
  await db.query(`update account set is_guest = false, guest_device = null, email = 'a@example.com', kyc_level = 1 where id = $1`, [ann.id])

  const above = await ann.post('/api/trade/preview', { action: 'loanCredit', payload: { ...credit, amount: '500.5' } })
  expect(above.envelope).toMatchObject({ code: 4501, key: 'LOAN_LIMIT', message: 'Your limit leaves 500 USDT', result: { left: '500' } })
  const { confirmToken } = (await ann.post('/api/trade/preview', { action: 'loanCredit', payload: credit })).result
  const bare = await ann.post(`${loans}/creditApply`, credit)
  expect(bare.envelope).toMatchObject({ code: 4622, result: { preview: { action: 'loanCredit', youGet: '500.00000000' } } })
  clock.advance(4_000)
  const id = randomUUID()
  const asked = await ann.post(`${loans}/creditApply`, { ...credit, confirmToken }, id)
  expect(asked.result).toMatchObject({ status: 0, reviewBy: '2026-11-22 00:00:05', reason: null, repayments: [], collateral: null })
  expect((await ann.post(`${loans}/creditApply`, { ...credit, confirmToken }, id)).result).toEqual(asked.result)

  const reviewer = startSandboxReviewer(app, createReviewKinds(app))
  clock.advance(8_000)
  await runDueLoanJobs(app)
  await reviewer.step()
  await reviewer.stop()
  const paid = (await ann.get(`${loans}/queryById`, { id: asked.result.id })).result
  expect(paid).toMatchObject({
    status: 3,
    outstanding: '500.15000000',
    startTime: '2026-11-21 00:00:13',
    returnUntil: '2026-11-22 00:00:13',
  })
  expect((await ann.get(`${loans}/listMy`, { kind: '1', status: '3,5' })).result).toMatchObject({ total: 1, records: [{ id: paid.id }] })
  expect((await ann.post(`${loans}/repay`, { id: paid.id, amount: '100' })).result).toMatchObject({ principalLeft: '400.15000000' })
  const short = await ann.post(`${loans}/repay`, { id: paid.id, amount: 'all' })
  expect(short.envelope).toMatchObject({ code: 4201, key: 'INSUFFICIENT_BALANCE', result: { needed: '400.15000000' } })
  for (const amount of ['everything', '-1', '0', '1e3', '1.5 ', null, true, { a: 1 }])
    expect((await ann.post(`${loans}/repay`, { id: paid.id, amount })).envelope.key, String(amount)).toBe('VALIDATION')
  const back = (await ann.post(`${loans}/withdrawLoan`, { id: paid.id })).result
  expect(back).toMatchObject({ status: 4, repayments: [{ how: 'own' }, { how: 'returned', interest: '-0.15000000' }] })
  expect((await ann.post(`${loans}/cancel`, { id: paid.id })).envelope).toMatchObject({ code: 4214, result: { status: 4 } })

  await db.transaction((sql) =>
    post(sql, {
      book: 1,
      refType: 'test',
      refId: 'coins',
      at: clock.now(),
      legs: [
        { user: ann.id, currency: 'BTC', bucket: 'AVAIL', amount: asDecimal('0.5'), type: 1 },
        { house: 'CHAIN_IN', currency: 'BTC', amount: asDecimal('-0.5') },
      ],
    }),
  )
  await next()
  const pledge = { setId: 'pledge-usdt', amount: 15000, days: 30, collateralCurrency: 'BTC', collateralAmount: '0.5' }
  const high = await ann.post('/api/trade/preview', { action: 'loanPledge', payload: { ...pledge, amount: '20000' } })
  expect(high.envelope).toMatchObject({ code: 4503, key: 'LTV_TOO_HIGH', result: { max: '18000' } })
  const other = await ann.post('/api/trade/preview', { action: 'loanPledge', payload: { ...pledge, collateralCurrency: 'DOGE' } })
  expect(other.envelope).toMatchObject({ code: 4505, key: 'COLLATERAL_UNSUPPORTED' })
  const term = await ann.post('/api/trade/preview', { action: 'loanPledge', payload: { ...pledge, days: 31 } })
  expect(term.envelope).toMatchObject({ code: 4504, key: 'TERM_INVALID' })
  const shown = (await ann.post('/api/trade/preview', { action: 'loanPledge', payload: pledge })).result
  const lent = (await ann.post(`${loans}/pledgeApply`, { ...pledge, confirmToken: shown.confirmToken })).result
  expect(lent).toMatchObject({ status: 3, collateral: { currency: 'BTC', amount: '0.50000000', ltv: '0.500100', isCalled: false } })
  expect((await ann.get('/api/finance/appWallet/queryUserBalance', { accountType: '1' })).result).toContainEqual(
    expect.objectContaining({ currency: 'BTC', available: '0.00000000', collateral: '0.50000000' }),
  )
  await next({ BTCUSDT: '30000' })
  const sold = (await ann.get(`${loans}/queryById`, { id: lent.id })).result
  expect(sold).toMatchObject({ status: -3, outstanding: '0.00000000', collateral: { sold: '0.50000000' } })
  const told = (await ann.get('/api/finance/settlementInfo', { refType: 'loan', refId: lent.id })).result
  expect(told).toMatchObject({
    what: 'loan',
    formula: 'loan',
    state: 'done',
    priceRecords: [{ use: 'sale', symbol: 'BTCUSDT', price: '30000.0000000000' }],
  })
  expect(told.postings).toHaveLength(2)
  const inbox = (await ann.get('/api/content/appNotice/myList', {})).result.records
  expect(inbox.map(({ title }: { title: string }) => title)).toContain('0.5 BTC of your collateral were sold to repay your loan')
  expect(await findAllLedgerViolations(db)).toEqual([])
})
