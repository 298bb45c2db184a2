import { useCallback, useSyncExternalStore } from 'react'
import { priceStaleAfterMs } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { PriceTick } from '#contract/priceStream.ts'
import type { FeedMode } from '#contract/states.ts'
import { connectStream, onStreamEvent, onStreamOpen, sendStreamRequest } from './socket.ts'

/** The newest price that the stream brought for one symbol. `stale` once nothing newer came for 3 s. */
export interface LivePrice {
  price: Decimal
  mark: Decimal
  bid: Decimal
  ask: Decimal
  /** Change over 24 h as a fraction. */
  riseRate: Decimal | null
  atMs: number
  feedMode: FeedMode
  stale: boolean
}

const prices = new Map<string, LivePrice>()
const lastTickAt = new Map<string, number>()
const watchers = new Map<string, Set<() => void>>()

// What was asked for and given up within one task goes out as one message: a scrolled list says "sub" once.
const subscribedChannels = new Set<string>()
const pending = new Map<string, 'sub' | 'unsub'>()
let flushQueued = false

/** Asks for a channel or gives it up; what is asked for is asked for again after a reconnect. */
export function updateStreamSubscription(channel: string, op: 'sub' | 'unsub'): void {
  if (op === 'sub') subscribedChannels.add(channel)
  else subscribedChannels.delete(channel)
  pending.set(channel, op)
  if (flushQueued) return
  flushQueued = true
  queueMicrotask(flush)
}

function flush(): void {
  flushQueued = false
  for (const op of ['sub', 'unsub'] as const) {
    const ch = [...pending].filter(([, pendingOp]) => pendingOp === op).map(([channel]) => channel)
    if (ch.length > 0) sendStreamRequest({ op, ch })
  }
  pending.clear()
}

/** Calls `listener` whenever the symbol's price changes, and subscribes while anybody listens. */
export function watchLivePrice(symbol: string, listener: () => void): () => void {
  connectStream()
  const listeners = watchers.get(symbol) ?? new Set()
  if (listeners.size === 0) updateStreamSubscription(`tick:${symbol}`, 'sub')
  watchers.set(symbol, listeners.add(listener))
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || watchers.get(symbol) !== listeners) return
    watchers.delete(symbol)
    updateStreamSubscription(`tick:${symbol}`, 'unsub')
  }
}

export const getLivePrice = (symbol: string): LivePrice | undefined => prices.get(symbol)

/** One symbol's live price; a tick re-renders only those who show that symbol. */
export function useLivePrice(symbol: string): LivePrice | undefined {
  const subscribe = useCallback((listener: () => void) => watchLivePrice(symbol, listener), [symbol])
  return useSyncExternalStore(subscribe, () => prices.get(symbol))
}

function applyTick(tick: PriceTick): void {
  lastTickAt.set(tick.s, Date.now())
  const previous = prices.get(tick.s)
  const isSame = previous && !previous.stale && previous.price === tick.p && previous.riseRate === tick.r && previous.bid === tick.b
  // The age moves on without a re-render: readers of atMs ask when they draw.
  if (isSame) return void Object.assign(previous, { atMs: tick.ts })
  prices.set(tick.s, {
    price: tick.p,
    mark: tick.m,
    bid: tick.b,
    ask: tick.a,
    riseRate: tick.r,
    atMs: tick.ts,
    feedMode: tick.fm,
    stale: false,
  })
  watchers.get(tick.s)?.forEach((listener) => listener())
}

onStreamEvent((event) => {
  if (event.c === 'tick') applyTick(event)
})

onStreamOpen(() => {
  if (subscribedChannels.size > 0) sendStreamRequest({ op: 'sub', ch: [...subscribedChannels] })
})

// Silence makes a price stale; only those on the screen are told.
setInterval(() => {
  const now = Date.now()
  for (const [symbol, listeners] of watchers) {
    const price = prices.get(symbol)
    if (!price || price.stale || now - (lastTickAt.get(symbol) ?? 0) <= priceStaleAfterMs) continue
    prices.set(symbol, { ...price, stale: true })
    listeners.forEach((listener) => listener())
  }
}, 1_000)
