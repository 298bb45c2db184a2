import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { competitionDrawdown, competitionYieldRate } from '#rules/competition.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { positionProfitAt } from '#rules/position.ts'
import {
  drawdownUnitsOf,
  drawdownEquityThreshold,
  fromMoneyUnits,
  toMoneyUnits,
  toPriceUnits,
  signedPositionSizeUnits,
  positionProfitCalculator,
} from './units.ts'

const d = asDecimal

describe('the yield', () => {
  test('108,257.13 of 100,000 is 8.25 %, truncated', () => {
    expect(competitionYieldRate(d('108257.13'), d('100000'))).toBe('0.0825')
  })
  test('is cut toward zero on both sides', () => {
    expect([
      competitionYieldRate(d('99999.99'), d('100000')),
      competitionYieldRate(d('99990'), d('100000')),
      competitionYieldRate(d('0'), d('100000')),
    ]).toEqual(['0.0000', '-0.0001', '-1.0000'])
  })
})

const decimals = (most: number, places: number, least = 1) =>
  fc.integer({ min: least, max: most }).map((n) => d((n / 10 ** places).toFixed(places)))

describe('whole numbers', () => {
  test('say the same profit as the rules, to the last decimal', () => {
    const any = fc.record({
      direction: fc.constantFrom(1, 2),
      quantity: decimals(10_000_000, 4),
      contractSize: fc.constantFrom(d('1'), d('0.01'), d('100')),
      openPrice: decimals(900_000_000, 5),
      price: decimals(900_000_000, 5),
      conversion: fc.oneof(
        fc.constant({ rate: d('1'), by: 'multiply' as const }),
        fc.record({ rate: decimals(2_000_000, 6), by: fc.constantFrom('multiply' as const, 'divide' as const) }),
      ),
    })
    fc.assert(
      fc.property(any, ({ price, ...terms }) => {
        const held = { ...terms, margin: d('1'), addedMargin: d('0') }
        const size = signedPositionSizeUnits(terms.direction, terms.quantity, terms.contractSize)
        const profit = positionProfitCalculator(terms.conversion)(size, toPriceUnits(price) - toPriceUnits(terms.openPrice))
        expect(compareDecimals(fromMoneyUnits(profit), positionProfitAt(held, price))).toBe(0)
      }),
      { numRuns: 3000 },
    )
  })

  test('say the same fall, and the floor misses none that is deeper', () => {
    fc.assert(
      fc.property(decimals(1_000_000_000, 2), decimals(1_000_000_000, 2), fc.bigInt(0n, 100_000_000n), (peak, equity, fall) => {
        const [top, now] = [toMoneyUnits(peak), toMoneyUnits(equity)]
        expect(fromMoneyUnits(drawdownUnitsOf(top, now))).toBe(competitionDrawdown(peak, equity))
        if (drawdownUnitsOf(top, now) > fall) expect(now < drawdownEquityThreshold(top, fall)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test('amounts come back as they went in', () => {
    for (const text of ['0.00000000', '-0.00000001', '100000.00000000', '-12.34567890'])
      expect(fromMoneyUnits(toMoneyUnits(d(text)))).toBe(text)
    expect(() => toMoneyUnits(d('0.000000001'))).toThrow('more than 8 decimals')
  })
})
