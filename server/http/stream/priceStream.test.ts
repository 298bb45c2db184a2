import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect as connectTcp, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { SignedInUser } from '../../core/visitor.ts'
import type { Database } from '#db/database.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createMarketDataService, type StartableMarketDataService } from '#market/createMarket.ts'
import { createManualFeed, type ManualFeed } from '#market/feeds/manualFeed.ts'
import { createManualClock } from '../../core/clock.ts'
import { createServerEventBus, type ServerEventBus } from '../../core/events.ts'
import { testDatabase } from '../../../tests/support/testDatabase.ts'
import { attachPriceStream, type PriceStreamServer, type PriceStreamParts } from './priceStream.ts'
import type { PriceStreamLimits } from './streamLimits.ts'
import { patienceMs } from '../../../tests/support/patience.ts'

type Said = Record<string, unknown>

let db: Database
let market: StartableMarketDataService
let feed: ManualFeed
const clock = createManualClock(Date.parse('2026-11-20T16:00:00Z'))
let server: Server
let stream: PriceStreamServer
let events: ServerEventBus
let alive: Set<string>
let openSockets: Set<Socket>
const readers: WebSocket[] = []

beforeAll(async () => {
  db = await testDatabase()
  feed = createManualFeed(symbolSeeds)
  feed.put({ BTCUSDT: '90000', ETHUSDT: '3200' })
  market = createMarketDataService({ config: { marketFeed: { kind: 'sim' } }, clock, db, feed, byHand: true })
  await market.start()
})
afterAll(async () => {
  await market.stop()
  await db.close()
})

const visitor: SignedInUser = { userId: 'u1', sessionId: 's1', isGuest: false, country: 'US', kycLevel: 0, lang: 'en-us', createdAtMs: 0 }

const serve = async (limits: Partial<PriceStreamLimits> = {}, parts: Partial<PriceStreamParts> = {}) => {
  server = createServer()
  const sockets = new Set<Socket>()
  openSockets = sockets
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  events = createServerEventBus()
  alive = new Set(['s1'])
  stream = attachPriceStream({
    server,
    market,
    events,
    clock,
    limits,
    visitorOf: async (token) => (token === 'good' ? visitor : undefined),
    aliveSessions: async () => alive,
    ...parts,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}
beforeEach(() => serve())
afterEach(async () => {
  stream.close()
  readers.splice(0).forEach((reader) => reader.terminate())
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const port = () => (server.address() as AddressInfo).port
const read = async (...asks: object[]) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws/v1`)
  readers.push(socket)
  const said: Said[] = []
  const frames: string[] = []
  const closed: { code?: number; why?: string } = {}
  socket.on('message', (text) => {
    frames.push(String(text))
    said.push(...(JSON.parse(String(text)) as Said[]))
  })
  socket.on('close', (code, why) => Object.assign(closed, { code, why: String(why) }))
  await once(socket, 'open')
  for (const ask of asks) socket.send(JSON.stringify(ask))
  return { socket, said, frames, closed }
}
const until = async (isTrue: () => boolean) => {
  const began = Date.now()
  while (!isTrue()) {
    if (Date.now() - began > patienceMs) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
const second = async () => {
  clock.advance(1000)
  await market.step()
}

describe('the price stream', () => {
  it('shows what is asked for at once, then every change, numbered without gaps', async () => {
    const all = await read({ op: 'sub', ch: ['tick:*'] })
    const client = await read({ op: 'sub', ch: ['tick:ETHUSDT', 'kline:ETHUSDT:1m'] })
    await until(() => all.said.length === 2 && client.said.length === 2)
    feed.put({ BTCUSDT: '90001.5' })
    await second()
    await second()
    await until(() => all.frames.length === 3 && client.frames.length === 3)
    const bitcoin = all.said.filter(({ s }) => s === 'BTCUSDT')
    expect(bitcoin.at(-1)).toMatchObject({
      c: 'tick',
      p: '90001.50',
      m: '90001.5',
      b: '89992.49',
      a: '90010.51',
      fm: 'SIM',
      ts: clock.now(),
    })
    const numbers = bitcoin.map(({ seq }) => seq as number)
    expect(numbers).toEqual([numbers[0], numbers[0]! + 1, numbers[0]! + 2])
    expect(client.said.every(({ s }) => s === 'ETHUSDT')).toBe(true)
    expect(client.said.at(-1)).toEqual({
      c: 'kline',
      s: 'ETHUSDT',
      period: '1m',
      k: [expect.any(Number), '3200.00', '3200.00', '3200.00', '3200.00'],
    })
    client.socket.send(JSON.stringify({ op: 'unsub', ch: ['tick:ETHUSDT', 'kline:ETHUSDT:1m'] }))
    client.socket.send(JSON.stringify({ op: 'ping' }))
    await until(() => client.said.some(({ c }) => c === 'pong'))
    const before = client.frames.length
    await second()
    await until(() => all.frames.length === 4)
    expect(client.frames).toHaveLength(before)
  })

  it('streams a signed-in person’s own events, and stops within a second of the session ending', async () => {
    const mine = await read({ op: 'auth', token: 'good' })
    const other = await read({ op: 'auth', token: 'bad' })
    await until(() => mine.said.length === 1 && other.said.length === 1)
    expect([mine.said[0], other.said[0]]).toEqual([
      { c: 'auth', ok: true },
      { c: 'auth', ok: false },
    ])
    events.toUser({ userId: 'u1', event: { t: 'balance', d: { balance: '1' } } })
    events.toUser({ userId: 'u2', event: { t: 'balance', d: {} } })
    await until(() => mine.said.length === 2)
    expect(mine.said[1]).toEqual({ c: 'user', t: 'balance', d: { balance: '1' }, seq: 1 })
    events.sessionEnded('s1')
    await until(() => mine.said.length === 4)
    expect(mine.said.slice(2)).toEqual([
      { c: 'user', t: 'session', d: { ended: true }, seq: 2 },
      { c: 'auth', ok: false },
    ])
    events.toUser({ userId: 'u1', event: { t: 'balance', d: {} } })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([mine.said.length, other.said.length]).toEqual([4, 1])
  })

  it('ends with a session that another server ended', async () => {
    const mine = await read({ op: 'auth', token: 'good' })
    await until(() => mine.said.length === 1)
    alive.clear()
    await until(() => mine.said.some(({ c, ok }) => c === 'auth' && ok === false))
  })

  it.each([
    ['not json', 1007],
    ['{"op":"dance"}', 1007],
    ['{"op":"sub","ch":[1]}', 1007],
    ['{"op":"auth"}', 1007],
    ['{"op":"sub","ch":["tick:NOPE"]}', 1008],
    ['{"op":"sub","ch":["kline:BTCUSDT:7m"]}', 1008],
    [`{"op":"sub","ch":["${'x'.repeat(9000)}"]}`, 1009],
  ])('closes politely on %s', async (text, code) => {
    const rude = await read()
    rude.socket.send(text)
    await until(() => rude.closed.code !== undefined)
    expect(rude.closed.code).toBe(code)
    // The server hears of the end a moment after the one who was sent away.
    await until(() => stream.size === 0)
  })

  it('answers other addresses with 404', async () => {
    const elsewhere = new WebSocket(`ws://127.0.0.1:${port()}/other`)
    const [error] = (await once(elsewhere, 'error')) as [Error]
    expect(error.message).toContain('404')
  })
})

const again = async (limits: Partial<PriceStreamLimits>, parts: Partial<PriceStreamParts> = {}) => {
  stream.close()
  await new Promise((resolve) => server.close(resolve))
  await serve(limits, parts)
}

/** A socket that has upgraded and writes its own frames. It answers nothing and closes nothing. */
const byHand = async () => {
  const socket = connectTcp({ port: port(), host: '127.0.0.1', allowHalfOpen: true })
  const ended = { it: false }
  socket.on('error', () => {})
  socket.on('close', () => (ended.it = true))
  socket.on('end', () => (ended.it = true))
  socket.write(
    'GET /ws/v1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(socket, 'data')
  socket.resume()
  return { socket, ended }
}
/** A masked frame; `first` is its first byte, such as 0x81 for a whole text. */
const frame = (first: number, text = '') => Buffer.concat([Buffer.from([first, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
const refusedWith = async (headers: Record<string, string> = {}) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws/v1`, { headers })
  readers.push(socket)
  return ((await once(socket, 'error')) as [Error])[0].message
}

describe('limits of the price stream', () => {
  it('closes who talks too much or asks for too much', async () => {
    await again({ messagesPerTenSeconds: 5, channels: 2 })
    const talker = await read(...Array.from({ length: 6 }, () => ({ op: 'ping' })))
    const greedy = await read({ op: 'sub', ch: ['tick:BTCUSDT', 'tick:ETHUSDT'] }, { op: 'sub', ch: ['tick:*'] })
    await until(() => talker.closed.code !== undefined && greedy.closed.code !== undefined)
    expect([talker.closed.why, greedy.closed.why]).toEqual(['too many messages', 'too many channels'])
  })

  it('outlives whoever it turns away: a reset ends nothing, and no half of a socket stays open', async () => {
    const ask = 'GET /elsewhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    for (let at = 0; at < 30; at++) {
      const rude = connectTcp(port(), '127.0.0.1')
      rude.on('error', () => {})
      await once(rude, 'connect')
      rude.write(ask)
      await new Promise((resolve) => setTimeout(resolve, at % 3))
      rude.resetAndDestroy()
    }
    const silent = connectTcp({ port: port(), host: '127.0.0.1', allowHalfOpen: true })
    silent.resume().write(ask)
    await once(silent, 'end')
    await until(() => openSockets.size === 0)
    silent.destroy()
  })

  it('admits no more than it may, and cuts the dead and the idle', async () => {
    await again({ socketsPerIp: 3, heartbeatMs: 40, deadMs: 8_000, idleMs: 80, messagesPerTenSeconds: 10_000 })
    const idle = await read()
    const living = await read({ op: 'sub', ch: ['tick:BTCUSDT'] })
    const dead = await read({ op: 'sub', ch: ['tick:BTCUSDT'] })
    const fourth = new WebSocket(`ws://127.0.0.1:${port()}/ws/v1`)
    expect(((await once(fourth, 'error')) as [Error])[0].message).toContain('503')
    // A reader that has gone answers no ping any more.
    dead.socket.pause()
    await until(() => idle.closed.code === 1000 && stream.size === 1)
    expect(living.closed.code).toBeUndefined()
    expect(living.said.some(({ c }) => c === 'hb')).toBe(true)
  })

  it('asks the database only so often for one address, however many connections it has', async () => {
    await again({ signInsPerMinute: 5 })
    const auth = { op: 'auth', token: 'good' }
    const signedIn = ({ said }: { said: Said[] }) => said.filter(({ c }) => c === 'auth').length
    const first = await read(auth, auth, auth)
    const second = await read(auth, auth)
    await until(() => signedIn(first) === 3 && signedIn(second) === 2)
    const third = await read(auth)
    await until(() => third.closed.code === 1013)
    expect(signedIn(third)).toBe(0)
    expect([first.closed.code, second.closed.code]).toEqual([undefined, undefined])
  })

  it('drops a reader that leaves 256 KB unread, and the others get everything', async () => {
    await again({ bufferedBytes: 256 * 1024 })
    const good = await read({ op: 'sub', ch: ['tick:*'] })
    // A raw socket that upgrades, subscribes, and never reads again.
    const slow = connectTcp(port(), '127.0.0.1')
    slow.on('error', () => {})
    slow.write(
      'GET /ws/v1 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await once(slow, 'data')
    const auth = Buffer.from(JSON.stringify({ op: 'auth', token: 'good' }))
    slow.write(Buffer.concat([Buffer.from([0x81, 0x80 | auth.length, 0, 0, 0, 0]), auth]))
    await once(slow, 'data')
    slow.pause()
    await until(() => stream.size === 2)
    const large = 'x'.repeat(200_000)
    for (let sent = 0; sent < 200 && stream.size === 2; sent++) {
      events.toUser({ userId: 'u1', event: { t: 'position', d: large } })
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(stream.size).toBe(1)
    const before = good.frames.length
    await second()
    await until(() => good.frames.length === before + 1)
    slow.destroy()
  })

  it('cuts at once whoever goes on after being sent away, and does nothing for what still comes', async () => {
    await again({ messagesPerTenSeconds: 5 })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const parsed = vi.spyOn(JSON, 'parse')
    const { socket, ended } = await byHand()
    const ping = frame(0x81, '{"op":"ping"}')
    socket.write(Buffer.concat(Array.from({ length: 3_000 }, () => ping)))
    await until(() => ended.it && openSockets.size === 0)
    const [waits, pings] = [timers.mock.calls.filter(([, ms]) => (ms ?? 0) >= 1_000).length, parsed.mock.calls.length]
    timers.mockRestore()
    parsed.mockRestore()
    expect([waits < 3, pings, stream.size]).toEqual([true, 5, 0])
  })

  it.each([
    ['pings of the protocol', 0x89, ''],
    ['pongs that nobody asked for', 0x8a, ''],
    ['parts of a message that never ends', 0x01, ''],
  ])('counts %s too', async (_, first) => {
    await again({ messagesPerTenSeconds: 20, bytesPerTenSeconds: 4_000 })
    const { socket, ended } = await byHand()
    socket.write(frame(first))
    for (let sent = 0; sent < 50 && !ended.it; sent++) {
      socket.write(Buffer.concat(Array.from({ length: 20 }, () => frame(first === 0x01 ? 0x00 : first))))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await until(() => ended.it && openSockets.size === 0)
  })

  it('cuts whoever breaks the protocol without waiting for an answer', async () => {
    const { socket, ended } = await byHand()
    socket.write(frame(0xf1, 'x'))
    await until(() => ended.it && openSockets.size === 0)
  })

  it('counts all sockets of an address together, and admits no new one until ten seconds have passed', async () => {
    await again({ messagesPerTenSeconds: 10, messagesPerTenSecondsAndIp: 12 }, { isBehindProxy: true })
    const ping = { op: 'ping' }
    const first = await read(...Array.from({ length: 8 }, () => ping))
    await until(() => first.said.length === 8)
    const second = await read(...Array.from({ length: 8 }, () => ping))
    await until(() => second.closed.code !== undefined)
    expect(second.closed).toEqual({ code: 1008, why: 'too many messages' })
    expect(await refusedWith()).toContain('429')
    const elsewhere = new WebSocket(`ws://127.0.0.1:${port()}/ws/v1`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    readers.push(elsewhere)
    await once(elsewhere, 'open')
    clock.advance(10_000)
    const later = await read(ping)
    await until(() => later.said.length === 1)
  })

  it('admits only so many new sockets of one address in a minute', async () => {
    await again({ upgradesPerMinute: 2 })
    for (let n = 0; n < 2; n++) (await read()).socket.terminate()
    expect(await refusedWith()).toContain('429')
    clock.advance(60_000)
    await read()
  })

  it('believes what is said about an address behind a proxy alone', async () => {
    const told = { 'x-forwarded-for': '1.2.3.4, 203.0.113.7' }
    await again({ socketsPerIp: 1 })
    await read()
    expect(await refusedWith(told)).toContain('503')
    await again({ socketsPerIp: 1 }, { isBehindProxy: true })
    await read()
    const proxied = new WebSocket(`ws://127.0.0.1:${port()}/ws/v1`, { headers: told })
    readers.push(proxied)
    await once(proxied, 'open')
    expect(await refusedWith({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toContain('503')
  })
})
