import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { lockWallet, post } from '#ledger/ledger.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { multiply } from '#rules/decimal.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createCallHandlers } from '#server/modules.ts'
import { createAppHttpServer, type AppHttpServer } from '#server/http/server.ts'
import { startContractEngine } from '#server/trading/engine.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, noLimits, testContext, createInProcessClient } from '../support/wire.ts'
import { startMs } from '../trading/tradingFixture.ts'

// Every refusal of trading, through the real edge and the real modules: sealed body in, code and key out, and nothing changed.

const clock = createManualClock(startMs)
const feed = createManualFeed(symbolSeeds)
const at = { BTCUSDT: '600', ETHUSDT: '3000', SOLUSDT: '150', XAUUSD: '4050', EURUSD: '1.16', USDJPY: '155' }
let db: Database
let market: StartableMarketDataService
let https: AppHttpServer[] = []
let ann: Person

interface Person {
  post(path: string, body: unknown): Promise<Answer>
  get(path: string, query?: Record<string, string>): Promise<Answer>
}

function server(env: 'sandbox' | 'production') {
  const app = testContext(db, clock, { env }, market)
  if (env === 'sandbox') startContractEngine(app)
  const http = createAppHttpServer(app, createCallHandlers(app), { rates: noLimits })
  https.push(http)
  return createInProcessClient(http, clock)
}
function personOn(edge: ReturnType<typeof createInProcessClient>, token: string): Person {
  const headers = () => ({ 'x-access-token': token, 'x-request-id': randomUUID() })
  return { post: (path, body) => edge.post(path, body, headers()), get: (path, query = {}) => edge.get(path, query, headers()) }
}
async function guest(edge: ReturnType<typeof createInProcessClient>): Promise<Person & { id: string }> {
  const { token, userInfo } = (await edge.post('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })).result
  return { ...personOn(edge, token), id: userInfo.id }
}

const next = async (prices: Record<string, string> = {}) => {
  feed.put(prices)
  clock.advance(1000)
  await market.step()
}

let edge: ReturnType<typeof createInProcessClient>
beforeAll(async () => {
  db = await testDatabase({ texts: true })
  feed.put(at)
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, feed, byHand: true })
  await market.start()
  edge = server('sandbox')
  await next()
  ann = await guest(edge)
})
afterAll(async () => {
  for (const http of https) await http.close()
  https = []
  await market?.stop()
  await db?.close()
})

const order = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, quantity: '0.1', lever: 3 }
const second = { accountType: 2, symbol: 'BTCUSDT', money: '10', setId: 'BTCUSDT-300', type: 1 }
const trade = '/api/trade/appTradePositions'
const preview = (payload: object, who = ann, action = 'position') => who.post('/api/trade/preview', { action, payload })
const create = (payload: object, who = ann) => who.post(`${trade}/create`, payload)
async function open(payload: object, who = ann): Promise<Answer> {
  const shown = await preview(payload, who)
  return create({ ...payload, confirmToken: shown.result?.confirmToken }, who)
}
async function buy(payload: object, who = ann): Promise<Answer> {
  const shown = await preview(payload, who, 'second')
  return who.post('/api/trade/appSecondContractOrder/buy', { ...payload, confirmToken: shown.result?.confirmToken })
}

/** The answer refuses by this code and key, in words, and moved no money. */
async function refuses(code: number, key: string, ask: () => Promise<Answer>, result: object = {}) {
  const before = await db.query('select count(*) from leg')
  const { envelope } = await ask()
  expect(envelope).toMatchObject({ success: false, code, key, result, traceId: expect.any(String) })
  expect(envelope.message).toMatch(/\w{3}/)
  expect(await db.query('select count(*) from leg')).toEqual(before)
}

describe('what is asked for', () => {
  it('4601 a market that is not listed', async () => {
    await refuses(4601, 'SYMBOL_UNKNOWN', () => preview({ ...order, symbol: 'NOPE' }), { symbol: 'NOPE' })
    await refuses(4601, 'SYMBOL_UNKNOWN', () => preview({ ...second, symbol: 'NOPE', setId: 'NOPE-60' }, ann, 'second'))
  })

  it('4602 a market that takes no new orders; closing goes on', async () => {
    const running = (await open({ ...order, quantity: '0.11' })).result
    await db.query(`insert into market_halt (symbol, since_ms) values ('BTCUSDT', 0)`)
    await refuses(4602, 'SYMBOL_HALTED', () => preview(order), { symbol: 'BTCUSDT' })
    await refuses(4602, 'SYMBOL_HALTED', () => create(order))
    await refuses(4602, 'SYMBOL_HALTED', () => preview({ ...order, posType: 1, quantity: undefined, lever: undefined, money: '20' }))
    await refuses(4602, 'SYMBOL_HALTED', () => preview(second, ann, 'second'))
    await refuses(4602, 'SYMBOL_HALTED', () => ann.post('/api/trade/appSecondContractOrder/buy', { ...second, confirmToken: 'x' }))
    await refuses(4602, 'SYMBOL_HALTED', () =>
      ann.get('/api/trade/appFlashExchangeLog/quote', { fromCurrency: 'USDT', toCurrency: 'BTC', fromAmount: '50', accountType: '2' }),
    )
    expect((await ann.post(`${trade}/close/${running.id}`, {})).result).toMatchObject({ status: 3 })
    await db.query('delete from market_halt')
  })

  it('4604 more leverage than the cap', () => refuses(4604, 'LEVERAGE_CAP', () => preview({ ...order, lever: 6 }), { max: 5 }))

  it('4605 a quantity between the steps', () =>
    refuses(4605, 'QTY_STEP', () => preview({ ...order, quantity: '0.10005' }), { step: '0.0001', min: '0.0001' }))

  it('4606 a price between the ticks', () =>
    refuses(4606, 'PRICE_STEP', () => preview({ ...order, orderType: 2, price: '590.001' }), { step: '0.01' }))

  it('4607 an order worth too little', () => refuses(4607, 'MIN_NOTIONAL', () => preview({ ...order, quantity: '0.0001' }), { min: '10' }))

  it('4610 a stop on the wrong side', () =>
    refuses(4610, 'STOP_INVALID', () => preview({ ...order, stopLoss: '601.00' }), { field: 'stopLoss', max: expect.any(String) }))
})

describe('when it is asked for', () => {
  it('4608 a market that is closed', async () => {
    feed.setOpen('XAUUSD', false)
    await refuses(4608, 'MARKET_CLOSED', () => preview({ ...order, symbol: 'XAUUSD', quantity: '1' }), { symbol: 'XAUUSD' })
    await refuses(4608, 'MARKET_CLOSED', () => preview({ ...second, symbol: 'XAUUSD', setId: 'XAUUSD-60' }, ann, 'second'))
    feed.setOpen('XAUUSD', true)
    await next()
  })

  it('4609 a price that moved', async () => {
    const { confirmToken } = (await preview({ ...order, quantity: '0.12' })).result
    await next({ BTCUSDT: '620' })
    await refuses(4609, 'PRICE_MOVED', () => create({ ...order, quantity: '0.12', confirmToken }), { price: '620.07' })
    await next({ BTCUSDT: '600' })
  })

  it('4616 a price that is old', async () => {
    feed.silence('SOLUSDT')
    for (let n = 0; n < 5; n++) await next()
    await refuses(4616, 'FEED_STALE', () => preview({ ...order, symbol: 'SOLUSDT', quantity: '1' }), { age: expect.any(Number) })
    await refuses(4616, 'FEED_STALE', () => preview({ ...second, symbol: 'SOLUSDT', setId: 'SOLUSDT-60' }, ann, 'second'))
    await next({ SOLUSDT: '150' })
  })

  it('4622 what was not confirmed', async () => {
    await refuses(4622, 'CONFIRM_REQUIRED', () => create(order), { preview: { confirmToken: expect.any(String) } })
    await refuses(4622, 'CONFIRM_REQUIRED', () => ann.post('/api/trade/appSecondContractOrder/buy', second))
  })

  it('4613 a price whose time is over', async () => {
    const quote = (
      await ann.get('/api/trade/appFlashExchangeLog/quote', { fromCurrency: 'USDT', toCurrency: 'BTC', fromAmount: '50', accountType: '2' })
    ).result
    for (let n = 0; n < 10; n++) await next()
    await refuses(4613, 'QUOTE_EXPIRED', () => ann.post('/api/trade/appFlashExchangeLog/flashExchange', { quoteId: quote.quoteId }))
  })
})

describe('what there is already', () => {
  it('4611 and 4612: what is over, and what is being closed; 4092: what does not wait', async () => {
    const { id } = (await open({ ...order, quantity: '0.13' })).result
    const cancel = () => ann.post(`${trade}/cancelLimit`, { id })
    await refuses(4092, 'STATE_CONFLICT', cancel, { id, status: 1, createTime: expect.any(String) })
    expect((await ann.post(`${trade}/close/${id}`, {})).result).toMatchObject({ status: 3 })
    await refuses(4611, 'NOT_RUNNING', () => ann.post(`${trade}/close/${id}`, {}))
    await refuses(4611, 'NOT_RUNNING', () => ann.post(`${trade}/updateStopLoss`, { id, stopLoss: null }))
    const other = (await open({ ...order, symbol: 'ETHUSDT', quantity: '0.1' })).result.id
    feed.silence('ETHUSDT')
    for (let n = 0; n < 4; n++) await next()
    expect((await ann.post(`${trade}/close/${other}`, {})).result).toMatchObject({ status: 2 })
    await refuses(4612, 'SETTLING', () => ann.post(`${trade}/close/${other}`, {}))
    await refuses(4612, 'SETTLING', () => ann.post(`${trade}/addMargin`, { id: other, money: '1' }))
    await next({ ETHUSDT: '3000' })
  })

  it('4614 too many, too much for one person, too much in one market', async () => {
    const bea = await guest(edge)
    for (let n = 0; n < 5; n++) {
      await next()
      expect((await buy({ ...second, money: String(10 + n) }, bea)).envelope.code).toBe(200)
    }
    const sixth = { ...second, money: '20' }
    await refuses(4614, 'TOO_MANY_OPEN', () => buy(sixth, bea), { max: 5 })
    await refuses(4614, 'USER_EXPOSURE', () => preview({ ...order, symbol: 'EURUSD', quantity: '5000000' }, bea), {
      max: expect.any(String),
    })
    expect((await open({ ...order, quantity: '6' }, bea)).envelope.code).toBe(200)
    await refuses(4614, 'SYMBOL_EXPOSURE', () => preview({ ...order, quantity: '5' }, bea), { max: '10 BTC' })
  })

  it('4615 more than the house can cover', async () => {
    const reserves = await db.query<{ kind: string; usdt: string }>('select kind, usdt from house_reserve where book = 2')
    await db.query('update house_reserve set usdt = 5 where book = 2')
    await refuses(4615, 'HOUSE_CAPACITY', () => preview({ ...order, quantity: '0.14' }))
    await refuses(4615, 'HOUSE_CAPACITY', () => preview(second, ann, 'second'))
    for (const { kind, usdt } of reserves)
      await db.query('update house_reserve set usdt = $2::numeric where book = 2 and kind = $1', [kind, usdt])
    expect((await preview(order)).envelope.code).toBe(200)
  })
})

describe('who asks', () => {
  it('4618 what is not offered where they live', async () => {
    const cas = await guest(server('production'))
    await db.query(`update account set country = 'US' where id = $1`, [cas.id])
    await refuses(4618, 'REGION_PRODUCT', () => preview(order, cas), { country: 'US' })
    await refuses(4618, 'REGION_PRODUCT', () => preview(second, cas, 'second'))
  })
})

describe('with real money', () => {
  const real = { ...order, accountType: 1 }
  const realSecond = { ...second, accountType: 1 }
  let members = 0
  /** Somebody with an account, a basic verification and 10,000 USDT; the questions about risk passed so many hours ago. */
  async function member(passedHours?: number, on = edge): Promise<Person> {
    const who = await guest(on)
    const user = who.id
    await db.query(
      `update account set is_guest = false, guest_device = null, email = $1, country = 'NZ', kyc_level = 1, created_ms = $2 where id = $3`,
      [`member${++members}@example.com`, startMs - 90 * 86_400_000, user],
    )
    await db.transaction(async (sql) => {
      await lockWallet(sql, user, 1)
      const amount = asDecimal('10000')
      const legs = [
        { user, currency: 'USDT', bucket: 'AVAIL', amount, type: balanceRecordType.demoReset } as const,
        { house: 'CAPITAL', currency: 'USDT', amount: asDecimal('-10000') } as const,
      ]
      await post(sql, { book: 1, refType: 'test', refId: user, at: clock.now(), legs })
    })
    if (passedHours !== undefined)
      await db.query('insert into suitability_try (user_id, right_answers, passed, at_ms) values ($1, 10, true, $2)', [
        user,
        clock.now() - passedHours * 3_600_000,
      ])
    return who
  }
  beforeAll(() => fundSandboxReserves(db, clock))

  it('4603 simulated prices', async () => {
    const who = await member(25, server('production'))
    const buying = { accountType: 1, posType: 1, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, money: '50' }
    await refuses(4603, 'MARKET_SIMULATED', () => preview(buying, who), { symbol: 'BTCUSDT' })
  })

  it('4617 nobody asked yet what they know of risk, 4621 it is not long ago, or it was answered wrong just now', async () => {
    const who = await member()
    await refuses(4617, 'SUITABILITY_REQUIRED', () => preview(real, who))
    await refuses(4617, 'SUITABILITY_REQUIRED', () => preview(realSecond, who, 'second'))
    const questions = (await who.get('/api/user/suitability/questions')).result as { id: string }[]
    const answers = questions.map(({ id }) => ({ id, option: 'x' }))
    expect((await who.post('/api/user/suitability/submit', { answers })).result).toMatchObject({ passed: false })
    await next()
    await refuses(4621, 'QUIZ_LATER', () => who.post('/api/user/suitability/submit', { answers: answers.toReversed() }), {
      until: expect.anything(),
    })
    const fresh = await member(23)
    await refuses(4621, 'COOLING_OFF', () => preview(real, fresh), { until: expect.anything() })
  })

  it('4619 their own limit, and orders one right after the other', async () => {
    const who = await member(25)
    expect((await buy(realSecond, who)).envelope.code).toBe(200)
    await next()
    await refuses(4619, 'BETWEEN_ORDERS', () => buy({ ...realSecond, money: '11' }, who), { seconds: expect.any(Number) })
    await who.post('/api/user/limits/set', { stakeSecond: '15' })
    for (let n = 0; n < 30; n++) await next()
    await refuses(4619, 'OWN_LIMIT', () => preview({ ...realSecond, money: '12' }, who, 'second'), { limit: 'stakeSecond' })
  })

  it('4620 a break that they asked for; closing goes on', async () => {
    const who = await member(25)
    const running = await open(real, who)
    expect(running.result).toMatchObject({ status: 1, accountType: 1 })
    await who.post('/api/user/limits/timeout', { hours: 24 })
    await refuses(4620, 'SELF_EXCLUDED', () => preview({ ...real, quantity: '0.15' }, who), { until: expect.anything() })
    expect((await who.post(`${trade}/close/${running.result.id}`, {})).result).toMatchObject({ status: 3 })
  })

  it('4615 nothing to pay with: the reserve of the REAL book is what the house holds', async () => {
    const who = await member(25)
    const [held] = await db.query<{ amount: string }>(
      `select sum(amount) as amount from leg where book = 1 and user_id is null and bucket in ('RESERVE', 'COVER')`,
    )
    const gone = asDecimal(held?.amount ?? '0')
    const move = (sign: string) =>
      db.transaction((sql) =>
        post(sql, {
          book: 1,
          refType: 'test',
          refId: 'reserve',
          at: clock.now(),
          legs: [
            { house: 'RESERVE', currency: 'USDT', amount: multiply(sign, gone) },
            { house: 'CAPITAL', currency: 'USDT', amount: multiply(`${-Number(sign)}`, gone) },
          ],
        }),
      )
    await move('-1')
    await refuses(4615, 'HOUSE_CAPACITY', () => preview(real, who))
    await move('1')
    expect((await preview(real, who)).envelope.code).toBe(200)
  })
})

it('4608 an option near its expiry', async () => {
  const chain = (await ann.get('/api/trade/appOption/list', { underlying: 'BTCUSDT' })).result
  const { optionId, minQty } = chain.list[0]
  clock.set((Math.floor(clock.now() / 1000) + 3 * 86_400) * 1000)
  await next()
  const asked = { accountType: 2, posType: 3, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, optionId, quantity: minQty }
  await refuses(4608, 'OPTION_EXPIRED', () => preview(asked))
})

it('leaves a sound ledger', async () => {
  expect(await findAllLedgerViolations(db)).toEqual([])
})
