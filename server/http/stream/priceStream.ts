import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocketServer } from 'ws'
import type { SignedInUser } from '../../core/visitor.ts'
import { priceStreamPath } from '#contract/priceStream.ts'
import type { MarketDataService } from '#market/market.ts'
import type { Clock } from '../../core/clock.ts'
import type { ServerEventBus } from '../../core/events.ts'
import { clientIpKeyOfRequest } from '../clientAddress.ts'
import {
  PerAddressStreamLimiters,
  defaultPriceStreamLimits,
  createSingleStreamSocketLimiters,
  type PriceStreamLimits,
} from './streamLimits.ts'
import { StreamPriceBroadcaster } from './streamPrices.ts'
import { type PriceStreamClient, PriceStreamClients } from './streamReaders.ts'
import { parsePriceStreamRequest } from './streamRequest.ts'
import { PriceStreamSessions } from './streamSessions.ts'

export interface PriceStreamParts {
  server: Server
  market: MarketDataService
  events: ServerEventBus
  clock: Clock
  /** Whether a proxy on this machine says whose address it saw; without one nobody's word about an address is believed. */
  isBehindProxy?: boolean
  /** Who a token belongs to; undefined when it is not good (any more). */
  visitorOf(token: string): Promise<SignedInUser | undefined>
  /** Which of these sessions still live: asked once a second for all open ones together, so that other servers' sign-outs count too. */
  aliveSessions?(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  limits?: Partial<PriceStreamLimits>
}

export interface PriceStreamServer {
  readonly size: number
  close(): void
}

/** The live feed of docs/rules/wire.md on this server. A reader that is too slow, silent or rude is dropped. */
export function attachPriceStream(parts: PriceStreamParts): PriceStreamServer {
  const stream = new Stream(parts)
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => stream.upgrade(request, socket, head)
  parts.server.on('upgrade', upgrade)
  return {
    get size() {
      return stream.readers.size
    },
    close: () => {
      parts.server.off('upgrade', upgrade)
      stream.stop()
    },
  }
}

class Stream {
  readonly readers: PriceStreamClients
  readonly #clock: Clock
  readonly #isBehindProxy: boolean
  readonly #limits: PriceStreamLimits
  readonly #sockets: WebSocketServer
  readonly #addresses: PerAddressStreamLimiters
  readonly #prices: StreamPriceBroadcaster
  readonly #sessions: PriceStreamSessions
  readonly #pulse: NodeJS.Timeout

  constructor({ market, events, clock, isBehindProxy = false, visitorOf, aliveSessions, limits }: PriceStreamParts) {
    this.#clock = clock
    this.#isBehindProxy = isBehindProxy
    this.#limits = { ...defaultPriceStreamLimits, ...limits }
    const maxPayload = this.#limits.messageBytes
    this.#sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false, clientTracking: false })
    this.#addresses = new PerAddressStreamLimiters(this.#limits)
    this.readers = new PriceStreamClients(this.#limits)
    this.#prices = new StreamPriceBroadcaster(this.readers, market, this.#limits.channels)
    this.#sessions = new PriceStreamSessions({ readers: this.readers, events, visitorOf, aliveSessions })
    // Not a job: nothing in it waits or fails, and its pace is promised to the other side.
    this.#pulse = setInterval(() => this.#beatHeart(), this.#limits.heartbeatMs)
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.url?.split('?')[0] !== priceStreamPath) return refuse(socket, '404 Not Found')
    const ip = clientIpKeyOfRequest(request, this.#isBehindProxy)
    if (!this.#addresses.mayUpgrade(ip, this.#clock.now())) return refuse(socket, '429 Too Many Requests')
    if (!this.readers.hasRoomFor(ip)) return refuse(socket, '503 Service Unavailable')
    let reader: PriceStreamClient | undefined
    const counts = createSingleStreamSocketLimiters(this.#limits)
    // Before the library's own listener, so that bytes are counted before frames are made of them.
    socket.on('data', ({ length }: Buffer) => {
      const isFine = this.#addresses.maySendBytes(ip, counts, this.#clock.now(), length)
      if (!isFine && reader) this.readers.close(reader, 1008, 'too many bytes')
    })
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      const added = this.readers.add(opened, ip, counts)
      reader = added
      opened.on('message', (bytes, isBinary) => this.#read(added, bytes, isBinary))
      opened.on('ping', () => this.#admit(added))
      opened.on('pong', () => this.#admit(added))
      // What breaks the protocol is closed by the library with its reason, and cut here as every other misuse.
      opened.on('error', () => setImmediate(() => this.readers.drop(added)))
      opened.on('close', () => this.readers.forget(added))
    })
  }

  stop(): void {
    clearInterval(this.#pulse)
    this.#sessions.stop()
    this.#prices.stop()
    for (const reader of this.readers) this.readers.close(reader, 1001, 'server is stopping')
  }

  /** Whether this message may be read: false for a reader that was sent away, and at the one that is too many. */
  #admit(reader: PriceStreamClient): boolean {
    if (!this.readers.has(reader)) return false
    reader.heardMs = Date.now()
    const isFine = this.#addresses.maySendMessage(reader.ip, reader.counts, this.#clock.now())
    if (!isFine) this.readers.close(reader, 1008, 'too many messages')
    return isFine
  }

  #read(reader: PriceStreamClient, bytes: RawData, isBinary: boolean): void {
    if (!this.#admit(reader)) return
    const ask = isBinary ? undefined : parsePriceStreamRequest(String(bytes), this.#limits.channels)
    if (!ask) return this.readers.close(reader, 1007, 'not understood')
    if (ask.op === 'ping') this.readers.sendWord(reader, { c: 'pong' })
    else if (ask.op === 'auth') {
      if (!this.#addresses.maySignIn(reader.ip, this.#clock.now())) return this.readers.close(reader, 1013, 'too many sign-ins')
      void this.#sessions.signIn(reader, ask.token)
    } else if (ask.op === 'sub') this.#prices.subscribe(reader, ask.ch)
    else this.#prices.unsubscribe(reader, ask.ch)
  }

  /** Cuts who is dead or idle; the others hear that the server lives. */
  #beatHeart(): void {
    const nowMs = Date.now()
    const { deadMs, idleMs } = this.#limits
    const frame = Buffer.from(JSON.stringify([{ c: 'hb', ts: this.#clock.now() }]))
    for (const reader of this.readers) {
      if (nowMs - reader.heardMs > deadMs) this.readers.drop(reader)
      else if (reader.channels.size === 0 && !reader.visitor && nowMs - reader.openedMs > idleMs) this.readers.close(reader, 1000, 'idle')
      else {
        this.readers.send(reader, frame)
        if (reader.socket.readyState === reader.socket.OPEN) reader.socket.ping()
      }
    }
  }
}

/** Nobody else listens to a socket that asked to upgrade: without these an error of it would end the process, and half of it would stay open. */
function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
