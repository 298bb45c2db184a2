import { useEffect } from 'react'
import type { CandleTick } from '#contract/priceStream.ts'
import { updateStreamSubscription } from './prices.ts'
import { connectStream, onStreamEvent } from './socket.ts'

const barWatchers = new Map<string, Set<(bar: CandleTick['k']) => void>>()

/** The bar being made, at every change of it. */
export function useLiveCandleListener(symbol: string, period: string, onBar: (bar: CandleTick['k']) => void): void {
  useEffect(() => {
    const channel = `kline:${symbol}:${period}`
    connectStream()
    const listeners = barWatchers.get(channel) ?? new Set()
    if (listeners.size === 0) updateStreamSubscription(channel, 'sub')
    barWatchers.set(channel, listeners.add(onBar))
    return () => {
      listeners.delete(onBar)
      if (listeners.size > 0) return
      barWatchers.delete(channel)
      updateStreamSubscription(channel, 'unsub')
    }
  }, [symbol, period, onBar])
}

onStreamEvent((event) => {
  if (event.c === 'kline') barWatchers.get(`kline:${event.s}:${event.period}`)?.forEach((onBar) => onBar(event.k))
})
