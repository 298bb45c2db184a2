import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { staleAfterMs } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { BarTick, Tick } from '#contract/priceStream.ts'
import type { FeedMode } from '#contract/states.ts'
import { connect, onEvent, onOpen, tell } from './socket.ts'

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
const heardAt = new Map<string, number>()
const watchers = new Map<string, Set<() => void>>()

// What was asked for and given up within one task goes out as one message: a scrolled list says "sub" once.
const asked = new Set<string>()
const pending = new Map<string, 'sub' | 'unsub'>()
let flushQueued = false

/** Asks for a channel or gives it up; what is asked for is asked for again after a reconnect. */
export function want(channel: string, op: 'sub' | 'unsub'): void {
  if (op === 'sub') asked.add(channel)
  else asked.delete(channel)
  pending.set(channel, op)
  if (flushQueued) return
  flushQueued = true
  queueMicrotask(flush)
}

function flush(): void {
  flushQueued = false
  for (const op of ['sub', 'unsub'] as const) {
    const ch = [...pending].filter(([, wanted]) => wanted === op).map(([channel]) => channel)
    if (ch.length > 0) tell({ op, ch })
  }
  pending.clear()
}

/** Calls `listener` whenever the symbol's price changes, and subscribes while anybody listens. */
export function watchPrice(symbol: string, listener: () => void): () => void {
  connect()
  const mine = watchers.get(symbol) ?? new Set()
  if (mine.size === 0) want(`tick:${symbol}`, 'sub')
  watchers.set(symbol, mine.add(listener))
  return () => {
    mine.delete(listener)
    if (mine.size > 0 || watchers.get(symbol) !== mine) return
    watchers.delete(symbol)
    want(`tick:${symbol}`, 'unsub')
  }
}

export const livePrice = (symbol: string): LivePrice | undefined => prices.get(symbol)

/** One symbol's live price; a tick re-renders only those who show that symbol. */
export function usePrice(symbol: string): LivePrice | undefined {
  const subscribe = useCallback((listener: () => void) => watchPrice(symbol, listener), [symbol])
  return useSyncExternalStore(subscribe, () => prices.get(symbol))
}

const barWatchers = new Map<string, Set<(bar: BarTick['k']) => void>>()

/** The bar being made, at every change of it. */
export function useBar(symbol: string, period: string, onBar: (bar: BarTick['k']) => void): void {
  useEffect(() => {
    const channel = `kline:${symbol}:${period}`
    connect()
    const mine = barWatchers.get(channel) ?? new Set()
    if (mine.size === 0) want(channel, 'sub')
    barWatchers.set(channel, mine.add(onBar))
    return () => {
      mine.delete(onBar)
      if (mine.size > 0) return
      barWatchers.delete(channel)
      want(channel, 'unsub')
    }
  }, [symbol, period, onBar])
}

function adopt(tick: Tick): void {
  heardAt.set(tick.s, Date.now())
  const before = prices.get(tick.s)
  const isSame = before && !before.stale && before.price === tick.p && before.riseRate === tick.r && before.bid === tick.b
  // The age moves on without a re-render: readers of atMs ask when they draw.
  if (isSame) return void Object.assign(before, { atMs: tick.ts })
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

onEvent((event) => {
  if (event.c === 'tick') adopt(event)
  else if (event.c === 'kline') barWatchers.get(`kline:${event.s}:${event.period}`)?.forEach((onBar) => onBar(event.k))
})

onOpen(() => {
  if (asked.size > 0) tell({ op: 'sub', ch: [...asked] })
})

// Silence makes a price stale; only those on the screen are told.
setInterval(() => {
  const now = Date.now()
  for (const [symbol, mine] of watchers) {
    const price = prices.get(symbol)
    if (!price || price.stale || now - (heardAt.get(symbol) ?? 0) <= staleAfterMs) continue
    prices.set(symbol, { ...price, stale: true })
    mine.forEach((listener) => listener())
  }
}, 1_000)
