import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createCallHandlers } from '#server/modules.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { runDueLevelJobs } from '#server/levels/engine.ts'
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
let work: () => Promise<void>

beforeAll(async () => {
  db = await testDatabase({ texts: true })
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, byHand: true })
  const appContext = testContext(db, clock, { publicOrigin: 'https://app.example' }, market)
  await fundSandboxReserves(db, clock)
  await market.start()
  http = createAppHttpServer(appContext, createCallHandlers(appContext), { rates: noLimits })
  anonymous = createInProcessClient(http, clock)
  work = () => runDueLevelJobs(appContext, [])
  const { token } = (await anonymous.post('/api/app/guestLogin', { deviceId: 'f'.repeat(32) })).result
  await db.query(`update account set is_guest = false, email = 'ann@example.com', guest_device = null, level = 2, kyc_level = 1`)
  post = (path, body, requestId = randomUUID()) => anonymous.post(path, body, { 'x-access-token': token, 'x-request-id': requestId })
  get = (path, query = {}) => anonymous.get(path, query, { 'x-access-token': token })
})
afterAll(async () => {
  await http?.close()
  await market?.stop()
  await db?.close()
})

it('levels are for everybody to read, and one of them is mine', async () => {
  const open = (await anonymous.get('/api/user/appLevels/list', {}, {})).result
  expect(open).toHaveLength(7)
  expect(open.some((level: object) => 'mine' in level)).toBe(false)
  await work()
  const mine = (await get('/api/user/appLevels/list')).result
  expect(mine[2]).toMatchObject({
    name: 'Sloop',
    feeDiscount: '0.1',
    mine: { current: 2, next: 3, needMore: '20000.00000000', lowerFrom: expect.any(String) },
  })
  expect((await get('/api/user/appUser/getMyUserInfo')).result).toMatchObject({ vipLevel: 2, vipName: 'Sloop' })
  expect((await get('/api/user/appLevels/history')).result).toMatchObject({ days: [{ assets: '0.00000000', level: 2 }], changes: [] })
  expect((await anonymous.get('/api/user/appLevels/history', {}, {})).envelope.code).toBe(401)
})

it('an invitation link leads to the registration, any other home, and never away', async () => {
  const { inviteCode, link } = (await get('/api/marketing/myTeam')).result
  expect(link).toBe(`https://app.example/i/${inviteCode}`)
  const to = async (code: string) => {
    const reply = await http.app.inject({ method: 'GET', url: `/i/${code}` })
    return [reply.statusCode, reply.headers['location']]
  }
  expect(await to(inviteCode)).toEqual([302, `/register?invite=${inviteCode}`])
  expect(await to(inviteCode.toLowerCase())).toEqual([302, `/register?invite=${inviteCode}`])
  expect(await to('AAAAAAAA')).toEqual([302, '/home'])
  expect(await to('..%2f..%2fetc')).toEqual([302, '/home'])
  await db.query(
    `insert into short_link (code, type, target, invite_code, expires_ms) values ('away', 'article', '//evil.example', null, null), ('late', 'article', '/articleList', null, 1)`,
  )
  expect(await to('away')).toEqual([302, '/home'])
  expect(await to('late')).toEqual([302, '/home'])
})

it('a task is noticed, claimed once whatever is repeated, and refused by name otherwise', async () => {
  await get('/api/content/appHelpInfo/queryById', { id: 'how-prices-are-made' })
  const { tasks } = (await get('/api/marketing/benefits')).result
  expect(tasks.map(({ id, state }: { id: string; state: string }) => `${id} ${state}`)).toEqual([
    'readPrices done',
    'riskQuiz todo',
    'secondFactor todo',
    'verifySettlement todo',
    'setLimit todo',
    'demoStop todo',
    'basicKyc done',
  ])
  const requestId = randomUUID()
  const first = await post('/api/marketing/benefits/claim', { taskId: 'readPrices' }, requestId)
  const again = await post('/api/marketing/benefits/claim', { taskId: 'readPrices' }, requestId)
  expect(first.result).toMatchObject({ id: 'readPrices', state: 'claimed', reward: { kind: 'voucher', amount: '1' } })
  expect(again.result).toEqual(first.result)
  expect((await post('/api/marketing/benefits/claim', { taskId: 'readPrices' })).envelope).toMatchObject({
    code: 4805,
    key: 'ALREADY_CLAIMED',
  })
  expect((await post('/api/marketing/benefits/claim', { taskId: 'demoStop' })).envelope).toMatchObject({ code: 4804, key: 'TASK_NOT_DONE' })
  expect((await post('/api/marketing/benefits/claim', { taskId: 'deposit' })).envelope.key).toBe('VALIDATION')
  const { vouchers } = (await get('/api/marketing/benefits')).result
  expect(vouchers).toMatchObject([{ task: 'readPrices', amount: '1.00000000', left: '1.00000000', usedTime: null }])
})
