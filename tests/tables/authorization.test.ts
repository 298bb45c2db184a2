import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { hashSecret } from '#account/passwords.ts'
import type { ApiCall } from '#contract/call.ts'
import { contract } from '#contract/contract.ts'
import type { Database } from '#db/database.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createManualFeed } from '#market/feeds/manualFeed.ts'
import { createManualClock } from '#server/core/clock.ts'
import { createCallHandlers } from '#server/modules.ts'
import { createAppHttpServer, type AppHttpServer } from '../../server/http/server.ts'
import { testDatabase } from '../support/testDatabase.ts'
import { type Answer, noLimits, testContext, createInProcessClient } from '../support/wire.ts'
import { closedOnBreak, openOnBreak } from './onBreak.ts'
import { ownedBy, type Owner, sharedIds, strangersProof } from './owned.ts'

// Every call of the contract × everybody who might call it. A new row is checked the moment it is in the table; one with an id in it
// also says here whose id that is.

const callers = ['nobody', 'madeUp', 'expired', 'revoked', 'guest', 'unverified', 'basic', 'advanced', 'papersEnded', 'excluded'] as const
type Caller = (typeof callers)[number]
const leaving = '/api/finance/appWithdrawal/apply'

/** What the edge answers before it has looked at anything else; undefined where it lets them in. */
function refusalFor({ access, path }: Pick<ApiCall, 'access' | 'path'>, caller: Caller): string | undefined {
  if (access === 'open') return undefined
  if (['nobody', 'madeUp', 'expired', 'revoked'].includes(caller)) return 'UNAUTHORIZED'
  if (access === 'signedIn') return undefined
  if (caller === 'guest') return 'GUEST_RESTRICTED'
  // Whose papers ended more than 60 days ago is closed out of what needs a level, but can always leave.
  if (caller === 'papersEnded' && access !== 'full' && path !== leaving) return 'KYC_REQUIRED'
  const levels = { unverified: 0, basic: 1, advanced: 2, papersEnded: 2, excluded: 2 }
  return levels[caller as keyof typeof levels] < { full: 0, kyc1: 1, kyc2: 2 }[access] ? 'KYC_REQUIRED' : undefined
}

const rows = Object.values(contract).flatMap((room) => Object.values(room) as ApiCall[])
const schemaOf = (row: ApiCall): z.ZodMiniType => (row.method === 'GET' ? row.params : row.body)
/** Every field that the schema knows, also in the parts of a union and below. */
function fieldsOf(schema: unknown): string[] {
  const { def } = (schema as { _zod: { def: Record<string, unknown> } })._zod
  const parts = [def['options'], def['in'], def['innerType'], def['element'], def['left'], def['right']].flat().filter(Boolean)
  const shape = (def['shape'] ?? {}) as Record<string, unknown>
  return [...Object.keys(shape), ...Object.values(shape).flatMap(fieldsOf), ...parts.flatMap(fieldsOf)]
}
const isId = (field: string): boolean => /^(ids?|.*Id|fileIds|voucher|.*Img)$/.test(field) && field !== 'deviceId'

let db: Database
let market: StartableMarketDataService
let feed: ReturnType<typeof createManualFeed>
let http: AppHttpServer
let to: ReturnType<typeof createInProcessClient>
const clock = createManualClock(1_795_190_400_000)
const tokens: Record<string, string> = {}
const faults: unknown[] = []

async function newcomer(name: string, kycLevel?: 0 | 1 | 2): Promise<void> {
  const { result } = await to.post('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', '') })
  tokens[name] = result.token
  if (kycLevel === undefined) return
  await db.query('update account set is_guest = false, guest_device = null, email = $2, kyc_level = $3 where id = $1', [
    result.userInfo.id,
    `${name}@example.com`,
    kycLevel,
  ])
}

const idOf = async (name: string): Promise<string> =>
  (await to.get('/api/user/appUser/getMyUserInfo', {}, headersOf(name))).result.id as string
/** From everything, for half a year. */
async function takeBreak(name: string): Promise<void> {
  const { envelope } = await to.post('/api/user/limits/selfExclude', { months: 6, scope: 'all' }, headersOf(name))
  expect(envelope.code).toBe(200)
}

beforeAll(async () => {
  db = await testDatabase()
  feed = createManualFeed(symbolSeeds)
  feed.put({ BTCUSDT: '60000', ETHUSDT: '3000', XAUUSD: '4050' })
  market = createMarketDataService({ config: { marketFeed: { kind: 'sim' } }, clock, db, feed, byHand: true })
  await market.start()
  await market.step()
  const app = testContext(db, clock, {}, market)
  http = createAppHttpServer(app, createCallHandlers(app), {
    rates: noLimits,
    dist: '/nonexistent',
    onFault: (fault) => faults.push(fault),
  })
  to = createInProcessClient(http, clock)
  await newcomer('guest')
  await newcomer('unverified', 0)
  await newcomer('basic', 1)
  await newcomer('advanced', 2)
  await newcomer('papersEnded', 2)
  await db.query(`update account set kyc_closes_ms = $1 where email = 'papersEnded@example.com'`, [clock.now()])
  await newcomer('excluded', 2)
  await takeBreak('excluded')
  await newcomer('expired')
  await newcomer('revoked')
  const endOf = async (name: string, column: string, at: number) =>
    db.query(`update session set ${column} = $2 where token_hash = sha256(convert_to($1, 'UTF8'))`, [tokens[name], at])
  await endOf('expired', 'expires_ms', clock.now() - 1)
  await endOf('revoked', 'ended_ms', clock.now() - 1)
  tokens['madeUp'] = 'A'.repeat(43)
})
afterAll(async () => {
  await http.close()
  await market.stop()
  await db.close()
})

/** Some seconds later, with a fresh record. */
async function later(): Promise<void> {
  clock.advance(4_000)
  feed.resume(undefined, clock.now())
  await market.step()
}
const headersOf = (name: string): Record<string, string> => (tokens[name] === undefined ? {} : { 'x-access-token': tokens[name] })
async function call(row: ApiCall, given: Record<string, unknown>, name: string): Promise<Answer> {
  if (row.method === 'GET') return to.get(row.path, given as Record<string, string>, headersOf(name))
  const path = row.path.replace(':id', encodeURIComponent(String(given['id'] ?? '7')))
  return to.post(path, given, headersOf(name))
}

/** Ends the session that asks, and is last so. */
const signsOut = '/api/app/logout'

describe.each(rows.filter((row) => row.path !== signsOut))('$path', (row) => {
  test.each(callers)('answers %s as the table says', async (caller) => {
    const { envelope, status } = await call(row, {}, caller)
    const due = refusalFor(row, caller)
    if (due !== undefined) expect([envelope.key, status]).toEqual([due, due === 'UNAUTHORIZED' ? 401 : 200])
    else expect(['UNAUTHORIZED', 'KYC_REQUIRED', 'SELF_EXCLUDED']).not.toContain(envelope.key)
  })
})

describe('what belongs to somebody else', () => {
  const withIds = rows.filter((row) => fieldsOf(schemaOf(row)).some(isId))

  test('every row that takes an id says whose it is', () => {
    const unsaid = withIds.map((row) => row.path).filter((path) => !(path in ownedBy) && !(path in sharedIds))
    expect(unsaid).toEqual([])
  })

  test.each(Object.keys(ownedBy))('%s answers as if it were not there, and nothing changes', async (path) => {
    const row = rows.find((each) => each.path === path) as ApiCall
    const owner: Owner = {
      db,
      later,
      userId: await idOf('advanced'),
      call: (at, given) => call(rows.find((each) => each.path === at) as ApiCall, given, 'advanced'),
    }
    const theirs = await ownedBy[path]?.(owner)
    if (!theirs) throw new Error('nothing to try it with')
    const { params, absent, state } = theirs
    const before = await state()
    const stranger = await call(row, params, 'other')
    await later()
    const missing = await call(row, absent, 'other')
    expect(stranger.envelope.success).toBe(missing.envelope.success)
    expect(stranger.envelope.key).toBe(missing.envelope.key)
    // What was asked for is echoed at most.
    const told = (answer: Answer, given: Record<string, unknown>) =>
      Object.values(given)
        .flat()
        .filter((value) => typeof value === 'string')
        .reduce<string>((text, value) => text.replaceAll(JSON.stringify(value), ''), JSON.stringify(answer.result ?? null))
    expect(told(stranger, params)).toBe(told(missing, absent))
    expect(['VALIDATION', 'STEP_UP_REQUIRED', 'SAFE_PASSWORD_WRONG', 'REQUEST_ID_REQUIRED']).not.toContain(stranger.envelope.key)
    expect(await state()).toEqual(before)
  })

  beforeAll(async () => {
    await newcomer('other', 2)
    await db.query('update account set safe_password_hash = $2 where id = $1', [
      await idOf('other'),
      await hashSecret(strangersProof.safePassword),
    ])
  })
})

describe('a break from everything', () => {
  let people = 0
  /** Somebody of their own, since a break cannot be taken back. */
  async function somebody(): Promise<{ name: string; self: Owner }> {
    const name = `breaks${++people}`
    await newcomer(name, 2)
    const userId = await idOf(name)
    await db.query('update account set safe_password_hash = $2 where id = $1', [userId, await hashSecret(strangersProof.safePassword)])
    const self: Owner = { db, later, userId, call: (at, given) => call(rows.find((each) => each.path === at) as ApiCall, given, name) }
    return { name, self }
  }
  const rowAt = (path: string): ApiCall => {
    const row = rows.find((each) => each.path === path)
    if (!row) throw new Error(`no row at ${path}`)
    return row
  }

  test('every row that names money, a market or a signed price says whether it is closed', () => {
    const about = /^(money|quantity|fromAmount|confirmToken|quoteId|symbol|stake)$/
    const named = rows.filter((row) => row.method === 'POST' && row.access !== 'open' && fieldsOf(schemaOf(row)).some((f) => about.test(f)))
    expect(named.map((row) => row.path).filter((path) => !(path in closedOnBreak) && !(path in openOnBreak))).toEqual([])
    expect([...Object.keys(closedOnBreak), ...Object.keys(openOnBreak)].filter((path) => !rows.some((row) => row.path === path))).toEqual(
      [],
    )
  })

  test.each(Object.keys(closedOnBreak))('closes %s, which is open before it', async (path) => {
    const { name, self } = await somebody()
    const params = (await closedOnBreak[path]?.(self)) ?? {}
    expect((await call(rowAt(path), params, name)).envelope.key).not.toBe('SELF_EXCLUDED')
    await later()
    const afresh = (await closedOnBreak[path]?.(self)) ?? {}
    await takeBreak(name)
    expect((await call(rowAt(path), afresh, name)).envelope.key).toBe('SELF_EXCLUDED')
  })

  /** Its withdrawal is a row without money behind it; that a real one can be cancelled is seen where withdrawals are. */
  const unfunded = '/api/finance/appWithdrawal/cancel'
  const left = Object.keys(ownedBy).filter((path) => !(path in closedOnBreak) && path !== unfunded)
  test.each(left)('leaves %s open for what was there before it', async (path) => {
    const { name, self } = await somebody()
    const theirs = await ownedBy[path]?.(self)
    await takeBreak(name)
    await later()
    const { envelope } = await call(rowAt(path), theirs?.params ?? {}, name)
    expect(['SELF_EXCLUDED', 'UNAUTHORIZED', 'REQUEST_ID_REQUIRED', 'SERVER']).not.toContain(envelope.key)
  })

  // What somebody agreed to has a new version: the same is closed, but for money that comes in.
  const changed = (self: Owner) => db.query(`update account set agreement_version = '0' where id = $1`, [self.userId])
  const opening = Object.keys(closedOnBreak).filter((path) => !/rechargeAddr|sandboxDeposit/.test(path))
  test.each(opening)('a changed agreement comes before %s', async (path) => {
    const { name, self } = await somebody()
    const params = (await closedOnBreak[path]?.(self)) ?? {}
    await changed(self)
    expect((await call(rowAt(path), params, name)).envelope.key).toBe('AGREEMENT_REQUIRED')
  })
  test.each(left)('a changed agreement leaves %s open for what was there before it', async (path) => {
    const { name, self } = await somebody()
    const theirs = await ownedBy[path]?.(self)
    await changed(self)
    await later()
    const { envelope } = await call(rowAt(path), theirs?.params ?? {}, name)
    expect(['AGREEMENT_REQUIRED', 'UNAUTHORIZED', 'REQUEST_ID_REQUIRED', 'SERVER']).not.toContain(envelope.key)
  })
})

describe('what nobody may say of themselves', () => {
  const extras = { userId: '1', status: 1, balance: '1000000', fee: '0', level: 2, kycStatus: 2, reward: '5', isAdmin: true }
  test.each(rows)('$path takes no field that it does not name', (row) => {
    const known = new Set(fieldsOf(schemaOf(row)))
    const unknown = Object.keys(extras).filter((name) => !known.has(name))
    const loose = (schema: unknown): boolean => {
      const { def } = (schema as { _zod: { def: Record<string, unknown> } })._zod
      const shape = Object.values(def['shape'] ?? {})
      const parts = [def['options'], def['in'], def['innerType'], def['element'], ...shape].flat().filter((part) => part !== undefined)
      return (def['type'] === 'object' && def['catchall'] !== undefined) || parts.some(loose)
    }
    expect(loose(schemaOf(row)) ? unknown : []).toEqual([])
  })

  test('a registration with a level, an id and a balance makes an ordinary person', async () => {
    const { result } = await to.post('/api/app/guestLogin', { deviceId: randomUUID().replaceAll('-', ''), ...extras })
    expect([result.userInfo.kycStatus, result.userInfo.isGuest]).toEqual([0, 1])
    expect(faults).toEqual([])
  })
})
