import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiCall } from '#contract/call.ts'
import { contract } from '#contract/contract.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { post } from '#ledger/ledger.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { createMarketDataService } from '#market/createMarket.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import type { AppContext } from '#server/core/appContext.ts'
import { createManualClock } from '#server/core/clock.ts'
import { riskReducingPaths } from '#server/http/riskReducingPaths.ts'
import { createAppHttpServer } from '#server/http/server.ts'
import { createCallHandlers } from '#server/modules.ts'
import { readOptionChain } from '#server/options/chain.ts'
import {
  recheckRequestedAndHaltedOrders,
  recheckOrdersEndedByTimeOrListing,
  requestPendingOrderRecheck,
} from '#server/orders/orderRechecks.ts'
import { createSpotOrderRechecker } from '#server/spot/engine.ts'
import { createContractOrderRechecker } from '#server/trading/recheck.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, createInProcessClient, noLimits, testContext } from '../support/wire.ts'
import { ownedBy, type Owner } from './owned.ts'

// Everything by which somebody sells coins for USDT, closes, cancels or repays × everything that takes the right to open away: leaving is
// never hindered (docs/rules/{wire,spot,protection}.md).

const clock = createManualClock(1_795_190_400_000)
const db = await testDatabase()
const feed = createManualFeed(symbolSeeds)
feed.put({ BTCUSDT: '60000', ETHUSDT: '3000', XAUUSD: '4050' })
const market = createMarketDataService({ config: { marketFeed: { kind: 'sim' } }, clock, db, feed, byHand: true })
const faults: unknown[] = []
/** One server where everything is on, and one where coins are real, on the same money. */
const serverOf = (env: 'sandbox' | 'production') => {
  const app: AppContext = testContext(db, clock, { env }, market)
  const http = createAppHttpServer(app, createCallHandlers(app), {
    rates: noLimits,
    dist: '/nonexistent',
    onFault: (fault) => faults.push(fault),
  })
  return { app, http, to: createInProcessClient(http, clock) }
}
const servers = { sandbox: serverOf('sandbox'), production: serverOf('production') }
type Environment = keyof typeof servers

const rows = Object.values(contract).flatMap((room) => Object.values(room) as ApiCall[])
async function call(env: Environment, token: string, path: string, given: Record<string, unknown>): Promise<Answer> {
  const row = rows.find((each) => each.path === path)
  const { to } = servers[env]
  const headers = { 'x-access-token': token }
  if (row?.method === 'GET') return to.get(path, given as Record<string, string>, headers)
  return to.post(path.replace(':id', String(given['id'])), given, headers)
}
/** Some seconds later, with a fresh record. */
async function later(): Promise<void> {
  clock.advance(4_000)
  feed.resume(undefined, clock.now())
  await market.step()
}

interface Person {
  token: string
  owner: Owner
}
async function person(): Promise<Person> {
  const { token, userInfo } = (await servers.sandbox.to.post('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })).result
  const userId = userInfo.id as string
  await db.query(
    `update account set is_guest = false, guest_device = null, email = $2, kyc_level = 2, country = 'NZ', kyc_country = 'NZ' where id = $1`,
    [userId, `leaving${userId}@example.com`],
  )
  await db.transaction(async (sql) => {
    await sql.query('insert into wallet (user_id, book) values ($1, 1) on conflict do nothing', [userId])
    const given: [string, Decimal, Decimal][] = [
      ['USDT', asDecimal('10000'), asDecimal('-10000')],
      ['BTC', asDecimal('1'), asDecimal('-1')],
    ]
    const legs = given.flatMap(([currency, amount, taken]) => [
      { user: userId, currency, bucket: 'AVAIL' as const, amount, type: balanceRecordType.deposit },
      { house: 'CHAIN_IN' as const, currency, amount: taken },
    ])
    await post(sql, { book: 1, refType: 'test', refId: 'gift', at: clock.now(), legs })
  })
  return { token, owner: { db, later, userId, call: (path, given) => call('sandbox', token, path, given) } }
}

const order = { accountType: 1, symbol: 'BTCUSDT', direction: 2, orderType: 1, quantity: '0.01' }
const limit = { ...order, posType: 1, orderType: 2, price: '65000', slippageBps: 200 }
const create = '/api/trade/appTradePositions/create'
const placed = async (ask: Asking, payload: Record<string, unknown>): Promise<Answer> => {
  const { result, envelope } = await ask('/api/trade/preview', { action: 'position', payload })
  if (!envelope.success) throw new Error(`${String(envelope.key)} of the preview`)
  return ask(create, { ...payload, confirmToken: result.confirmToken })
}
const swapped = async (ask: Asking, from: string, to: string): Promise<Answer> => {
  const amounts = { accountType: '1', fromCurrency: from, toCurrency: to, fromAmount: from === 'BTC' ? '0.01' : '100' }
  const quoted = await ask('/api/trade/appFlashExchangeLog/quote', amounts)
  if (!quoted.envelope.success) throw new Error(`${String(quoted.envelope.key)} of the quote`)
  return ask('/api/trade/appFlashExchangeLog/flashExchange', { quoteId: quoted.result.quoteId })
}
type Asking = (path: string, given: Record<string, unknown>) => Promise<Answer>
type Leaving = (ask: Asking) => Promise<Answer>

/** What turns coins into USDT, at the price of now. */
const sales: Record<string, Leaving> = {
  'a spot order that sells': (ask) => placed(ask, { ...order, posType: 1, slippageBps: 200 }),
  'a spot order that sells at its limit': (ask) => placed(ask, limit),
  'an instant order that sells': (ask) => placed(ask, { ...order, posType: 4 }),
  'a fast trade that sells': (ask) => placed(ask, { ...order, posType: 5 }),
  'a swap into USDT': (ask) => swapped(ask, 'BTC', 'USDT'),
}
/** What a gate must refuse, or it was none. */
const purchases: Record<string, Leaving> = {
  'a spot order that buys': (ask) => placed(ask, { ...order, posType: 1, direction: 1, slippageBps: 200 }),
  'an instant order that buys': (ask) => placed(ask, { ...order, posType: 4, direction: 1 }),
  'a fast trade that buys': (ask) => placed(ask, { ...order, posType: 5, direction: 1 }),
  'a swap into a coin': (ask) => swapped(ask, 'USDT', 'BTC'),
}

/** Each way of leaving what was there before: made while nothing stands in the way, then left. */
const before: Record<string, (who: Person) => Promise<Leaving>> = {
  'an order that sells and waits, cancelled': async ({ owner }) => {
    const { result } = await placed(owner.call, { ...limit, price: '66000' })
    return (ask) => ask('/api/trade/appTradePositions/cancelLimit', { id: result.id })
  },
  'an option sold back': async ({ owner }) => {
    await later()
    const { list } = await readOptionChain(servers.sandbox.app, db, 'BTCUSDT', undefined)
    const payload = {
      accountType: 2,
      posType: 3,
      symbol: 'BTCUSDT',
      optionId: list[0]?.optionId,
      direction: 1,
      orderType: 1,
      quantity: '0.1',
      slippageBps: 200,
    }
    const { result } = await placed(owner.call, payload)
    return (ask) => ask('/api/trade/appTradePositions/close/:id', { id: result.id })
  },
}
/** Its withdrawal is a row without money behind it; that a real one can be cancelled is seen where withdrawals are. */
const unfunded = '/api/finance/appWithdrawal/cancel'
const stops = '/api/trade/appTradePositions/updateStopLoss'
/** A loan that is asked for as the app does it; its id. */
async function borrowed({ owner }: Person, action: 'loanCredit' | 'loanPledge', payload: Record<string, unknown>): Promise<string> {
  await later()
  const asked = { amount: '100', days: 30, ...payload }
  const { result, envelope } = await owner.call('/api/trade/preview', { action, payload: asked })
  if (!envelope.success) throw new Error(`${String(envelope.key)} of the preview`)
  const path = `/api/prod/appLoanOrder/${action === 'loanCredit' ? 'creditApply' : 'pledgeApply'}`
  return (await owner.call(path, { ...asked, confirmToken: result.confirmToken })).result.id as string
}
/** By path: what is left so where the row of that call would not do. */
const made: Record<string, (who: Person) => Promise<Record<string, unknown>>> = {
  '/api/prod/appLoanOrder/cancel': async (who) => ({
    id: await borrowed(who, 'loanCredit', { setId: 'credit-usdt', purpose: 'living', income: 'from1500' }),
  }),
  '/api/prod/appLoanOrder/addCollateral': async (who) => ({
    id: await borrowed(who, 'loanPledge', { setId: 'pledge-usdt', collateralCurrency: 'BTC', collateralAmount: '0.1' }),
    amount: '0.1',
  }),
  '/api/prod/appProductOrder/exit': async (who) => {
    const { params } = await ownedBy['/api/prod/appProductOrder/exit']!(who.owner)
    await db.query(`update product_order set status = 1, start_day = '2026-11-20', end_day = '2026-12-20' where id = $1`, [params['id']])
    return params
  },
}
for (const path of riskReducingPaths) {
  const owned = path === unfunded ? undefined : ownedBy[path]
  if (!owned) continue
  before[path] = async (who) => {
    const params = (await made[path]?.(who)) ?? (await owned(who.owner)).params
    return (ask) => ask(path, { ...params, ...(path === stops && { stopLoss: '50000' }) })
  }
}

interface Gate {
  /** What it refuses to those who open something; undefined where nothing stands in the way. */
  refusal?: string
  /** It is of the market, which has no price for anybody now: what waits, closes and cancels goes on. */
  isOfMarket?: true
  env?: Environment
  close?(who: Person): Promise<unknown>
  open?(): Promise<unknown>
}
const set =
  (assignment: string) =>
  ({ owner }: Person) =>
    db.query(`update account set ${assignment.replace('now', String(clock.now()))} where id = $1`, [owner.userId])
/** By name: what takes the right to open something away from a person. */
const gates: Record<string, Gate> = {
  nothing: {},
  'a break from everything': {
    refusal: 'SELF_EXCLUDED',
    close: ({ owner }) => owner.call('/api/user/limits/selfExclude', { months: 6, scope: 'all' }),
  },
  'a changed agreement': { refusal: 'AGREEMENT_REQUIRED', close: set(`agreement_version = '0'`) },
  'no verification': { refusal: 'KYC_REQUIRED', close: set('kyc_level = 0') },
  'the end of a verification': { refusal: 'KYC_REQUIRED', close: set('kyc_closes_ms = now') },
  'a market that is simulated': { refusal: 'MARKET_SIMULATED', env: 'production' },
  'a halt of the market': {
    refusal: 'SYMBOL_HALTED',
    isOfMarket: true,
    close: () => db.query(`insert into market_halt (symbol, since_ms) values ('BTCUSDT', 0)`),
    open: () => db.query('delete from market_halt'),
  },
  'a country without any product': { refusal: 'MARKET_SIMULATED', env: 'production', close: set(`country = 'US', kyc_country = 'US'`) },
}

async function asked(leaving: Leaving, who: Person, env: Environment): Promise<string> {
  try {
    const { envelope } = await leaving((path, given) => call(env, who.token, path, given))
    return envelope.success ? 'done' : String(envelope.key)
  } catch (error) {
    return (error as Error).message
  }
}

/** What each way of leaving answers to somebody in whose way nothing stands. */
const unhindered: Record<string, string> = {}

beforeAll(async () => {
  await market.start()
  await market.step()
  await fundSandboxReserves(db, clock)
  const who = await person()
  for (const [name, make] of Object.entries(before)) unhindered[name] = await asked(await make(who), who, 'sandbox')
})
afterAll(async () => {
  for (const { http } of Object.values(servers)) await http.close()
  await market.stop()
  await db.close()
})

describe.each(Object.entries(gates))('%s', (_, { refusal, isOfMarket, env = 'sandbox', close, open }) => {
  const waysOut: Record<string, Leaving> = {}
  let who: Person
  let waiting: string
  beforeAll(async () => {
    who = await person()
    waiting = (await placed(who.owner.call, limit)).result.id
    for (const [name, make] of Object.entries(before)) waysOut[name] = await make(who)
    await close?.(who)
    await later()
  })
  afterAll(async () => {
    await open?.()
  })

  test.each(Object.entries(purchases))('has its way with %s', async (_name, buying) => {
    expect(await asked(buying, who, env)).toMatch(new RegExp(`^${refusal ?? 'done'}( |$)`))
  })

  test.each(Object.entries(sales))('leaves %s alone', async (_name, selling) => {
    expect(await asked(selling, who, env)).toMatch(isOfMarket ? new RegExp(`^${refusal} `) : /^done$/)
  })

  test.each(Object.keys(before))('leaves %s alone', async (name) => {
    expect(await asked(waysOut[name]!, who, env)).toBe(unhindered[name])
  })

  test('leaves an order that sells and waits where it is', async () => {
    const { app } = servers[env]
    const kinds = [createContractOrderRechecker(app), createSpotOrderRechecker(app)]
    await requestPendingOrderRecheck(app, db, who.owner.userId)
    await recheckRequestedAndHaltedOrders(app, kinds)
    await recheckOrdersEndedByTimeOrListing(app, kinds)
    expect(await db.query('select status from spot_order where id = $1', [waiting])).toEqual([{ status: 0 }])
  })
})

test('each of those ways is one: it is done where nothing stands in the way', () => {
  expect(Object.keys(unhindered).length).toBeGreaterThan(10)
  const undone = Object.entries(unhindered).filter(([, answer]) => answer !== 'done')
  expect(undone).toEqual([])
  expect(faults).toEqual([])
})
