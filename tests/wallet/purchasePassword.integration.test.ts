import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashSecret } from '#account/passwords.ts'
import type { Database } from '#db/database.ts'
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

// The withdrawal password on purchases (docs/rules/earn.md): off until somebody wants it, then asked for whatever is bought.

const clock = createManualClock(startMs)
const safePassword = '482915'
let db: Database
let market: StartableMarketDataService
let http: AppHttpServer
let to: ReturnType<typeof createInProcessClient>
let devices = 0

beforeAll(async () => {
  db = await testDatabase()
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
  to = createInProcessClient(http, clock)
})
afterAll(async () => {
  await http?.close()
  await market?.stop()
  await db?.close()
})

type Post = (path: string, body: Record<string, unknown>) => Promise<Answer>
interface Person {
  id: string
  post: Post
  get(path: string): Promise<Answer>
}

const guest = async (): Promise<Person> => {
  const { token, userInfo } = (await to.post('/api/app/guestLogin', { deviceId: String(++devices).padStart(32, 'd') })).result
  const headers = { 'x-access-token': token as string }
  return {
    id: userInfo.id,
    post: (path, body) => to.post(path, body, { ...headers, 'x-request-id': randomUUID() }),
    get: (path) => to.get(path, {}, headers),
  }
}
/** Somebody with an account, and the withdrawal password that they set. */
async function person(given?: string): Promise<Person> {
  const user = await guest()
  await db.query('update account set is_guest = false, guest_device = null, email = $2, safe_password_hash = $3 where id = $1', [
    user.id,
    `${user.id}@example.com`,
    given === undefined ? null : await hashSecret(given),
  ])
  return user
}
const keyOf = async (answer: Promise<Answer>): Promise<string | undefined> => (await answer).envelope.key
const askOnPurchases = ({ post }: Person, body: Record<string, unknown>) => post('/api/user/appUser/askOnPurchases', body)
const isOn = async ({ get }: Person) => (await get('/api/user/appUser/getMyUserInfo')).result.asksOnPurchases as 0 | 1

const buy = '/api/prod/appProductOrder/debitBuy'
const buyMiner = '/api/prod/appProductOrder/minerBuy'
const asked = { productId: 'harbour-7', accountType: 2, money: '100' }
const previewed = async ({ post }: Person) => {
  clock.advance(4_000)
  const { result } = await post('/api/trade/preview', { action: 'product', payload: asked })
  return { ...asked, confirmToken: result.confirmToken as string }
}

it('is off at first, takes a withdrawal password to be turned on and that password to be turned off', async () => {
  const [nobody, ann] = [await person(), await person(safePassword)]
  expect(await keyOf(askOnPurchases(await guest(), { on: true }))).toBe('GUEST_RESTRICTED')
  expect(await keyOf(askOnPurchases(nobody, { on: true }))).toBe('SAFE_PASSWORD_NOT_SET')
  expect((await askOnPurchases(nobody, { on: false })).result).toEqual({ asksOnPurchases: 0 })
  expect(await isOn(ann)).toBe(0)
  expect((await askOnPurchases(ann, { on: true })).result).toEqual({ asksOnPurchases: 1 })
  expect(await isOn(ann)).toBe(1)
  expect((await askOnPurchases(ann, { on: false })).envelope).toMatchObject({
    key: 'STEP_UP_REQUIRED',
    result: { methods: ['safePassword'] },
  })
  expect((await askOnPurchases(ann, { on: false, safePassword: '111112' })).envelope).toMatchObject({
    key: 'SAFE_PASSWORD_WRONG',
    result: { left: 4 },
  })
  expect(await isOn(ann)).toBe(1)
  expect((await askOnPurchases(ann, { on: false, safePassword })).result).toEqual({ asksOnPurchases: 0 })
  expect(await isOn(ann)).toBe(0)
})

it('whatever is bought, nothing is taken without it, and leaving never asks for it', async () => {
  const ann = await person(safePassword)
  const before = (await ann.post(buy, await previewed(ann))).result
  expect(before).toMatchObject({ status: 0, money: '100.00000000' })
  await askOnPurchases(ann, { on: true })
  const kinds = (await to.get('/api/prod/appProductInfo/list', { pageSize: '100' })).result.records as {
    id: string
    type: number
    minMoney: string
  }[]
  expect(new Set(kinds.map(({ type }) => type))).toEqual(new Set([1, 2, 3, 4, 5]))
  clock.advance(4_000)
  for (const { id, type, minMoney } of kinds) {
    const order = { productId: id, accountType: 2, ...(type === 4 ? { num: 1 } : { money: minMoney }), confirmToken: 'x' }
    expect([type, await keyOf(ann.post(type === 4 ? buyMiner : buy, order))]).toEqual([type, 'STEP_UP_REQUIRED'])
  }
  const body = await previewed(ann)
  expect(await keyOf(ann.post(buy, body))).toBe('STEP_UP_REQUIRED')
  expect((await ann.post(buy, { ...body, safePassword: '111112' })).envelope).toMatchObject({
    key: 'SAFE_PASSWORD_WRONG',
    result: { left: 4 },
  })
  const bought = (await ann.post(buy, { ...body, safePassword })).result
  expect(bought).toMatchObject({ status: 0, money: '100.00000000' })
  // Another proof makes no other order.
  expect(await keyOf(ann.post(buy, { ...body, safePassword: '111112' }))).toBe('DUPLICATE_RECENT')
  expect((await ann.post('/api/prod/appProductOrder/cancel', { id: bought.id })).result).toMatchObject({ status: 4 })
  const orders = await db.query('select from product_order where user_id = $1', [ann.id])
  expect(orders).toHaveLength(2)
})

it('after five wrong ones the right one waits too, and nothing was bought', async () => {
  const ann = await person(safePassword)
  await askOnPurchases(ann, { on: true })
  const body = await previewed(ann)
  for (const left of [4, 3, 2, 1, 0]) {
    expect((await ann.post(buy, { ...body, safePassword: '111112' })).envelope).toMatchObject({
      key: 'SAFE_PASSWORD_WRONG',
      result: { left },
    })
  }
  expect(await keyOf(ann.post(buy, { ...body, safePassword }))).toBe('PROOF_LOCKED')
  expect(await keyOf(askOnPurchases(ann, { on: false, safePassword }))).toBe('PROOF_LOCKED')
  expect(await db.query('select from product_order where user_id = $1', [ann.id])).toEqual([])
})
