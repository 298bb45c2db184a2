import { expect, it } from 'vitest'
import { findPriceGap } from './priceGaps.ts'

const hourMs = 3_600_000
const saturday = Date.parse('2026-11-20T20:00:00Z')

it('is where bars of a market that never closes are apart', () => {
  expect(findPriceGap(saturday, saturday + hourMs, '1h', 'crypto')).toBeUndefined()
  expect(findPriceGap(saturday, saturday + 3 * hourMs, '1h', 'crypto')).toEqual({
    fromMs: saturday + hourMs,
    untilMs: saturday + 3 * hourMs,
  })
})

it('is no weekend of gold, but three weeks', () => {
  expect(findPriceGap(saturday, saturday + 50 * hourMs, '1h', 'metal')).toBeUndefined()
  expect(findPriceGap(saturday, saturday + 21 * 24 * hourMs, '1h', 'metal')).toEqual({
    fromMs: saturday + hourMs,
    untilMs: saturday + 21 * 24 * hourMs,
  })
})
