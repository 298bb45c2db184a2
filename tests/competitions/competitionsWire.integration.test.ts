import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { languageHeader } from '#contract/envelope.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualClock } from '#server/core/clock.ts'
import { offerSandboxCompetitions } from '#server/competitions/offer.ts'
import { seedSampleCompetition } from '#server/competitions/sample.ts'
import { createCallHandlers } from '#server/modules.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, noLimits, testContext, createInProcessClient } from '../support/wire.ts'
import { startMs } from '../trading/tradingFixture.ts'

const clock = createManualClock(startMs)
let db: Database
let market: StartableMarketDataService
let http: AppHttpServer
let anonymous: ReturnType<typeof createInProcessClient>
let post: (path: string, body: unknown, requestId?: string) => Promise<Answer>
let get: (path: string, query?: Record<string, string>, headers?: Record<string, string>) => Promise<Answer>

const next = async () => {
  clock.advance(1000)
  await market.step()
}

beforeAll(async () => {
  db = await testDatabase()
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
  const app = testContext(db, clock, {}, market)
  await fundSandboxReserves(db, clock)
  await seedSampleCompetition(app)
  await offerSandboxCompetitions(app)
  await market.start()
  for (let n = 0; n < 2; n++) await next()
  http = createAppHttpServer(app, createCallHandlers(app), { rates: noLimits })
  anonymous = createInProcessClient(http, clock)
  const { token } = (await anonymous.post('/api/app/guestLogin', { deviceId: 'e'.repeat(32) })).result
  post = (path, body, requestId = randomUUID()) => anonymous.post(path, body, { 'x-access-token': token, 'x-request-id': requestId })
  get = (path, query = {}, headers = {}) => anonymous.get(path, query, { ...headers, 'x-access-token': token })
})
afterAll(async () => {
  await http?.close()
  await market?.stop()
  await db?.close()
})

const order = {
  accountType: 3,
  compId: 'first-light-1',
  posType: 2,
  symbol: 'BTCUSDT',
  direction: 1,
  orderType: 1,
  slippageBps: 200,
  quantity: '0.1',
  lever: 5,
}

it('somebody looks, joins, trades, looks at the table and leaves, over the wire', async () => {
  const open = (await anonymous.get('/api/comp/list', {}, {})).result
  expect(open.records.map(({ id, mine }: { id: string; mine: unknown }) => [id, mine])).toEqual([
    ['first-light-1', null],
    ['metals-week-1', null],
    ['open-water-0', null],
  ])
  expect(open.records[0]).toMatchObject({
    startTime: '2026-11-21 00:00:00',
    endTime: '2026-12-05 00:00:00',
    joinUntil: '2026-11-28 00:00:00',
    rule: 'competitions',
  })
  expect((await post('/api/comp/join', { id: 'first-light-1' })).envelope.key).toBe('GUEST_RESTRICTED')
  await db.query(`update account set is_guest = false, email = 'ann@example.com', guest_device = null, nickname = 'Ann'`)
  const requestId = randomUUID()
  const [first, again] = await Promise.all([
    post('/api/comp/join', { id: 'first-light-1' }, requestId),
    post('/api/comp/join', { id: 'first-light-1' }, requestId),
  ])
  expect(first.result).toMatchObject({ status: 1, participants: 1, mine: { joinTime: '2026-11-21 00:00:02', exitTime: null } })
  expect(again.result).toEqual(first.result)
  expect((await post('/api/comp/join', { id: 'first-light-1' })).envelope).toMatchObject({ code: 4802, key: 'ALREADY_JOINED' })
  expect((await get('/api/finance/appWallet/queryUserBalance', { accountType: '3' })).result).toMatchObject([
    { accountType: 3, compId: 'first-light-1', available: '100000.00000000' },
  ])
  expect((await get('/api/finance/appWallet/queryUserBalance', { accountType: '2' })).result).toMatchObject([{ compId: null }])

  // Ids of one millisecond are in no order.
  clock.advance(1)
  // In a second one at the same time; from here on it has to be said which is meant.
  expect((await post('/api/comp/join', { id: 'metals-week-1' })).result).toMatchObject({ status: 0, mine: { exitTime: null } })
  const which = [
    () => get('/api/finance/appWallet/queryUserBalance', { accountType: '3' }),
    () => get('/api/finance/appBalanceLog/list', { accountType: '3' }),
    () => get('/api/trade/appTradePositions/summary', { accountType: '3' }),
    () => post('/api/trade/preview', { action: 'position', payload: { ...order, compId: undefined } }),
    () => post('/api/trade/appTradePositions/create', { ...order, compId: undefined }),
  ]
  for (const ask of which) expect((await ask()).envelope).toMatchObject({ key: 'VALIDATION', result: { field: 'compId' } })
  for (const compId of ['first-light-1', 'metals-week-1'])
    expect((await get('/api/finance/appWallet/queryUserBalance', { accountType: '3', compId })).result).toMatchObject([
      { accountType: 3, compId, available: '100000.00000000' },
    ])
  expect((await get('/api/finance/appWallet/queryUserBalance', { accountType: '3', compId: 'open-water-0' })).envelope.key).toBe(
    'NOT_FOUND',
  )
  expect((await get('/api/finance/appWallet/queryUserBalance', { accountType: '2', compId: 'first-light-1' })).envelope.key).toBe(
    'VALIDATION',
  )
  expect((await post('/api/trade/preview', { action: 'position', payload: { ...order, compId: 'metals-week-1' } })).envelope).toMatchObject(
    { key: 'COMPETITION_NOT_OPEN' },
  )
  expect((await get('/api/finance/appWallet/queryUserAssets', { accountType: '3' })).envelope.key).toBe('VALIDATION')
  const spot = { accountType: 3, posType: 1, symbol: 'BTCUSDT', direction: 1, orderType: 1, money: '100' }
  expect((await post('/api/trade/preview', { action: 'position', payload: spot })).envelope.key).toBe('VALIDATION')
  const shown = await post('/api/trade/preview', { action: 'position', payload: order })
  expect(shown.result).toMatchObject({ action: 'position', posType: 2 })
  const placed = await post('/api/trade/appTradePositions/create', { ...order, confirmToken: shown.result.confirmToken })
  expect(placed.result).toMatchObject({ accountType: 3, compId: 'first-light-1', status: 1 })
  await next()
  const table = (await anonymous.get('/api/comp/rank', { id: 'first-light-1' }, {})).result
  expect(table).toMatchObject({ total: 1, records: [{ rank: 1, name: 'Ann', isMine: false, closedTrades: 0 }] })
  expect(Number(table.records[0].totalIncome)).not.toBe(0)

  const left = await post('/api/comp/exit', { id: 'first-light-1' })
  expect(left.result).toMatchObject({ status: -3, mine: { rank: null, closedTrades: 0, exitTime: '2026-11-21 00:00:03' } })
  expect((await post('/api/comp/exit', { id: 'first-light-1' })).envelope).toMatchObject({ key: 'STATE_CONFLICT', result: { status: -3 } })
  expect((await post('/api/comp/join', { id: 'first-light-1' })).envelope).toMatchObject({ code: 4803, key: 'EXITED' })
  expect((await post('/api/trade/preview', { action: 'position', payload: order })).envelope).toMatchObject({
    code: 4801,
    key: 'COMPETITION_NOT_OPEN',
  })
  expect((await get('/api/comp/mine')).result).toMatchObject({
    total: 2,
    records: [
      { id: 'metals-week-1', status: 0 },
      { id: 'first-light-1', status: -3 },
    ],
  })
  expect((await anonymous.get('/api/comp/mine', {}, {})).status).toBe(401)
  expect((await anonymous.get('/api/comp/detail', { id: 'nothing' }, {})).envelope.key).toBe('NOT_FOUND')
  const log = await get('/api/finance/appBalanceLog/list', { accountType: '3', compId: 'first-light-1' })
  const records = log.result.records as { type: number }[]
  expect(records.at(-1)?.type).toBe(41)
  expect(records[0]?.type).toBe(41)
  expect(new Set(log.result.records.map(({ competition }: { competition: unknown }) => JSON.stringify(competition)))).toEqual(
    new Set(['{"id":"first-light-1","name":"First Light — demo contracts"}']),
  )
  const other = (await get('/api/finance/appBalanceLog/list', { accountType: '3', compId: 'metals-week-1' })).result
  const metals = { id: 'metals-week-1', name: 'Metals Week' }
  expect(other).toMatchObject({ total: 1, records: [{ type: 41, amount: '100000.00000000', competition: metals }] })
  // As whoever reads calls it; the receipt of a position and that of a fund alike.
  const japanese = (path: string, query: Record<string, string>) => get(path, query, { [languageHeader]: 'jp' })
  const inJapanese = await japanese('/api/finance/appBalanceLog/list', { accountType: '3', compId: 'metals-week-1' })
  expect(inJapanese.result.records[0].competition).toEqual({ ...metals, name: 'メタルウィーク' })
  const { refType, refId } = other.records[0]
  const fund = (await get('/api/finance/settlementInfo', { refType, refId })).result
  expect(fund).toMatchObject({ what: 'competition', accountType: 3, competition: metals })
  const ofOrder = { refType: 'position', refId: placed.result.id }
  expect((await get('/api/finance/settlementInfo', ofOrder)).result).toMatchObject({
    state: 'done',
    competition: { id: 'first-light-1', name: 'First Light — demo contracts' },
  })
  expect((await japanese('/api/finance/settlementInfo', { refType, refId })).result.competition.name).toBe('メタルウィーク')
  // In one's own books there is none.
  const own = (await get('/api/finance/appBalanceLog/list', { accountType: '2' })).result.records[0]
  expect(own).not.toHaveProperty('competition')
  expect((await get('/api/finance/settlementInfo', { refType: own.refType, refId: own.refId })).result).not.toHaveProperty('competition')
  // The only one that runs is meant where none is named.
  expect((await get('/api/finance/appBalanceLog/list', { accountType: '3' })).result).toEqual(other)
  expect(await findAllLedgerViolations(db)).toEqual([])
})
