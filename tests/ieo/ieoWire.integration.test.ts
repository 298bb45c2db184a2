import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { asDecimal } from '#contract/decimal.ts'
import { wireTimeToInstant } from '#contract/time.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { post as book } from '#ledger/ledger.ts'
import { verifyIeoDraw } from '#rules/ieo/ieoDraw.ts'
import { createManualClock } from '#server/core/clock.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { createCallHandlers } from '#server/modules.ts'
import { defaultRequestLimits } from '#server/http/limits/rates.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { runDueIeoJobs } from '#server/ieo/engine.ts'
import { sha256 } from '#server/ieo/secret.ts'
import { seedExampleIeos } from '#server/ieo/seedExampleIeos.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, noLimits, testContext, createInProcessClient } from '../support/wire.ts'
import { startMs } from '../trading/tradingFixture.ts'

const clock = createManualClock(startMs)
let db: Database
let app: AppContext
let http: AppHttpServer
let open: ReturnType<typeof createInProcessClient>
let post: (path: string, body: unknown, requestId?: string) => Promise<Answer>
let get: (path: string, query?: Record<string, string>) => Promise<Answer>
let userId: string

beforeAll(async () => {
  db = await testDatabase()
  app = testContext(db, clock)
  await seedExampleIeos(app)
  http = createAppHttpServer(app, createCallHandlers(app), { rates: { ...noLimits, drawsPerIp: defaultRequestLimits.drawsPerIp } })
  open = createInProcessClient(http, clock)
  const { token, userInfo } = (await open.post('/api/app/guestLogin', { deviceId: 'e'.repeat(32) })).result
  userId = userInfo.id
  post = (path, body, requestId = randomUUID()) => open.post(path, body, { 'x-access-token': token, 'x-request-id': requestId })
  get = (path, query = {}) => open.get(path, query, { 'x-access-token': token })
})
afterAll(async () => {
  await http?.close()
  await db?.close()
})

const [projects, orders, draw] = ['/api/prod/appProdIoe/listMy', '/api/prod/appOrderIoe/listMy', '/api/prod/appProdIoe/draw']
const [apply, pay, cancel] = ['/api/prod/appOrderIoe/apply', '/api/prod/appOrderIoe/pay', '/api/prod/appOrderIoe/cancel']
const preview = '/api/trade/preview'

async function at(time: string): Promise<void> {
  clock.set(wireTimeToInstant(time))
  await db.query(
    `insert into fair_head (log, day, tree_size, root, ms, sig, kid) values ('market', $1, $2, repeat('ab', 32), $3, 's', 'k')`,
    [time.slice(0, 10), Math.floor(clock.now() / 1000) % 86_400, clock.now()],
  )
  await runDueIeoJobs(app)
}

it('somebody looks, verifies, applies, pays and reads it all, over the wire', async () => {
  const visitor = await open.get(projects, {})
  expect(
    visitor.result.records.map((record: { id: string; status: number; myQty: unknown }) => [record.id, record.status, record.myQty]),
  ).toEqual([
    ['tidewater', 1, null],
    ['beacon', 0, null],
    ['mistral', 2, null],
  ])
  expect(visitor.result.records[0]).toMatchObject({
    tokenSymbol: 'TIDE',
    applyEnd: '2026-11-28 12:00:00',
    payEnd: '2026-11-30 13:00:00',
    unlock: [{ time: '2026-12-01 00:00:00', percent: '25' }, {}, {}, {}],
    winPrice: null,
  })
  const ask = { ieoId: 'tidewater', num: '1000' }
  expect((await post(apply, ask)).envelope.key).toBe('GUEST_RESTRICTED')
  await db.query(`update account set is_guest = false, guest_device = null, email = 'a@example.com', kyc_level = 1 where id = $1`, [userId])
  expect((await post(apply, ask)).envelope).toMatchObject({ code: 4622, result: { preview: { action: 'ieoApply', youPay: '0' } } })
  const { confirmToken } = (await post(preview, { action: 'ieoApply', payload: ask })).result
  const requestId = randomUUID()
  const applied = await post(apply, { ...ask, confirmToken }, requestId)
  expect(applied.result).toMatchObject({ status: 0, applyNum: '1000', winNum: null, amount: null, createTime: '2026-11-21 00:00:00' })
  expect((await post(apply, { ...ask, confirmToken }, requestId)).result).toEqual(applied.result)
  const { id } = applied.result
  expect((await post(pay, { id })).envelope).toMatchObject({ key: 'STATE_CONFLICT', result: { id, status: 0 } })

  await at('2026-11-28 13:00:00')
  expect((await post(cancel, { id })).envelope).toMatchObject({
    key: 'STATE_CONFLICT',
    result: { status: 1, winNum: '1000', amount: '50.00000000' },
  })
  const proof = (await open.get(draw, { ieoId: 'tidewater', orderId: id })).result
  expect(await verifyIeoDraw(sha256, proof)).toMatchObject({ isSecret: true, isRoot: true, isSeed: true, isResult: true })
  expect(proof).toMatchObject({ leafIndex: 0, path: [], all: [[id, '1000', '1000']] })
  expect((await open.get(draw, { ieoId: 'beacon' })).envelope.key).toBe('NOT_FOUND')
  const shown = (await post(preview, { action: 'ieoPay', payload: { id } })).result
  expect(shown).toMatchObject({
    youPay: '50.00000000',
    warnings: [{ key: 'canLoseAll' }, { key: 'noMarket' }, { key: 'insufficientBalance' }],
  })
  const paying = { id, confirmToken: shown.confirmToken }
  expect((await post(pay, paying)).envelope).toMatchObject({ code: 4201 })
  await book(db, {
    book: 1,
    refType: 'test',
    refId: 'gift',
    at: clock.now(),
    legs: [
      { user: userId, currency: 'USDT', bucket: 'AVAIL', amount: asDecimal('80'), type: 1 },
      { house: 'CHAIN_IN', currency: 'USDT', amount: asDecimal('-80') },
    ],
  })
  clock.advance(10_000)
  const [first, second] = [randomUUID(), randomUUID()]
  const both = await Promise.all([post(pay, paying, first), post(pay, paying, first), post(pay, paying, second)])
  expect(both.filter(({ envelope }) => envelope.success).length).toBeGreaterThan(0)
  expect((await get(orders)).result.records).toMatchObject([{ id, status: 3, paidNum: '1000', amount: '50.00000000', unlocked: '0' }])
  expect((await get('/api/finance/appWallet/queryUserBalance', { accountType: '1' })).result).toMatchObject([
    { available: '30.00000000', invest: '50.00000000' },
  ])

  await at('2026-12-01 00:00:00')
  expect((await get(orders)).result.records).toMatchObject([{ status: 4, unlocked: '250' }])
  const assets = (await get('/api/finance/appWallet/queryUserAssets', { accountType: '1' })).result
  expect(assets.list.find(({ currency }: { currency: string }) => currency === 'TIDE')).toMatchObject({
    balance: '1000.00000000',
    price: null,
  })
  expect(assets).toMatchObject({ staleCurrencies: [], totalUsdt: '30.00000000' })
  expect((await get(projects)).result.records[0]).toMatchObject({ status: 4, myOrderId: id, myWin: '1000', winPrice: '0.05' })
  expect(await findAllLedgerViolations(db)).toEqual([])
})

it('gives all of a draw so often and no more from one address', async () => {
  clock.advance(120_000)
  const codes: number[] = []
  for (let n = 0; n < 21; n++) codes.push((await open.get(draw, { ieoId: 'tidewater' })).envelope.code)
  expect(codes).toEqual([...Array<number>(20).fill(200), 429])
})
