import { useCallback, useSyncExternalStore } from 'react'
import type { DepthTick } from '#contract/priceStream.ts'
import { want } from './prices.ts'
import { connect, onEvent } from './socket.ts'

const books = new Map<string, DepthTick>()
const watchers = new Map<string, Set<() => void>>()

onEvent((event) => {
  if (event.c !== 'depth' || !watchers.has(event.s)) return
  books.set(event.s, event)
  watchers.get(event.s)?.forEach((listener) => listener())
})

/** The book that the stream tells of; undefined until it does. Asked for only while somebody looks. */
export function useDepth(symbol: string): DepthTick | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      connect()
      const mine = watchers.get(symbol) ?? new Set()
      if (mine.size === 0) want(`depth:${symbol}`, 'sub')
      watchers.set(symbol, mine.add(listener))
      return () => {
        mine.delete(listener)
        if (mine.size > 0) return
        watchers.delete(symbol)
        books.delete(symbol)
        want(`depth:${symbol}`, 'unsub')
      }
    },
    [symbol],
  )
  return useSyncExternalStore(subscribe, () => books.get(symbol))
}
