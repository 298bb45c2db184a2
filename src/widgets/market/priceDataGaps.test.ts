import { expect, it } from 'vitest'
import type { Candle } from '#contract/calls/market.ts'
import { findPriceDataGap, priceDataGapsInCandles } from './priceDataGaps.ts'

const hourMs = 3_600_000
const saturday = Date.parse('2026-11-20T20:00:00Z')

it('is where bars of a market that never closes are apart', () => {
  expect(findPriceDataGap(saturday, saturday + hourMs, '1h', 'crypto')).toBeUndefined()
  expect(findPriceDataGap(saturday, saturday + 3 * hourMs, '1h', 'crypto')).toEqual({
    fromMs: saturday + hourMs,
    untilMs: saturday + 3 * hourMs,
  })
})

it('is no weekend and no daily break of gold, but every other time, however short', () => {
  expect(findPriceDataGap(saturday, saturday + 50 * hourMs, '1h', 'metal')).toBeUndefined()
  expect(findPriceDataGap(saturday, saturday + 21 * 24 * hourMs, '1h', 'metal')).toEqual({
    fromMs: saturday + hourMs,
    untilMs: saturday + 21 * 24 * hourMs,
  })
  // 04:00 UTC+8 on a Wednesday: metals rest for the hour after that bar, currencies do not.
  const wednesday = Date.parse('2026-11-24T20:00:00Z')
  expect(findPriceDataGap(wednesday, wednesday + 2 * hourMs, '1h', 'metal')).toBeUndefined()
  for (const [category, hours] of [
    ['forex', 2],
    ['metal', 3],
    ['metal', 48],
  ] as const)
    expect(findPriceDataGap(wednesday, wednesday + hours * hourMs, '1h', category)).toEqual({
      fromMs: wednesday + hourMs,
      untilMs: wednesday + hours * hourMs,
    })
})

it('is none between bars of days and weeks in which a market was closed', () => {
  const day = 24 * hourMs
  const bar = Date.parse('2026-11-20T16:00:00Z')
  expect(findPriceDataGap(bar, bar + 2 * day, '1d', 'metal')).toBeUndefined()
  expect(findPriceDataGap(bar, bar + 3 * day, '1d', 'metal')).toBeDefined()
  expect(findPriceDataGap(bar, bar + 7 * day, '1w', 'metal')).toBeUndefined()
})

it('is found each time among the bars of a chart', () => {
  const bars = [0, 1, 4, 5, 9].map((hours) => [saturday + hours * hourMs, '1', '1', '1', '1', null, 'SIM']) as unknown as Candle[]
  expect(priceDataGapsInCandles(bars, '1h', 'crypto').map(({ fromMs }) => (fromMs - saturday) / hourMs)).toEqual([2, 6])
  expect(priceDataGapsInCandles([], '1h', 'crypto')).toEqual([])
})
