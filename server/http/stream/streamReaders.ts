import type { WebSocket } from 'ws'
import type { StreamProtocolMessage } from '#contract/priceStream.ts'
import type { SignedInUser } from '../../core/visitor.ts'
import type { SingleStreamSocketLimiters, PriceStreamLimits } from './streamLimits.ts'

export interface PriceStreamClient {
  socket: WebSocket
  ip: string
  counts: SingleStreamSocketLimiters
  channels: Set<string>
  /** Its price channels as one text: readers of the same share their frames. */
  prices: string
  /** Its depth channels. */
  depths: readonly string[]
  visitor: SignedInUser | undefined
  userSeq: number
  openedMs: number
  heardMs: number
}

/** Everybody who reads the stream of this server. One who is too slow is dropped. */
export class PriceStreamClients {
  readonly #limits: PriceStreamLimits
  readonly #readers = new Set<PriceStreamClient>()
  readonly #countByIp = new Map<string, number>()

  constructor(limits: PriceStreamLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#readers.size
  }

  [Symbol.iterator](): Iterator<PriceStreamClient> {
    return this.#readers[Symbol.iterator]()
  }

  has(reader: PriceStreamClient): boolean {
    return this.#readers.has(reader)
  }

  /** Whether one more of this address finds a place. */
  hasRoomFor(ip: string): boolean {
    return this.#readers.size < this.#limits.sockets && (this.#countByIp.get(ip) ?? 0) < this.#limits.socketsPerIp
  }

  add(socket: WebSocket, ip: string, counts: SingleStreamSocketLimiters): PriceStreamClient {
    const nowMs = Date.now()
    const reader: PriceStreamClient = {
      socket,
      ip,
      counts,
      channels: new Set(),
      prices: '',
      depths: [],
      visitor: undefined,
      userSeq: 0,
      openedMs: nowMs,
      heardMs: nowMs,
    }
    this.#readers.add(reader)
    this.#countByIp.set(ip, (this.#countByIp.get(ip) ?? 0) + 1)
    return reader
  }

  send(reader: PriceStreamClient, frame: string | Buffer): void {
    if (reader.socket.readyState !== reader.socket.OPEN) return
    if (reader.socket.bufferedAmount > this.#limits.bufferedBytes) return this.drop(reader)
    reader.socket.send(frame, { binary: false, compress: false })
  }

  sendWord(reader: PriceStreamClient, word: StreamProtocolMessage): void {
    this.send(reader, JSON.stringify([word]))
  }

  /** What concerns the person behind it, numbered, so that the app sees when one is missing. */
  sendToUser(reader: PriceStreamClient, event: { t: string; d: unknown }): void {
    this.send(reader, JSON.stringify([{ c: 'user', ...event, seq: ++reader.userSeq }]))
  }

  drop(reader: PriceStreamClient): void {
    this.forget(reader)
    reader.socket.terminate()
  }

  /** Says why and cuts the connection: no answer is waited for, and what still comes in is not read. */
  close(reader: PriceStreamClient, code: number, why: string): void {
    if (!this.#readers.has(reader)) return
    this.forget(reader)
    reader.socket.close(code, why)
    // Once the reason has been written, which happens within this turn of the event loop unless the reader is slow.
    setImmediate(() => reader.socket.terminate())
  }

  forget(reader: PriceStreamClient): void {
    if (!this.#readers.delete(reader)) return
    const others = (this.#countByIp.get(reader.ip) ?? 1) - 1
    if (others > 0) this.#countByIp.set(reader.ip, others)
    else this.#countByIp.delete(reader.ip)
  }
}
