import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MarketDepth } from '#contract/calls/market.ts'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { MarketDataService } from '#market/market.ts'
import { createDepthFramePublisher } from './streamDepths.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function world(feedMode: 'LIVE' | 'SIM') {
  let book: Pick<MarketDepth, 'bids' | 'asks' | 'source' | 'ts'> = { bids: [], asks: [], source: null, ts: null }
  const followed: string[] = []
  const market = {
    board: { price: () => ({ feedMode }) },
    depths: {
      depth: () => book,
      follow: (symbol: string) => {
        followed.push(symbol)
        return () => void followed.splice(followed.indexOf(symbol), 1)
      },
    },
  } as unknown as MarketDataService
  let watched: string[] = []
  const told: string[] = []
  const depths = createDepthFramePublisher(
    market,
    () => watched,
    (_, frame) => void told.push(frame),
  )
  return {
    depths,
    followed,
    told,
    watch: (...channels: string[]) => {
      watched = channels
    },
    put: (price: string, ts: number) => {
      book = { bids: [[asDecimal(price), asDecimal('1')]], asks: [], source: 'kraken', ts: asInstant(ts) }
    },
  }
}

describe('the depth channel', () => {
  it('sends a change at most four times a second, of nothing unchanged, and only while somebody watches', () => {
    const { depths, followed, told, watch, put } = world('LIVE')
    put('1', 1)
    vi.advanceTimersByTime(1_000)
    expect([told, followed]).toEqual([[], []])
    watch('depth:BTCUSDT', 'depth:BTCUSDT')
    for (let n = 0; n < 100; n++) {
      put(String(n), n)
      vi.advanceTimersByTime(10)
    }
    expect(followed).toEqual(['BTCUSDT'])
    expect(told).toHaveLength(4)
    vi.advanceTimersByTime(1_000)
    expect(told).toHaveLength(4)
    expect(JSON.parse(told.at(-1)!)).toEqual([{ c: 'depth', s: 'BTCUSDT', b: [['99', '1']], a: [], src: 'kraken', ts: 99 }])
    watch()
    put('7', 7)
    vi.advanceTimersByTime(1_000)
    expect([told.length, followed]).toEqual([4, []])
    depths.stop()
  })

  it('is empty on a simulated market, whatever a source says', () => {
    const { depths, put } = world('SIM')
    put('1', 1)
    expect(JSON.parse(depths.frame('depth:BTCUSDT')!)).toEqual([{ c: 'depth', s: 'BTCUSDT', b: [], a: [], src: null, ts: null }])
    expect(depths.frame('tick:BTCUSDT')).toBeUndefined()
    depths.stop()
  })
})
