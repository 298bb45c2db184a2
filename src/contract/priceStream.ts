import type { Decimal } from './decimal.ts'
import type { FeedMode } from './states.ts'

/** The live feed of docs/rules/wire.md, at /ws/v1. */
export const priceStreamPath = '/ws/v1'
export const streamHeartbeatMs = 15_000
export const streamSilenceTimeoutMs = 45_000

/** Channels: `tick:*` or `tick:SYMBOL`, `kline:SYMBOL:PERIOD`, `depth:SYMBOL`, and `user` after `auth`. */
export type StreamRequest = { op: 'sub' | 'unsub'; ch: string[] } | { op: 'auth'; token: string } | { op: 'ping' }

/** One symbol's newest record. s symbol, p price, m mark, b bid, a ask, r change over 24 h as a fraction, fm feed. */
export interface PriceTick {
  c: 'tick'
  s: string
  p: Decimal
  m: Decimal
  b: Decimal
  a: Decimal
  r: Decimal | null
  ts: number
  seq: number
  fm: FeedMode
}

/** The bar being made: k = [open time ms, open, high, low, close]. */
export interface CandleTick {
  c: 'kline'
  s: string
  period: string
  k: [number, Decimal, Decimal, Decimal, Decimal]
}

/** The book at exchange `src`, best first, as of `ts`: bids and asks of [price, quantity]. Empty, without either, where none is told of. */
export interface DepthTick {
  c: 'depth'
  s: string
  b: [Decimal, Decimal][]
  a: [Decimal, Decimal][]
  src: string | null
  ts: number | null
}

/** Something of this person's changed; `d` has the same shape as the REST reply (wire form). */
export interface UserStreamEvent {
  c: 'user'
  /** `missed`: something before this may not have been told; everything of this person is asked for again. */
  t: 'position' | 'second' | 'balance' | 'warning' | 'notice' | 'session' | 'missed' | 'deposit' | 'kyc' | 'support'
  d: unknown
  seq: number
}

/** `d` of a warning: the margin ratio of a position fell to 80 or 65 % (docs/rules/contracts.md), or a charge was taken from its margin. */
export interface MarginWarning {
  id: string
  symbol: string
  kind: 'margin80' | 'margin65' | 'chargedMargin'
  /** In percent; null while there is no price. */
  marginRatio: Decimal | null
  /** What the competition is called in the person's language; absent outside of book 3. */
  competition?: string
}

/** Words of the connection itself. A frame is a JSON array of events and of these words. */
export type StreamProtocolMessage = { c: 'pong' } | { c: 'auth'; ok: boolean } | { c: 'hb'; ts: number }
export type StreamFrame = (PriceTick | CandleTick | DepthTick | UserStreamEvent | StreamProtocolMessage)[]
