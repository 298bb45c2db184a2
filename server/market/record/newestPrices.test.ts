import { expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createManualClock } from '../../core/clock.ts'
import type { SymbolSpec } from '../market.ts'
import { computeMedianIndexPrice } from '../funding/medianIndex.ts'
import { createInMemoryNewestPrices } from './newestPrices.ts'
import { toScaledPrice } from '#rules/scaled.ts'

const bySymbol = new Map((symbolSeeds as readonly SymbolSpec[]).map((spec) => [spec.symbol, spec]))
const at = Date.parse('2026-11-20T16:00:00Z')

it('calls a price stale when it is too old, and when the clock was turned back behind it', () => {
  const clock = createManualClock(at)
  const newest = createInMemoryNewestPrices(bySymbol, clock)
  newest.set('BTCUSDT', toScaledPrice('90000'), 'LIVE', at / 1000, at)
  const isStale = (afterMs: number) => {
    clock.set(at + afterMs)
    return newest.quote('BTCUSDT')?.stale
  }
  expect([0, 3_000, 3_001, 3_600_000].map(isStale)).toEqual([false, false, true, true])
  expect([-3_000, -3_001, -3_600_000].map(isStale)).toEqual([false, true, true])
  expect(newest.quote('BTCUSDT')?.mid).toBe(asDecimal('90000'))
})

it('takes nothing into the index that was received long ago, or at a time that is yet to come', () => {
  const heard = (atMs: number) => ['a', 'b'].map((source) => ({ source, raw: '1', price: 1n, atMs }))
  const index = (atMs: number) => computeMedianIndexPrice(heard(atMs), 100n, at)?.price
  expect([at, at - 5_000, at - 5_001, at + 5_001, at + 3_600_000].map(index)).toEqual([1n, 1n, undefined, undefined, undefined])
})
