import { connect } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { ReplyEnvelope } from '#contract/envelope.ts'
import type { Database } from '#db/database.ts'
import { settingsHandlers } from '#server/settings/handlers.ts'
import { testDatabase } from '../../tests/support/testDatabase.ts'
import { noLimits, testContext } from '../../tests/support/wire.ts'
import { createManualClock } from '../core/clock.ts'
import type { CallHandlers } from '../core/handlers.ts'
import type { EventLoopMonitor } from './limits/loopBudget.ts'
import { createAppHttpServer, type AppHttpServer } from './server.ts'

const clock = createManualClock(1_795_190_400_000)
const db: Database = await testDatabase()
afterAll(() => db.close())

/** As many reads are at work at once. */
const atOnce = 16
const timePath = '/api/public/getServerTime'

let http: AppHttpServer | undefined
afterEach(async () => {
  await http?.close()
})

/** A server whose reads are held until they are let go; `hooks` counts what came as far as Fastify. */
async function held(loop: EventLoopMonitor = { nowMs: () => 0, idleMs: () => 0, afterThese: () => {} }) {
  const seen = { hooks: 0, running: 0, most: 0 }
  let letGo = (): void => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const appContext = testContext(db, clock)
  const settings: CallHandlers<'settings'> = {
    ...settingsHandlers(appContext),
    serverTime: async () => {
      seen.most = Math.max(seen.most, ++seen.running)
      await gone
      seen.running--
      return { serverTime: clock.now(), timestamp: clock.now() }
    },
  }
  http = createAppHttpServer(appContext, { settings }, { rates: noLimits, dist: '/nonexistent', isPatient: false, loop, onFault: () => {} })
  http.app.addHook('onRequest', async () => void seen.hooks++)
  return { seen, letGo, port: await http.listen(0, '127.0.0.1') }
}

/** A connection that keeps every answer it hears. */
async function line(port: number) {
  const socket = connect(port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  const heard = { text: '' }
  socket.on('error', () => {})
  socket.on('data', (chunk) => (heard.text += String(chunk)))
  return {
    heard,
    socket,
    ask: (method: string, path: string, headers = '', body = '') =>
      void socket.write(`${method} ${path} HTTP/1.1\r\nHost: a\r\n${headers}${body && `Content-Length: ${body.length}\r\n`}\r\n${body}`),
  }
}
const lines = (port: number, count: number) => Promise.all(Array.from({ length: count }, () => line(port)))
const until = async (isTrue: () => boolean): Promise<void> => {
  await expect.poll(isTrue).toBe(true)
}
const count = (all: Awaited<ReturnType<typeof lines>>, status: number) =>
  all.filter(({ heard }) => heard.text.startsWith(`HTTP/1.1 ${status}`)).length

/** A server whose loop is turned by hand, and has had no time to spare for so long that this round of it is used up. */
async function exhausted() {
  let now = 0
  const ends: (() => void)[] = []
  const server = await held({ nowMs: () => now, idleMs: () => 0, afterThese: (work) => void ends.push(work) })
  const requests: Awaited<ReturnType<typeof lines>> = []
  const ask = async () => {
    const client = await line(server.port)
    requests.push(client)
    client.ask('GET', timePath)
    return client
  }
  await ask()
  await until(() => server.seen.running === 1)
  now += 1_000
  // A timer looks whether the loop is busy; from then on the round that began with the first is over its time.
  const refusedByNow = async () => {
    await ask()
    return count(requests, 503)
  }
  await expect.poll(refusedByNow).toBeGreaterThan(0)
  await until(() => count(requests, 503) === requests.length - server.seen.running)
  return {
    ...server,
    asked: requests,
    ask,
    endRound: () => {
      for (const end of ends.splice(0)) end()
    },
  }
}

describe('a server asked for more reads than it can do', () => {
  test('lets in as many as it may, and refuses the others before Fastify has seen them', async () => {
    const { seen, letGo, port } = await held()
    const all = await lines(port, 60)
    for (const client of all) client.ask('GET', timePath)
    await until(() => count(all, 503) === 60 - atOnce)
    expect(seen).toEqual({ hooks: atOnce, running: atOnce, most: atOnce })
    letGo()
    await until(() => count(all, 200) === atOnce)
    expect([count(all, 503), seen.most, seen.hooks]).toEqual([60 - atOnce, atOnce, atOnce])
    for (const { socket } of all) socket.destroy()
  })

  test('says so in the language of the request, with a time to come again, as every other reply; the connection stays', async () => {
    const { letGo, port } = await held()
    const all = await lines(port, atOnce + 1)
    for (const client of all) client.ask('GET', `${timePath}?a=1`, 'lang: xi\r\n')
    await until(() => count(all, 503) === 1)
    const refused = all.find(({ heard }) => heard.text.includes(' 503 '))!
    const [head = '', body = ''] = refused.heard.text.split('\r\n\r\n')
    expect(head.toLowerCase()).toContain('retry-after: 2')
    expect(head.toLowerCase()).toContain(`x-server-time: ${clock.now()}`)
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
    const { message, ...envelope } = JSON.parse(body) as ReplyEnvelope
    expect(envelope).toEqual({ success: false, code: 503, key: 'BUSY', result: { seconds: 2 }, timestamp: clock.now() })
    expect(message).toMatch(/2 s/)
    expect(message).not.toMatch(/^We are/)
    refused.heard.text = ''
    refused.ask('GET', '/healthz')
    await until(() => refused.heard.text.includes('"database":"up"'))
    letGo()
    for (const { socket } of all) socket.destroy()
  })

  test('still takes what leaves, and writes as long as those are not too many themselves', async () => {
    const { seen, letGo, port } = await held()
    const all = await lines(port, atOnce + 8)
    for (const client of all) client.ask('GET', timePath)
    await until(() => count(all, 503) === 8)
    const [closing, writing] = await lines(port, 2)
    closing!.ask('POST', '/api/app/logout', 'Content-Type: application/json\r\n', '{}')
    writing!.ask('POST', '/api/user/settings', 'Content-Type: application/json\r\n', '{}')
    await until(() => closing!.heard.text !== '' && writing!.heard.text !== '')
    // Nothing answers them here; both came all the way to be told so.
    expect([closing, writing].map((client) => client!.heard.text.slice(9, 12))).toEqual(['404', '404'])
    expect(seen.hooks).toBe(atOnce + 2)
    letGo()
    for (const { socket } of [...all, closing!, writing!]) socket.destroy()
  })

  test('is not brought to more by connections that end: a turn lasts as long as its work, and then is given on', async () => {
    const { seen, letGo, port } = await held()
    const first = await lines(port, atOnce)
    for (const client of first) client.ask('GET', timePath)
    await until(() => seen.running === atOnce)
    const waiting = await lines(port, 4)
    for (const client of waiting) client.ask('GET', timePath)
    for (const { socket } of [...first, ...waiting]) socket.destroy()
    const next = await lines(port, 8)
    for (const client of next) client.ask('GET', timePath)
    await until(() => count(next, 503) === 8)
    expect(seen).toEqual({ hooks: atOnce, running: atOnce, most: atOnce })
    letGo()
    await until(() => seen.running === 0)
    const last = await line(port)
    last.ask('GET', timePath)
    await until(() => last.heard.text.startsWith('HTTP/1.1 200'))
    expect(seen.most).toBe(atOnce)
    for (const { socket } of [...next, last]) socket.destroy()
  })

  test('refuses what comes when the loop has had no time to spare and this round of it is used up', async () => {
    const { seen, letGo, port, asked: requested, ask, endRound } = await exhausted()
    const { hooks } = seen
    const [late, closing] = [await ask(), await line(port)]
    closing.ask('POST', '/api/app/logout', 'Content-Type: application/json\r\n', '{}')
    await until(() => late.heard.text.includes(' 503 ') && closing.heard.text.includes(' 404 '))
    expect(seen.hooks).toBe(hooks + 1)
    endRound()
    late.ask('GET', timePath)
    await until(() => seen.hooks === hooks + 2)
    letGo()
    for (const { socket } of [...requested, closing]) socket.destroy()
  })

  test('answers what comes on one connection in its order, refusals among it', async () => {
    const { seen, letGo, port } = await held()
    const others = await lines(port, atOnce - 1)
    for (const client of others) client.ask('GET', timePath)
    await until(() => seen.running === atOnce - 1)
    const [pipelined, after] = await lines(port, 2)
    const get = (path: string, method = 'GET') => `${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    pipelined!.socket.write(get(timePath))
    await until(() => seen.running === atOnce)
    pipelined!.socket.write(get(timePath) + get('/api/none', 'HEAD') + get(timePath) + get('/api/none'))
    // With them, so that it waits as they do: one that comes later would be refused at once, and say nothing of theirs.
    after!.ask('GET', timePath)
    await until(() => after!.heard.text.includes(' 503 '))
    expect(pipelined!.heard.text).toBe('')
    letGo()
    await until(() => statuses(pipelined!.heard.text).length === 5)
    expect(statuses(pipelined!.heard.text)).toEqual([200, 503, 404, 503, 404])
    for (const { socket } of [...others, pipelined!, after!]) socket.destroy()
  })

  test('refuses a write without waiting for its body, and stays in step with what comes on the connection after it', async () => {
    const { seen, letGo, port, asked: requested } = await exhausted()
    const [whole, chunked] = await lines(port, 2)
    const { hooks } = seen
    const head = 'POST /api/user/settings HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    whole!.socket.write(`${head}Content-Length: 12\r\n\r\n{"a":`)
    chunked!.socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":`)
    await until(() => [whole, chunked].every((client) => client!.heard.text.includes('"BUSY"')))
    whole!.socket.write(`"word"}GET /api/none HTTP/1.1\r\nHost: a\r\n\r\n`)
    chunked!.socket.write(`\r\n7\r\n"word"}\r\n0\r\n\r\nGET /api/none HTTP/1.1\r\nHost: a\r\n\r\n`)
    await until(() => [whole, chunked].every((client) => client!.heard.text.includes(' 404 ')))
    for (const client of [whole, chunked]) expect(statuses(client!.heard.text)).toEqual([503, 404])
    expect(seen.hooks).toBe(hooks + 2)
    letGo()
    for (const { socket } of [...requested, whole!, chunked!]) socket.destroy()
  })
})

const statuses = (heard: string): number[] => [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
