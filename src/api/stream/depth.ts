import { useCallback, useSyncExternalStore } from 'react'
import type { DepthTick } from '#contract/priceStream.ts'
import { updateStreamSubscription } from './prices.ts'
import { connectStream, onStreamEvent } from './socket.ts'

const books = new Map<string, DepthTick>()
const watchers = new Map<string, Set<() => void>>()

onStreamEvent((event) => {
  if (event.c !== 'depth' || !watchers.has(event.s)) return
  books.set(event.s, event)
  watchers.get(event.s)?.forEach((listener) => listener())
})

/** The book that the stream tells of; undefined until it does. Asked for only while somebody looks. */
export function useMarketDepthStream(symbol: string): DepthTick | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      connectStream()
      const listeners = watchers.get(symbol) ?? new Set()
      if (listeners.size === 0) updateStreamSubscription(`depth:${symbol}`, 'sub')
      watchers.set(symbol, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        watchers.delete(symbol)
        books.delete(symbol)
        updateStreamSubscription(`depth:${symbol}`, 'unsub')
      }
    },
    [symbol],
  )
  return useSyncExternalStore(subscribe, () => books.get(symbol))
}
