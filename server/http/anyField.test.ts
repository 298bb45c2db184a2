import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { hashSecret } from '#account/passwords.ts'
import type { ApiCall, PostCall } from '#contract/call.ts'
import { contract } from '#contract/contract.ts'
import { asDecimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { findAllLedgerViolations } from '#ledger/check.ts'
import { lockWallet, post } from '#ledger/ledger.ts'
import { fundSandboxReserves } from '#ledger/sandboxFund.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { createManualClock } from '../core/clock.ts'
import { createCallHandlers } from '../modules.ts'
import { createAppHttpServer, type AppHttpServer } from './server.ts'

// Every field of every write call of the contract, at any depth, is given what no person types: the answer is a success or a named
// refusal, never a fault of ours, and the ledger stays whole.

const startMs = 1_795_190_400_000
const clock = createManualClock(startMs)
const feed = createManualFeed(symbolSeeds)
const faults: unknown[] = []
let db: Database
let market: StartableMarketDataService
let http: AppHttpServer
let edge: ReturnType<typeof createInProcessClient>
let token: string
/** Ids of real things, so that the call does not end at notFound. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  db = await testDatabase({ texts: true })
  await fundSandboxReserves(db, clock)
  feed.put({ BTCUSDT: '600', ETHUSDT: '3000', SOLUSDT: '150', XAUUSD: '4050', EURUSD: '1.16', USDJPY: '155' })
  market = createMarketDataService({ db, clock, config: { marketFeed: { kind: 'sim' } }, feed, byHand: true })
  await market.start()
  const app = testContext(db, clock, {}, market)
  http = createAppHttpServer(app, createCallHandlers(app), {
    rates: noLimits,
    dist: '/nonexistent',
    onFault: (fault) => faults.push(fault),
  })
  edge = createInProcessClient(http, clock)
  await tick()
  const guest = (await edge.post('/api/app/guestLogin', { deviceId: 'a'.repeat(32) })).result
  token = guest.token
  const user = guest.userInfo.id
  await db.query(
    `update account set is_guest = false, guest_device = null, email = 'ann@example.com', country = 'NZ', kyc_level = 2, created_ms = $2 where id = $1`,
    [user, startMs - 90 * 86_400_000],
  )
  await db.query('insert into suitability_try (user_id, right_answers, passed, at_ms) values ($1, 10, true, $2)', [
    user,
    startMs - 30 * 86_400_000,
  ])
  await db.transaction(async (sql) => {
    await lockWallet(sql, user, 1)
    const legs = (['USDT', 'BTC'] as const).flatMap((currency) => [
      { user, currency, bucket: 'AVAIL', amount: asDecimal('100000'), type: balanceRecordType.demoReset } as const,
      { house: 'CAPITAL', currency, amount: asDecimal('-100000') } as const,
    ])
    await post(sql, { book: 1, refType: 'test', refId: user, at: clock.now(), legs })
  })
  const order = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, slippageBps: 50, quantity: '1', lever: 3 }
  const shown = await send('/api/trade/preview', { action: 'position', payload: order })
  const opened = await send('/api/trade/appTradePositions/create', { ...order, confirmToken: shown.result.confirmToken })
  ids['position'] = opened.result.id
  const firstId = async (text: string) => String((await db.query<{ id: string }>(text))[0]?.id ?? '1')
  ids['product'] = await firstId('select id from product order by id limit 1')
  await db.query('update account set safe_password_hash = $2 where id = $1', [user, await hashSecret('482915')])
})
afterAll(async () => {
  await http.close()
  await market.stop()
  await db.close()
})

const send = (path: string, body: object, as = token) => edge.post(path, body, { 'x-access-token': as, 'x-request-id': randomUUID() })
const newGuest = async (): Promise<string> =>
  (await edge.post('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })).result.token
const tick = async () => {
  feed.put({})
  clock.advance(1000)
  await market.step()
}

const odd: unknown[] = [
  '0',
  0,
  '0.000000001',
  '0.000000000000000001',
  '1.123456789',
  `1.${'1'.repeat(40)}`,
  `0.${'0'.repeat(39)}1`,
  '99999999999999999999',
  '9223372036854775808',
  '１２',
  '１．５',
  '٣',
  '٣٫٥',
  '\ud800',
  'a\udfffb',
  '\0',
  'x'.repeat(10_000),
  '',
  -1,
  Number.MAX_SAFE_INTEGER,
  1.5,
  true,
  null,
  [],
  {},
  { '\ud800': '\ud800' },
]

/** What a field is called says what it may hold; tried before the plain ones. */
const named = (path: string): Record<string, unknown> => ({
  symbol: 'BTCUSDT',
  currency: 'USDT',
  chainType: 'TRC20',
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  money: '20',
  quantity: '0.1',
  price: '590.00',
  lever: 3,
  setId: 'BTCUSDT-300',
  accountType: 2,
  productId: ids['product'],
  fromCurrency: 'USDT',
  toCurrency: 'BTC',
  email: 'b@example.com',
  account: 'ann@example.com',
  country: 'NZ',
  birthday: '1990-01-01',
  captcha: '123456',
  safePassword: '482915',
  deviceId: 'b'.repeat(32),
  id: path.includes('appTradePositions') ? ids['position'] : '7',
  openSec: startMs / 1000,
  closeSec: startMs / 1000 + 1,
})
const plain: unknown[] = [
  '1',
  1,
  'abc',
  '123456',
  'abcdefgh',
  'a@b.co',
  'a'.repeat(32),
  'A'.repeat(88),
  '2020-01-01',
  true,
  randomUUID(),
  '2026-11-20 00:00:00',
]

type Schema = z.core.$ZodType
const inner = (schema: Schema): Schema =>
  schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniDefault
    ? inner(schema._zod.def.innerType)
    : schema
const decodes = (schema: Schema, value: unknown): boolean => z.safeParse(schema as z.ZodMiniType, value).success

/** One body for each option of each union in it: as valid as can be told from the schema alone. */
function samples(schema_: Schema, name: string, path: string): unknown[] {
  const schema = inner(schema_)
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap((option) => samples(option, name, path))
  if (schema instanceof z.ZodMiniObject) {
    const fields = Object.entries(schema._zod.def.shape as Record<string, Schema>).map(
      ([key, field]) => [key, samples(field, key, path)] as const,
    )
    const most = Math.max(1, ...fields.map(([, options]) => options.length))
    return Array.from({ length: most }, (_, n) => Object.fromEntries(fields.map(([key, options]) => [key, options[n % options.length]])))
  }
  if (schema instanceof z.ZodMiniArray) return [[samples(schema._zod.def.element, name, path)[0]]]
  if (schema instanceof z.ZodMiniLiteral) return [schema._zod.def.values[0]]
  if (schema instanceof z.ZodMiniEnum) return [Object.values(schema._zod.def.entries)[0]]
  const known = named(path)
  return [[known[name], ...plain].find((value) => value !== undefined && decodes(schema, value))]
}

/** Every field at any depth, as the keys that lead to it. */
function fieldsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, held]) => [[key], ...fieldsOf(held).map((rest) => [key, ...rest])])
}
function withField(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = withField(copy[key], rest, put)
  return copy
}

/** Calls that take a confirm token, and what their preview is called. */
const previewed: Record<string, (body: Record<string, unknown>) => string> = {
  '/api/trade/appTradePositions/create': () => 'position',
  '/api/trade/appSecondContractOrder/buy': () => 'second',
  '/api/finance/appWithdrawal/apply': () => 'withdraw',
  '/api/prod/appProductOrder/debitBuy': () => 'product',
  '/api/prod/appProductOrder/minerBuy': () => 'miner',
  '/api/prod/appLoanOrder/creditApply': () => 'loanCredit',
  '/api/prod/appLoanOrder/pledgeApply': () => 'loanPledge',
  '/api/prod/appOrderIoe/apply': () => 'ieoApply',
  '/api/prod/appOrderIoe/pay': () => 'ieoPay',
}

/** The sample with the token of its own preview, where there is one. */
async function confirmed(path: string, sample: Record<string, unknown>): Promise<Record<string, unknown>> {
  const action = previewed[path]?.(sample)
  if (action === undefined) return sample
  const { confirmToken: _, ...payload } = sample
  const { result } = await send('/api/trade/preview', { action, payload })
  return { ...sample, confirmToken: result?.confirmToken ?? 'ct1.x.y' }
}

/** Fields of which a call takes one and not the other, or that only some orders have: a body without them gets further. */
const exclusive = ['accountId', 'memo', 'price', 'stopProfit', 'stopLoss', 'compId']
function plainer(row: PostCall, body: Record<string, unknown>): Record<string, unknown>[] {
  const without = (held: Record<string, unknown>) => Object.fromEntries(Object.entries(held).filter(([name]) => !exclusive.includes(name)))
  const payload = body['payload'] as Record<string, unknown> | undefined
  // A contract is sized by its quantity or by its money.
  const lean = (held: Record<string, unknown>) => without('quantity' in held && 'money' in held ? { ...held, money: undefined } : held)
  const plain = payload ? { ...body, payload: lean(payload) } : lean(body)
  return JSON.stringify(plain) !== JSON.stringify(body) && decodes(row.body, plain) ? [body, plain] : [body]
}

/** A demo account takes a practice ledger once, so each try is somebody new. */
const byNewGuest = new Set(['/api/trade/demo/carryOver'])

const writes = Object.values(contract)
  .flatMap((room) => Object.values(room) as ApiCall[])
  .filter((row): row is PostCall => row.method === 'POST' && !row.form && row.path !== '/api/app/logout')

test.each(writes)('$path is given odd values in every field', async (row) => {
  for (const body of (samples(row.body, '', row.path) as Record<string, unknown>[]).flatMap((sample) => plainer(row, sample))) {
    const sample = await confirmed(row.path, body)
    for (const field of fieldsOf(sample)) {
      faults.length = 0
      const codes = await Promise.all(
        odd.map(async (value) => {
          const payload = withField(sample, field, value) as Record<string, unknown>
          const url = row.path.replace(':id', encodeURIComponent(String(payload['id']).toWellFormed().slice(0, 60)))
          const { envelope } = await send(url, payload, byNewGuest.has(row.path) ? await newGuest() : token)
          return { field: field.join('.'), value, code: envelope.code }
        }),
      )
      // Half of a surrogate pair is refused before anything is looked at; in a path it cannot even be sent.
      const halves = codes.filter(({ value, field: at }) => value === '\ud800' && !row.path.includes(`:${at}`))
      expect(halves.every(({ code }) => code === 4001)).toBe(true)
      expect({ faults: faults.map(String), at: codes.filter(({ code }) => code === 500) }).toEqual({ faults: [], at: [] })
      clock.advance(5_000)
    }
    await tick()
  }
})

test('the ledger is whole after all of it', async () => {
  expect(await findAllLedgerViolations(db)).toEqual([])
})
