import { streamHeartbeatMs, streamSilenceTimeoutMs } from '#contract/priceStream.ts'
import { createRequestLimiter } from '../limits/rates.ts'

export interface PriceStreamLimits {
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

export const defaultPriceStreamLimits: PriceStreamLimits = {
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
  heartbeatMs: streamHeartbeatMs,
  deadMs: streamSilenceTimeoutMs,
  idleMs: 60_000,
}

type Limiter = ReturnType<typeof createRequestLimiter>

const tenSecondsMs = 10_000
const minuteMs = 60_000

/** What one socket sent lately. */
export interface SingleStreamSocketLimiters {
  messages: Limiter
  bytes: Limiter
}

export const createSingleStreamSocketLimiters = (limits: PriceStreamLimits): SingleStreamSocketLimiters => ({
  messages: createRequestLimiter({ limit: limits.messagesPerTenSeconds, windowMs: tenSecondsMs }),
  bytes: createRequestLimiter({ limit: limits.bytesPerTenSeconds, windowMs: tenSecondsMs }),
})

/** Counts what each address does over all its sockets, also over those that were closed meanwhile. Each question is counted as it is asked. */
export class PerAddressStreamLimiters {
  readonly #upgrades: Limiter
  readonly #signIns: Limiter
  readonly #messages: Limiter
  readonly #bytes: Limiter

  constructor(limits: PriceStreamLimits) {
    this.#upgrades = createRequestLimiter({ limit: limits.upgradesPerMinute, windowMs: minuteMs })
    this.#signIns = createRequestLimiter({ limit: limits.signInsPerMinute, windowMs: minuteMs })
    this.#messages = createRequestLimiter({ limit: limits.messagesPerTenSecondsAndIp, windowMs: tenSecondsMs })
    this.#bytes = createRequestLimiter({ limit: limits.bytesPerTenSecondsAndIp, windowMs: tenSecondsMs })
  }

  mayUpgrade(ip: string, nowMs: number): boolean {
    return !(this.#upgrades.take(ip, nowMs) || this.#messages.take(ip, nowMs, 0) || this.#bytes.take(ip, nowMs, 0))
  }

  maySignIn(ip: string, nowMs: number): boolean {
    return this.#signIns.take(ip, nowMs) === 0
  }

  maySendMessage(ip: string, socket: SingleStreamSocketLimiters, nowMs: number): boolean {
    return !(socket.messages.take('', nowMs) || this.#messages.take(ip, nowMs))
  }

  maySendBytes(ip: string, socket: SingleStreamSocketLimiters, nowMs: number, bytes: number): boolean {
    return !(socket.bytes.take('', nowMs, bytes) || this.#bytes.take(ip, nowMs, bytes))
  }
}
