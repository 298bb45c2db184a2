import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountHandlers } from '#account/handlers.ts'
import type { ApiCall } from '#contract/call.ts'
import { contract, type CallDomain } from '#contract/contract.ts'
import type { Database } from '#db/database.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext, createInProcessClient } from '../../tests/support/wire.ts'
import { createManualClock } from '../core/clock.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { createAppHttpServer, type AppHttpServer, type HttpServerOptions } from './server.ts'

let db: Database
let http: AppHttpServer
let guest: { token: string }
/** Who may call whatever a person can. */
let verified: { token: string }
const clock = createManualClock(1_795_190_400_000)
const faults: unknown[] = []
const dist = mkdtempSync(join(tmpdir(), 'fairlead-dist-'))

/** Rooms that only count, so that what the edge does by itself can be seen. */
let placed = 0
/** Rooms that fail at whatever they are asked, to see what of that shows. */
const failing = (word: CallDomain) =>
  Object.fromEntries(
    Object.keys(contract[word]).map((name) => [
      name,
      () => {
        throw new Error(`select * from ${word}`)
      },
    ]),
  ) as never
const trading = {
  ...(failing('trading') as object),
  openPosition: async (
    _: unknown,
    { sql, afterCommit }: { sql: { query(text: string): Promise<unknown[]> }; afterCommit(effect: () => void): void },
  ) => {
    await sql.query('select 1')
    placed++
    afterCommit(() => {
      throw new Error('an effect that fails changes no answer')
    })
    throw new Error('select secret from somewhere')
  },
  closePosition: ({ id }: { id: string }) => ({ ...position, id }),
  preview: () => {
    throw new Error('boom')
  },
  positions: () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 }),
  positionsSummary: () => ({ wrong: 'shape' }),
} as unknown as CallHandlers<'trading'>
const position = {
  id: '1',
  orderNo: 'PC1',
  accountType: 2,
  compId: null,
  posType: 2,
  symbol: 'BTCUSDT',
  name: 'Bitcoin',
  direction: 1,
  orderType: 1,
  quantity: '1',
  openPrice: '1',
  markPrice: null,
  lever: 1,
  margin: '1',
  addedMargin: '0',
  liqPrice: '0',
  profit: null,
  profitRate: null,
  marginRatio: null,
  openFee: '0',
  closeFee: '0',
  funding: '0',
  status: 3,
  openSec: 1,
  createTime: 1_795_190_400_000,
  userId: 'must not leave',
}

beforeAll(async () => {
  db = await testDatabase()
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), '<style>a{}</style><script>1</script><script src="/assets/a-1.js"></script>')
  writeFileSync(join(dist, 'assets/a-1.js'), 'let plain')
  writeFileSync(join(dist, 'assets/a-1.js.br'), 'packed')
  writeFileSync(join(dist, 'sw.js'), 'self')
  const appContext = testContext(db, clock)
  http = createAppHttpServer(
    appContext,
    {
      ...Object.fromEntries((Object.keys(contract) as CallDomain[]).map((word) => [word, failing(word)])),
      account: accountHandlers(appContext),
      settings: settingsHandlers(appContext),
      trading,
    },
    { rates: noLimits, dist, onFault: (fault) => faults.push(fault) },
  )
  guest = (await createInProcessClient(http, clock).post('/api/app/guestLogin', { deviceId: 'a'.repeat(32) })).result
  verified = (await createInProcessClient(http, clock).post('/api/app/guestLogin', { deviceId: 'f'.repeat(32) })).result
  await db.query(
    `update account set is_guest = false, guest_device = null, email = 'verified@example.com', kyc_level = 2 where guest_device = $1`,
    ['f'.repeat(32)],
  )
})
afterAll(async () => {
  await http.close()
  await db.close()
  rmSync(dist, { recursive: true })
})

const served = (Object.keys(contract) as CallDomain[]).flatMap((word) =>
  Object.entries(contract[word]).map(([name, row]) => [`${word}.${name}`, row as ApiCall] as const),
)
const urlOf = (row: ApiCall) => row.path.replace(':id', '7')

const codes = async (count: number, ask: () => Promise<{ envelope: { code: number } }>) => {
  const seen: number[] = []
  for (let n = 0; n < count; n++) seen.push((await ask()).envelope.code)
  return seen
}

describe('every row', () => {
  test.each(served.filter(([, row]) => row.access !== 'open'))(
    '%s is 401 without a token, with a wrong one and with an old one',
    async (_, row) => {
      for (const headers of [{}, { 'x-access-token': 'nobody' }, { 'x-access-token': 'A'.repeat(43) }] as Record<string, string>[]) {
        const to = createInProcessClient(http, clock)
        const answer = row.method === 'GET' ? await to.get(urlOf(row), {}, headers) : await to.raw(urlOf(row), '{}', headers)
        expect(answer.status).toBe(401)
        expect(answer.envelope).toMatchObject({ success: false, code: 401, key: 'UNAUTHORIZED', message: 'Please sign in again' })
      }
    },
  )

  test.each(served.filter(([, row]) => row.method === 'POST' && !row.form && !row.unsealed && !row.path.includes(':')))(
    '%s refuses plain JSON',
    async (_, row) => {
      const answer = await createInProcessClient(http, clock).raw(urlOf(row), JSON.stringify({ deviceId: 'b'.repeat(32) }), {
        'x-access-token': verified.token,
        'x-request-id': randomUUID(),
      })
      expect(answer.envelope).toMatchObject({ code: 4007, key: 'SEAL_INVALID', result: {} })
      expect(answer.status).toBe(200)
    },
  )

  test.each(served)('%s names no inside whatever it is given', async (_, row) => {
    const to = createInProcessClient(http, clock)
    const headers = { 'x-access-token': guest.token }
    const odd: unknown[] = [
      {},
      { id: {} },
      { id: [] },
      { email: 5, account: null, key: ['sys_set'] },
      { __proto__: { x: 1 }, constructor: 'x' },
      { deviceId: "' or 1=1 --" },
      { pageNo: '-1', pageSize: '1e9' },
    ]
    for (const fields of odd.filter((odds) => !row.path.endsWith('logout') || odds === undefined)) {
      const query = Object.fromEntries(Object.entries(fields as object).map(([name, value]) => [name, String(value)]))
      const answer = row.method === 'GET' ? await to.get(urlOf(row), query, headers) : await to.post(urlOf(row), fields, headers)
      expect(answer.text).not.toMatch(/select|insert|\.ts\b|node:|at \w+ \(|stack|Error:|ZodError/i)
      expect(answer.envelope).toMatchObject({ code: expect.any(Number), message: expect.any(String), timestamp: clock.now() })
      expect(answer.headers['x-server-time']).toBe(String(clock.now()))
    }
  })
})

describe('the edge', () => {
  test('a copy of a body is refused, on another path too; so is an unknown key', async () => {
    const to = createInProcessClient(http, clock)
    const { kid, body } = await to.sealed({ lang: 'jp' })
    const headers = { 'x-access-token': guest.token, 'x-seal-kid': kid }
    expect((await to.raw('/api/user/settings', body, headers)).envelope.code).toBe(200)
    expect((await to.raw('/api/user/settings', body, headers)).envelope.code).toBe(4007)
    expect((await to.raw('/api/user/session/revoke', body, headers)).envelope.code).toBe(4007)
    const fresh = await to.sealed({ lang: 'en-us' })
    expect((await to.raw('/api/user/settings', fresh.body, { ...headers, 'x-seal-kid': 'gone' })).envelope.code).toBe(4008)
    expect((await to.raw('/api/user/settings', fresh.body, { 'x-access-token': guest.token })).envelope.code).toBe(200)
  })

  test('closing takes an empty body, {} or a sealed one, and hides what the row does not show', async () => {
    const to = createInProcessClient(http, clock)
    const headers = () => ({ 'x-access-token': guest.token, 'x-request-id': randomUUID() })
    const path = '/api/trade/appTradePositions/close/7'
    expect((await to.raw(path, undefined, headers())).result).toMatchObject({ id: '7', createTime: '2026-11-21 00:00:00' })
    expect((await to.raw(path, '{}', headers())).envelope.code).toBe(200)
    const sealed = await to.post(path, { id: '8' }, { 'x-access-token': guest.token })
    expect(sealed.result.id).toBe('7')
    expect(sealed.text).not.toContain('must not leave')
    expect((await to.raw(path, '{"id":"8"}', headers())).envelope.code).toBe(4007)
    expect((await to.raw('/api/trade/appTradePositions/close/x', '{}', headers())).envelope).toMatchObject({
      code: 4001,
      result: { field: 'id' },
    })
    expect((await to.raw(path, '{}', { 'x-access-token': guest.token })).envelope).toMatchObject({ code: 4001, key: 'REQUEST_ID_REQUIRED' })
  })

  test('an error is shown as nothing but its id, and the log has the rest', async () => {
    const to = createInProcessClient(http, clock)
    faults.length = 0
    const order = { accountType: 2, posType: 2, symbol: 'BTCUSDT', direction: 1, orderType: 1, quantity: '1', lever: 5 }
    const before = placed
    const answer = await to.post('/api/trade/appTradePositions/create', order, { 'x-access-token': guest.token })
    expect(placed).toBe(before + 1)
    expect(answer.status).toBe(500)
    expect(answer.envelope).toMatchObject({ code: 500, key: 'SERVER', result: {}, traceId: expect.stringMatching(/^t-/) })
    expect(answer.text).not.toContain('secret')
    expect(String(faults[0])).toContain('secret')
    const shape = await to.get('/api/trade/appTradePositions/summary', {}, { 'x-access-token': guest.token })
    expect(shape.envelope.code).toBe(500)
  })

  test('names the field and the rule, in the reader’s language where there is a catalog', async () => {
    const answer = await createInProcessClient(http, clock).get(
      '/api/app/getEmailCaptcha',
      { email: 'a@b.co', scene: 'secrets' },
      { lang: 'klingon' },
    )
    expect(answer.envelope).toMatchObject({
      code: 4001,
      key: 'VALIDATION',
      result: { field: 'scene', rule: 'invalid_value' },
      message: 'Please check this field: scene',
    })
    expect(answer.status).toBe(200)
    const unknown = await createInProcessClient(http, clock).get('/api/set/appSysSet/getKeyByParam', { key: 'secrets' })
    expect([unknown.status, unknown.envelope]).toMatchObject([200, { code: 404, key: 'NOT_FOUND' }])
  })

  test('unknown paths, wrong methods, odd URLs', async () => {
    const to = createInProcessClient(http, clock)
    for (const path of ['/api/nothing', '/api/', '/api/app/login', '/api/user/session/list/']) {
      const answer = await to.get(path)
      expect([404, 401]).toContain(answer.status)
      expect(answer.envelope).toMatchObject({ success: false, traceId: expect.any(String) })
    }
    expect((await to.get('/api/%ff')).status).toBeGreaterThanOrEqual(400)
  })

  test('huge bodies, other kinds of content', async () => {
    const to = createInProcessClient(http, clock)
    const huge = await to.raw('/api/app/login', 'x'.repeat(64 * 1024 + 1))
    expect([huge.status, huge.envelope.key]).toEqual([413, 'TOO_LARGE'])
    const xml = await to.raw('/api/app/login', '<a/>', { 'content-type': 'application/xml' })
    expect([xml.status, xml.envelope.key]).toEqual([415, 'MEDIA_TYPE'])
    const form = await to.raw('/api/app/login', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(form.status).toBe(415)
    expect((await to.raw('/api/app/login', undefined)).envelope.code).toBe(4007)
  })

  test('what everyone may have is asked for by its tag; the rest is never stored', async () => {
    const to = createInProcessClient(http, clock)
    const first = await to.get('/api/set/appSysSet/getKeyByParam', { key: 'sys_set' })
    expect(first.headers['cache-control']).toBe('no-cache')
    const etag = String(first.headers['etag'])
    const again = await to.get('/api/set/appSysSet/getKeyByParam', { key: 'sys_set' }, { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    for (const path of ['/api/public/getServerTime', '/api/user/appUser/getMyUserInfo']) {
      expect((await to.get(path, {}, { 'x-access-token': guest.token })).headers['cache-control']).toBe('no-store')
    }
  })

  const pageOnly = ['content-security-policy', 'permissions-policy', 'referrer-policy', 'x-frame-options', 'cross-origin-opener-policy']

  test('what guards a page is on every page, and on the worker, which has a policy of its own', async () => {
    for (const path of ['/home', '/no/such/place', '/', '/sw.js', '/assets/a-1.js/..', '/assets/gone', '/i/nobody']) {
      const { headers } = await http.app.inject(path)
      expect(headers['content-security-policy'], path).toContain("default-src 'none'")
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'; trusted-types fairlead dompurify")
      for (const name of pageOnly) expect(headers[name], `${name} of ${path}`).toBeDefined()
    }
  })

  test('what guards an answer is on every reply, and answers and parts of a page carry nothing that only a page needs', async () => {
    const answers = [
      '/api/public/getServerTime',
      '/api/nothing',
      '/api/set/appSysSet/getKeyByParam?key=sys_set',
      '/healthz',
      '/assets/a-1.js',
    ]
    for (const path of [...answers, '/home', '/sw.js']) {
      const { headers } = await http.app.inject(path)
      expect([headers['x-content-type-options'], headers['cross-origin-resource-policy']], path).toEqual(['nosniff', 'same-origin'])
      expect(headers['cache-control']).toBeDefined()
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['x-server-time']).toBeDefined()
    }
    for (const path of answers) {
      const { headers } = await http.app.inject(path)
      expect(
        pageOnly.filter((name) => headers[name] !== undefined),
        path,
      ).toEqual([])
    }
    const secure = createAppHttpServer(testContext(db, clock, { publicOrigin: 'https://trade.example.com' }), {}, { dist })
    for (const path of ['/home', '/api/nothing', '/assets/a-1.js'])
      expect((await secure.app.inject(path)).headers['strict-transport-security']).toContain('max-age')
    await secure.close()
  })

  test('the built app: hashed files for a year, the shell for every screen, inline parts by their hash', async () => {
    const shell = await http.app.inject('/articleDetail?id=1')
    expect([shell.statusCode, shell.headers['cache-control'], shell.headers['content-type']]).toEqual([
      200,
      'no-cache',
      'text/html; charset=utf-8',
    ])
    expect(shell.headers['content-security-policy']).toContain("script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='")
    const asset = await http.app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect([asset.headers['cache-control'], asset.headers['content-encoding'], asset.body]).toEqual([
      'public, max-age=31536000, immutable',
      'br',
      'packed',
    ])
    const worker = await http.app.inject('/sw.js')
    expect([worker.headers['cache-control'], worker.headers['content-type']]).toEqual(['no-cache', 'text/javascript; charset=utf-8'])
    expect((await http.app.inject({ url: '/sw.js', headers: { 'if-none-match': String(worker.headers['etag']) } })).statusCode).toBe(304)
    for (const path of ['/assets/gone.js', '/../server/main.ts', '/%2e%2e/package.json', '/..%2fpackage.json', '/assets/']) {
      const { statusCode, body } = await http.app.inject(path)
      expect(body).not.toContain('fairlead"')
      expect(statusCode === 404 || body.startsWith('<style>')).toBe(true)
    }
    writeFileSync(join(dist, 'index.html'), '<script>2</script> new')
    expect((await http.app.inject('/home')).body).toContain('new')
  })

  test('the page of a screen in the language of who asks, with a policy that allows it, and what it depends on', async () => {
    mkdirSync(join(dist, 'shells/th'), { recursive: true })
    writeFileSync(join(dist, 'shells/th/home.html'), '<style>b{}</style><script data-entry="/assets/a-1.js">3</script>ไทย')
    writeFileSync(join(dist, 'index.html'), '<script>2</script> other')
    const thai = await http.app.inject({ url: '/home?x=1', headers: { 'accept-language': 'th-TH,en;q=0.5' } })
    expect(thai.body).toContain('ไทย')
    expect(thai.headers['vary']).toBe('accept-encoding, accept-language, cookie')
    const policy = String(thai.headers['content-security-policy'])
    for (const content of ['b{}', '2', '3']) expect(policy).toContain(createHash('sha256').update(content).digest('base64'))
    expect((await http.app.inject({ url: '/home', headers: { 'accept-language': 'th', cookie: 'lang=en-us' } })).body).toContain('other')
    expect((await http.app.inject({ url: '/kline', headers: { 'accept-language': 'th' } })).body).toContain('other')
  })

  test('before the house is ready, and its health', async () => {
    let ready = false
    const appContext = testContext(db, clock)
    const young = createAppHttpServer(
      appContext,
      { settings: settingsHandlers(appContext) },
      { isReady: () => ready, dist: '/nonexistent' },
    )
    const early = await young.app.inject('/api/public/getServerTime')
    expect([early.statusCode, early.json().key]).toEqual([503, 'MAINTENANCE'])
    expect((await young.app.inject('/healthz')).statusCode).toBe(503)
    ready = true
    expect((await young.app.inject('/api/public/getServerTime')).statusCode).toBe(200)
    const health = await young.app.inject('/healthz')
    expect([health.statusCode, health.json()]).toEqual([
      503,
      {
        ready: false,
        database: 'up',
        migrations: 'current',
        feed: 'none',
        aheadSec: null,
        lateJobs: [],
        ledger: { checkedMs: null, holds: null, broken: [], haltedMs: null },
      },
    ])
    expect((await young.app.inject('/home')).statusCode).toBe(404)
    await young.close()
  })

  test('people who are registering keep nobody from the orders of those who are in', async () => {
    const appContext = testContext(db, clock)
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let registering = 0
    const account = {
      ...accountHandlers(appContext),
      register: async () => {
        registering++
        await held
        throw new Error('never mind')
      },
    }
    const busy = createAppHttpServer(
      appContext,
      { account, settings: settingsHandlers(appContext), trading },
      { rates: noLimits, dist, onFault: () => {} },
    )
    const to = createInProcessClient(busy, clock)
    const form = {
      registerType: 'email',
      email: 'a@example.com',
      password: 'Tide-Table 88',
      confirmPassword: 'Tide-Table 88',
      captcha: '123456',
      country: 'JP',
      birthYearOk: true,
      agree: true,
      agreementVersion: '2',
      lang: 'en-us',
    }
    const waiting = Array.from({ length: 30 }, () => to.post('/api/app/register', form))
    await expect.poll(() => registering).toBeGreaterThan(2)
    const close = () =>
      to.raw('/api/trade/appTradePositions/close/7', '{}', { 'x-access-token': guest.token, 'x-request-id': randomUUID() })
    // Those who register are let go after it: behind them it would never be answered.
    expect((await close()).envelope.code).toBe(200)
    letGo()
    await Promise.all(waiting)
    await busy.close()
  })

  test('a flood of questions about its health is one question to the database', async () => {
    let requestCount = 0
    const counted: Database = {
      ...db,
      query: (text, values) => {
        requestCount++
        return db.query(text, values)
      },
    }
    const flooded = createAppHttpServer(testContext(counted, clock), {}, { dist })
    const answers = await Promise.all(Array.from({ length: 200 }, () => flooded.app.inject('/healthz')))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(requestCount).toBeLessThan(20)
    await flooded.close()
  })

  test('stops although somebody sends a request without end', async () => {
    const stopping = createAppHttpServer(testContext(db, clock), {}, { dist })
    const socket = connect(await stopping.listen(0, '127.0.0.1'), '127.0.0.1')
    socket.on('error', () => {})
    let said = ''
    socket.on('data', (bytes) => (said += bytes.toString()))
    const cut = new Promise((resolve) => socket.on('close', resolve))
    socket.write('POST /api/app/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{')
    await new Promise((resolve) => setTimeout(resolve, 100))
    await stopping.close()
    await cut
    // Not by the limit for slow bodies, which says so.
    expect(said).toBe('')
  })

  describe('limits', () => {
    const limited = (rates: HttpServerOptions['rates']) => {
      const appContext = testContext(db, clock)
      const rooms = { account: accountHandlers(appContext), settings: settingsHandlers(appContext), trading }
      const tight = createAppHttpServer(appContext, rooms, { dist, rates: { ...noLimits, ...rates } })
      return { tight, to: createInProcessClient(tight, clock) }
    }
    const asGuest = () => ({ 'x-access-token': guest.token })

    test('of writes per person and per address, and for opening bodies', async () => {
      const { tight, to } = limited({
        perIp: { limit: 12, windowMs: 60_000 },
        perUser: { limit: 5, windowMs: 60_000 },
        openingsPerIp: { limit: 8, windowMs: 1_000 },
        checksPerIp: { limit: 2, windowMs: 60_000 },
      })
      const write = () => to.raw('/api/user/settings', 'junk', asGuest())
      const signIn = () => to.raw('/api/app/login', 'junk')
      expect(await codes(6, write)).toEqual([4007, 4007, 4007, 4007, 4007, 429])
      expect((await to.get('/api/user/appUser/getMyUserInfo', {}, asGuest())).status).toBe(200)
      expect(await codes(4, signIn)).toEqual([4007, 4007, 4007, 429])
      clock.advance(1_000)
      expect(await codes(3, signIn)).toEqual([4007, 4007, 429])
      const last = await signIn()
      expect([last.status, last.headers['retry-after'], last.result]).toEqual([429, '59', { seconds: 59 }])
      expect(await codes(3, () => to.get('/api/app/checkGoogleAuth', { account: 'x' }))).toEqual([200, 200, 429])
      clock.advance(59_000)
      expect(await codes(1, write)).toEqual([4007])
      await tight.close()
    })

    test('of orders: a burst and what is refilled, apart from all other writes, and what closes does not wait for them', async () => {
      const { tight, to } = limited({ ordersPerUser: { burst: 3, perSecond: 1 }, perUser: { limit: 2, windowMs: 60_000 } })
      const order = () => to.raw('/api/trade/appTradePositions/create', 'junk', asGuest())
      const first = await order()
      expect([first.headers['ratelimit-policy'], first.headers['ratelimit']]).toEqual(['"orders";q=3;w=3', '"orders";r=2;t=1'])
      expect(await codes(3, order)).toEqual([4007, 4007, 429])
      expect(await codes(2, () => to.raw('/api/trade/appTradePositions/close/1', '{}', asGuest()))).not.toContain(429)
      clock.advance(60_000)
      expect(await codes(4, order)).toEqual([4007, 4007, 4007, 429])
      expect(await codes(3, () => to.raw('/api/user/settings', 'junk', asGuest()))).toEqual([4007, 4007, 429])
      clock.advance(1_000)
      expect(await codes(2, order)).toEqual([4007, 429])
      await tight.close()
    })

    test('of reads: a burst and what is refilled, per person and ten times that per address, stated in the header fields for it', async () => {
      const { tight, to } = limited({ readsPerUser: { burst: 3, perSecond: 1 }, readsPerIp: { burst: 30, perSecond: 10 } })
      const own = () => to.get('/api/user/appUser/getMyUserInfo', {}, asGuest())
      const first = await own()
      expect([first.headers['ratelimit-policy'], first.headers['ratelimit']]).toEqual(['"person";q=3;w=3', '"person";r=2;t=1'])
      expect(await codes(2, own)).toEqual([200, 200])
      const refused = await own()
      expect([refused.status, refused.headers['retry-after'], refused.headers['ratelimit']]).toEqual([429, '1', '"person";r=0;t=3'])
      // A preview is a read of the same person, and a write is none.
      expect((await to.post('/api/trade/preview', {}, asGuest())).envelope.code).toBe(429)
      expect((await to.raw('/api/user/settings', 'junk', asGuest())).envelope.code).toBe(4007)
      clock.advance(1_000)
      expect(await codes(2, own)).toEqual([200, 429])
      const open = () => to.get('/api/public/getServerTime')
      expect((await open()).headers['ratelimit-policy']).toBe('"address";q=30;w=3')
      expect((await codes(40, open)).slice(-1)).toEqual([429])
      expect((await to.get('/api/public/getServerTime')).headers['ratelimit']).toBe('"address";r=0;t=3')
      clock.advance(1_000)
      expect((await codes(11, open)).filter((code) => code === 200)).toHaveLength(10)
      await tight.close()
    })
  })

  test('over a real socket: a broken request gets no inside, two servers share keys and nonces', async () => {
    const port = await http.listen(0, '127.0.0.1')
    const said = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/public/getServerTime HTTP/1.1\r\nbroken\r\n\r\n'))
      let text = ''
      socket.on('data', (chunk) => (text += chunk))
      socket.on('close', () => resolve(text))
    })
    expect(said).toContain('400')
    expect(said).not.toMatch(/\.ts|at \w+ \(/)
    const appContext = testContext(db, clock)
    const other = createAppHttpServer(
      appContext,
      { account: accountHandlers(appContext), settings: settingsHandlers(appContext) },
      { rates: noLimits, dist },
    )
    const { kid, body } = await createInProcessClient(http, clock).sealed({ theme: 'dark' })
    const headers = { 'x-access-token': guest.token, 'x-seal-kid': kid }
    expect((await createInProcessClient(other, clock).raw('/api/user/settings', body, headers)).result).toMatchObject({ theme: 'dark' })
    expect((await createInProcessClient(http, clock).raw('/api/user/settings', body, headers)).envelope.code).toBe(4007)
    await other.close()
  })
})

describe('what one address leaves unfinished', () => {
  const proxied = { publicOrigin: 'http://127.0.0.1' }
  const until = async (isTrue: () => boolean) => {
    await expect.poll(isTrue).toBe(true)
  }
  /** A connection that sends `text` and keeps what it hears. */
  const open = async (port: number, text: string) => {
    const socket = connect(port, '127.0.0.1')
    const heard = { text: '', isOver: false }
    socket.on('error', () => {})
    socket.on('data', (chunk) => (heard.text += String(chunk)))
    socket.on('close', () => (heard.isOver = true))
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write(text)
    return { socket, heard }
  }
  const unfinished = (from: string) =>
    `POST /api/app/login HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`
  const requestText = (from: string) => `GET /api/public/getServerTime HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\n\r\n`
  const served = async (options: object = {}, config = proxied) => {
    const turned = createManualClock(clock.now())
    const appContext = testContext(db, turned, config)
    const logged: unknown[] = []
    const server = createAppHttpServer(
      appContext,
      { account: accountHandlers(appContext), settings: settingsHandlers(appContext) },
      { rates: noLimits, dist, onFault: (fault) => logged.push(fault), ...options },
    )
    return { one: server, port: await server.listen(0, '127.0.0.1'), turned, logged }
  }

  test('shuts nobody else out: an address has its own limit, counted before anything else', async () => {
    const { one: server, port } = await served({ maxInFlightPerAddress: 20 })
    const flood = await Promise.all(Array.from({ length: 1_010 }, () => open(port, unfinished('198.51.100.1'))))
    await until(() => flood.filter(({ heard }) => heard.text.includes(' 429 ')).length === 990)
    await until(() => flood.filter(({ heard }) => heard.isOver).length === 990)
    const [other, same] = [await open(port, requestText('198.51.100.2')), await open(port, requestText('198.51.100.1'))]
    await until(() => other.heard.text !== '' && same.heard.text !== '')
    expect([other.heard.text, same.heard.text].map((text) => text.slice(9, 12))).toEqual(['200', '429'])
    for (const { socket } of [...flood, other, same]) socket.destroy()
    let later = await open(port, requestText('198.51.100.1'))
    await expect
      .poll(async () => {
        later.socket.destroy()
        later = await open(port, requestText('198.51.100.1'))
        await until(() => later.heard.text !== '')
        return later.heard.text.slice(9, 12)
      })
      .toBe('200')
    later.socket.destroy()
    await server.close()
  })

  test('ends when it stops or trickles, with a reason', async () => {
    const { one: server, port, turned } = await served()
    const stalled = await open(port, unfinished('198.51.100.1'))
    const question = await open(port, `GET /api/public/getServerTime HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{`)
    await until(() => question.heard.text.includes(' 200 '))
    turned.advance(9_999)
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(stalled.heard.isOver).toBe(false)
    turned.advance(1)
    await until(() => stalled.heard.isOver && question.heard.isOver)
    expect(stalled.heard.text).toContain('408 Request Timeout')
    await server.close()
  })

  test('is not counted for ever when questions wait behind each other on a connection that ends', async () => {
    let ask = 0
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const appContext = testContext(db, clock)
    const settings = {
      ...settingsHandlers(appContext),
      serverTime: async () => {
        ask++
        await held
        return { serverTime: clock.now(), timestamp: clock.now() }
      },
    }
    const server = createAppHttpServer(appContext, { settings }, { rates: noLimits, dist, maxInFlightPerAddress: 6, onFault: () => {} })
    const port = await server.listen(0, '127.0.0.1')
    const many = await open(port, requestText('a').repeat(6))
    await until(() => ask === 6)
    many.socket.destroy()
    letGo()
    await expect
      .poll(async () => {
        const later = await open(port, requestText('a'))
        await until(() => later.heard.text !== '')
        later.socket.destroy()
        return later.heard.text.slice(9, 12)
      })
      .not.toBe('429')
    await server.close()
  })

  test('writes nothing into the log when it goes away', async () => {
    const { one: server, port, logged } = await served()
    for (let n = 0; n < 20; n++) {
      const { socket } = await open(port, unfinished('198.51.100.1'))
      await new Promise((resolve) => setTimeout(resolve, 2))
      socket.resetAndDestroy()
    }
    const last = await open(port, requestText('198.51.100.1'))
    await until(() => last.heard.text !== '')
    last.socket.destroy()
    await server.close()
    expect(logged).toEqual([])
  })
})

describe('a server asked for more than it can do', () => {
  test('refuses at once with a time to come again, and sign-ins take no turn of anybody else', async () => {
    const appContext = testContext(db, clock)
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const account = {
      ...accountHandlers(appContext),
      signIn: async () => {
        await held
        throw new Error('never mind')
      },
    }
    const server = createAppHttpServer(
      appContext,
      { account, settings: settingsHandlers(appContext) },
      { rates: noLimits, dist, onFault: () => {}, isPatient: false },
    )
    const to = createInProcessClient(server, clock)
    const tries = Array.from({ length: 60 }, () => to.post('/api/app/login', { account: 'a@example.com', password: 'x' }))
    const first = await Promise.race(tries)
    expect([first.status, first.envelope.key, first.headers['retry-after'], first.result]).toEqual([503, 'BUSY', '5', { seconds: 5 }])
    expect((await to.get('/api/public/getServerTime')).status).toBe(200)
    expect((await to.get('/api/user/appUser/getMyUserInfo', {}, { 'x-access-token': guest.token })).status).toBe(200)
    letGo()
    const all = await Promise.all(tries)
    expect(all.filter(({ envelope }) => envelope.key === 'BUSY').length).toBeGreaterThanOrEqual(60 - 23)
    await server.close()
  })

  test('answers who waited within the limit and refuses the others', async () => {
    const appContext = testContext(db, clock)
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const settings = {
      ...settingsHandlers(appContext),
      serverTime: async () => {
        await held
        return { serverTime: clock.now(), timestamp: clock.now() }
      },
    }
    const server = createAppHttpServer(
      appContext,
      { account: accountHandlers(appContext), settings },
      { rates: noLimits, dist, isPatient: false },
    )
    const to = createInProcessClient(server, clock)
    const reads = Array.from({ length: 40 }, () => to.get('/api/public/getServerTime'))
    const refused = await Promise.race(reads)
    expect([refused.status, refused.envelope.key]).toEqual([503, 'BUSY'])
    // Writes have turns of their own.
    expect(
      (await server.app.inject({ method: 'POST', url: '/api/user/settings', headers: { 'content-type': 'application/json' } })).statusCode,
    ).toBe(401)
    expect((await Promise.all(reads.slice(16))).filter(({ status }) => status === 503)).toHaveLength(24)
    letGo()
    expect((await Promise.all(reads)).filter(({ status }) => status === 503)).toHaveLength(24)
    await server.close()
  })
})
