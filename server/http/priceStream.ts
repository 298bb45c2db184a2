import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Visitor } from '#account/visitor.ts'
import { heartbeatMs, type StreamWord, streamDeadMs, streamPath } from '#contract/priceStream.ts'
import type { Market } from '#market/market.ts'
import { addressKey } from '#server/addressKey.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import { createLimiter } from './rates.ts'
import { readAsk } from './streamAsk.ts'
import { createChannels } from './streamChannels.ts'
import { createStreamDepths, depthSymbol } from './streamDepths.ts'

export interface PriceStreamParts {
  server: Server
  market: Market
  events: Events
  clock: Clock
  /** Whether a proxy on this machine says whose address it saw; without one nobody's word about an address is believed. */
  isBehindProxy?: boolean
  /** Who a token belongs to; undefined when it is not good (any more). */
  visitorOf(token: string): Promise<Visitor | undefined>
  /** Which of these sessions still live: asked once a second for all open ones together, so that other servers' sign-outs count too. */
  aliveSessions?(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  limits?: Partial<StreamLimits>
}

export interface StreamLimits {
  sockets: number
  socketsPerIp: number
  /** A reader that leaves so much unread is dropped. */
  bufferedBytes: number
  messageBytes: number
  /** Messages, pings and pongs of one socket in ten seconds. */
  messagesPerTenSeconds: number
  /** Bytes of one socket in ten seconds, counted before anything is made of them. */
  bytesPerTenSeconds: number
  /** The same of all sockets of one address, also of those that were closed meanwhile. */
  messagesPerTenSecondsAndIp: number
  bytesPerTenSecondsAndIp: number
  /** New sockets of one address in a minute. */
  upgradesPerMinute: number
  /** Sign-ins of one address in a minute, over all its connections: each asks the database. */
  signInsPerMinute: number
  channels: number
  heartbeatMs: number
  deadMs: number
  /** A connection that asks for nothing is closed. */
  idleMs: number
}

export interface PriceStream {
  readonly size: number
  close(): void
}

const defaultLimits: StreamLimits = {
  sockets: 10_000,
  socketsPerIp: 200,
  bufferedBytes: 256 * 1024,
  messageBytes: 8 * 1024,
  messagesPerTenSeconds: 40,
  bytesPerTenSeconds: 64 * 1024,
  messagesPerTenSecondsAndIp: 2_000,
  bytesPerTenSecondsAndIp: 1024 * 1024,
  upgradesPerMinute: 600,
  signInsPerMinute: 300,
  channels: 200,
  heartbeatMs,
  deadMs: streamDeadMs,
  idleMs: 60_000,
}

interface Reader {
  socket: WebSocket
  ip: string
  channels: Set<string>
  /** Its price channels as one text: readers of the same share their frames. */
  prices: string
  /** Its depth channels. */
  depths: readonly string[]
  visitor: Visitor | undefined
  userSeq: number
  openedMs: number
  heardMs: number
  messages: ReturnType<typeof createLimiter>
}

/** The live feed of product §1.5 call 101. One frame a beat is built for everybody; a reader that is too slow, silent or rude is dropped. */
export function attachPriceStream(parts: PriceStreamParts): PriceStream {
  const { server, market, events, clock, visitorOf, aliveSessions, isBehindProxy = false } = parts
  const limits = { ...defaultLimits, ...parts.limits }
  const readers = new Set<Reader>()
  const fromIp = new Map<string, number>()
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false, clientTracking: false })
  const channels = createChannels(market)
  const signIns = createLimiter({ limit: limits.signInsPerMinute, windowMs: 60_000 })
  const upgrades = createLimiter({ limit: limits.upgradesPerMinute, windowMs: 60_000 })
  const messagesOfIp = createLimiter({ limit: limits.messagesPerTenSecondsAndIp, windowMs: 10_000 })
  const bytesOfIp = createLimiter({ limit: limits.bytesPerTenSecondsAndIp, windowMs: 10_000 })

  const depths = createStreamDepths(
    market,
    () => [...readers].flatMap(({ depths }) => depths),
    (channel, frame) => {
      const shared = Buffer.from(frame)
      for (const reader of readers) if (reader.depths.includes(channel)) send(reader, shared)
    },
  )

  const send = (reader: Reader, frame: string | Buffer): void => {
    if (reader.socket.readyState !== reader.socket.OPEN) return
    if (reader.socket.bufferedAmount > limits.bufferedBytes) return drop(reader)
    reader.socket.send(frame, { binary: false, compress: false })
  }
  const say = (reader: Reader, word: StreamWord): void => send(reader, JSON.stringify([word]))
  const forget = (reader: Reader): void => {
    if (!readers.delete(reader)) return
    const others = (fromIp.get(reader.ip) ?? 1) - 1
    if (others > 0) fromIp.set(reader.ip, others)
    else fromIp.delete(reader.ip)
  }
  const drop = (reader: Reader): void => {
    forget(reader)
    reader.socket.terminate()
  }
  /** Says why and cuts the connection: no answer is waited for, and what still comes in is not read. */
  const close = (reader: Reader, code: number, why: string): void => {
    if (!readers.has(reader)) return
    forget(reader)
    reader.socket.close(code, why)
    // Once the reason has been written, which happens within this turn of the event loop unless the reader is slow.
    setImmediate(() => reader.socket.terminate())
  }

  const signOut = (reader: Reader): void => {
    send(reader, JSON.stringify([{ c: 'user', t: 'session', d: { ended: true }, seq: ++reader.userSeq }]))
    reader.visitor = undefined
    reader.channels.delete('user')
    say(reader, { c: 'auth', ok: false })
  }

  const signIn = async (reader: Reader, token: string): Promise<void> => {
    const visitor = await visitorOf(token).catch(() => undefined)
    reader.visitor = visitor
    if (visitor) reader.channels.add('user')
    say(reader, { c: 'auth', ok: visitor !== undefined })
  }

  const subscribe = (reader: Reader, asked: readonly string[]): void => {
    if (asked.some((channel) => !channels.exists(channel))) return close(reader, 1008, 'no such channel')
    const added = asked.filter((channel) => !reader.channels.has(channel))
    for (const channel of added) reader.channels.add(channel)
    if (reader.channels.size > limits.channels) return close(reader, 1008, 'too many channels')
    tellApart(reader)
    const now = channels.frame(new Set(added))
    if (now) send(reader, now)
    for (const channel of added) {
      const book = depths.frame(channel)
      if (book) send(reader, book)
    }
  }

  const unsubscribe = (reader: Reader, asked: readonly string[]): void => {
    for (const channel of asked) reader.channels.delete(channel)
    tellApart(reader)
  }

  /** Whether this message may be read: false for a reader that was sent away, and at the one that is too many. */
  const admit = (reader: Reader): boolean => {
    if (!readers.has(reader)) return false
    reader.heardMs = Date.now()
    const nowMs = clock.now()
    const wait = reader.messages.take('', nowMs) || messagesOfIp.take(reader.ip, nowMs)
    if (wait > 0) close(reader, 1008, 'too many messages')
    return wait === 0
  }

  const hear = (reader: Reader, bytes: RawData, isBinary: boolean): void => {
    if (!admit(reader)) return
    const ask = isBinary ? undefined : readAsk(String(bytes), limits.channels)
    if (!ask) return close(reader, 1007, 'not understood')
    if (ask.op === 'ping') say(reader, { c: 'pong' })
    else if (ask.op === 'auth') {
      if (signIns.take(reader.ip, clock.now()) > 0) return close(reader, 1013, 'too many sign-ins')
      void signIn(reader, ask.token)
    } else if (ask.op === 'sub') subscribe(reader, ask.ch)
    else unsubscribe(reader, ask.ch)
  }

  const welcome = (socket: WebSocket, ip: string): Reader => {
    const nowMs = Date.now()
    const reader: Reader = {
      socket,
      ip,
      channels: new Set(),
      prices: '',
      depths: [],
      visitor: undefined,
      userSeq: 0,
      openedMs: nowMs,
      heardMs: nowMs,
      messages: createLimiter({ limit: limits.messagesPerTenSeconds, windowMs: 10_000 }),
    }
    readers.add(reader)
    fromIp.set(ip, (fromIp.get(ip) ?? 0) + 1)
    socket.on('message', (bytes, isBinary) => hear(reader, bytes, isBinary))
    socket.on('ping', () => admit(reader))
    socket.on('pong', () => admit(reader))
    // What breaks the protocol is closed by the library with its reason, and cut here as every other misuse.
    socket.on('error', () => setImmediate(() => drop(reader)))
    socket.on('close', () => forget(reader))
    return reader
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.url?.split('?')[0] !== streamPath) return refuse(socket, '404 Not Found')
    const ip = addressOf(request, isBehindProxy)
    const isOften = upgrades.take(ip, clock.now()) || messagesOfIp.take(ip, clock.now(), 0) || bytesOfIp.take(ip, clock.now(), 0)
    if (isOften) return refuse(socket, '429 Too Many Requests')
    if (readers.size >= limits.sockets || (fromIp.get(ip) ?? 0) >= limits.socketsPerIp) return refuse(socket, '503 Service Unavailable')
    let reader: Reader | undefined
    const bytes = createLimiter({ limit: limits.bytesPerTenSeconds, windowMs: 10_000 })
    // Before the library's own listener, so that bytes are counted before frames are made of them.
    socket.on('data', ({ length }: Buffer) => {
      const nowMs = clock.now()
      const wait = bytes.take('', nowMs, length) || bytesOfIp.take(ip, nowMs, length)
      if (wait > 0 && reader) close(reader, 1008, 'too many bytes')
    })
    sockets.handleUpgrade(request, socket, head, (opened) => {
      reader = welcome(opened, ip)
    })
  }

  /** What changed goes out: `tick:*` readers share one buffer, readers of the same channels another. */
  const beat = (changed: ReadonlySet<string>): void => {
    channels.take(changed)
    const frames = new Map<string, Buffer | undefined>()
    for (const reader of readers) {
      const key = reader.prices
      if (key === '') continue
      if (!frames.has(key)) {
        const frame = channels.frame(reader.channels, changed)
        frames.set(key, frame === undefined ? undefined : Buffer.from(frame))
      }
      const frame = frames.get(key)
      if (frame) send(reader, frame)
    }
  }

  const pulse = setInterval(() => {
    const nowMs = Date.now()
    const frame = Buffer.from(JSON.stringify([{ c: 'hb', ts: clock.now() }]))
    for (const reader of readers) {
      if (nowMs - reader.heardMs > limits.deadMs) drop(reader)
      else if (reader.channels.size === 0 && !reader.visitor && nowMs - reader.openedMs > limits.idleMs) close(reader, 1000, 'idle')
      else {
        send(reader, frame)
        if (reader.socket.readyState === reader.socket.OPEN) reader.socket.ping()
      }
    }
  }, limits.heartbeatMs)

  let isAsking = false
  const watch = setInterval(() => {
    const signedIn = [...readers].filter((reader) => reader.visitor)
    if (!aliveSessions || isAsking || signedIn.length === 0) return
    isAsking = true
    const ids = [...new Set(signedIn.map((reader) => reader.visitor!.sessionId))]
    aliveSessions(ids)
      .then((alive) => {
        for (const reader of signedIn)
          if (reader.visitor && ids.includes(reader.visitor.sessionId) && !alive.has(reader.visitor.sessionId)) signOut(reader)
      })
      // With the database away nobody can be told apart; the next second asks again.
      .catch(() => {})
      .finally(() => {
        isAsking = false
      })
  }, 900)

  events.onToUser(({ userId, event }) => {
    for (const reader of readers) {
      if (reader.visitor?.userId !== userId || !reader.channels.has('user')) continue
      send(reader, JSON.stringify([{ c: 'user', ...event, seq: ++reader.userSeq }]))
    }
  })
  events.onMissed(() => {
    for (const reader of readers) {
      if (reader.visitor && reader.channels.has('user'))
        send(reader, JSON.stringify([{ c: 'user', t: 'missed', d: null, seq: ++reader.userSeq }]))
    }
  })
  events.onSessionEnded((sessionId) => {
    for (const reader of readers) if (reader.visitor?.sessionId === sessionId) signOut(reader)
  })
  const stopBeats = market.onBeat(beat)
  server.on('upgrade', upgrade)

  return {
    get size() {
      return readers.size
    },
    close: () => {
      clearInterval(pulse)
      clearInterval(watch)
      stopBeats()
      depths.stop()
      server.off('upgrade', upgrade)
      for (const reader of readers) close(reader, 1001, 'server is stopping')
    },
  }
}

/** Whose address counts: the peer's, or, where a proxy is set up on this very machine, what it says last. */
function addressOf(request: IncomingMessage, isBehindProxy: boolean): string {
  const peer = addressKey(request.socket.remoteAddress ?? '')
  if (!isBehindProxy) return peer
  const told = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)!
    .trim()
  return told && (peer.startsWith('127.') || peer === '0:0:0:0') ? addressKey(told) : peer
}

function tellApart(reader: Reader): void {
  const channels = [...reader.channels].filter((channel) => channel !== 'user').toSorted()
  reader.depths = channels.filter((channel) => depthSymbol(channel) !== undefined)
  reader.prices = channels.filter((channel) => depthSymbol(channel) === undefined).join()
}

/** Nobody else listens to a socket that asked to upgrade: without these an error of it would end the process, and half of it would stay open. */
function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
