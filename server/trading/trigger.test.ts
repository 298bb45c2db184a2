import { assert, constantFrom, integer, pre, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { compareDecimals, divide, multiply, q8 } from '#rules/decimal.ts'
import { type OpenPosition, isMarginInsufficient, liquidationPrice } from '#rules/position.ts'
import { type UsdtConversion, noUsdtConversion } from '#rules/quote.ts'
import { positionMarginTriggerPrice } from './trigger.ts'

const d = asDecimal
const btc = { symbol: 'BTCUSDT', quote: 'USDT', priceScale: 2 }
const dollar = { symbol: 'XAUUSD', quote: 'USD', priceScale: 3 }
const cross = { symbol: 'EURJPY', quote: 'JPY', priceScale: 3 }
const yen = { symbol: 'USDJPY', quote: 'JPY', priceScale: 3 }
const finds = (held: OpenPosition, trigger: string, mark: string) =>
  held.direction === 1 ? compareDecimals(trigger, mark) >= 0 : compareDecimals(trigger, mark) <= 0

const anOpening = record({
  direction: constantFrom(1, 2),
  lever: integer({ min: 1, max: 30 }),
  priceUnits: integer({ min: 50, max: 20_000_000 }),
  quantityUnits: integer({ min: 1, max: 10_000_000 }),
  /** The mark as a share of the opening price, in millionths. */
  markShare: integer({ min: 1, max: 2_500_000 }),
})
const heldWith = (
  o: { direction: number; lever: number; priceUnits: number; quantityUnits: number },
  conversion: UsdtConversion,
): OpenPosition => {
  const openPrice = d((o.priceUnits / 1000).toFixed(3))
  const quantity = d((o.quantityUnits / 100).toFixed(2))
  const inQuote = multiply(openPrice, quantity)
  const notional = conversion.by === 'multiply' ? multiply(inQuote, conversion.rate) : divide(inQuote, conversion.rate)
  return {
    direction: o.direction,
    quantity,
    contractSize: d('1'),
    conversion,
    openPrice,
    margin: q8(divide(notional, String(o.lever))),
    addedMargin: d('0'),
  }
}

describe('the trigger price', () => {
  it('is the liquidation price itself where nothing is converted', () => {
    const held = {
      direction: 1,
      quantity: d('0.1'),
      contractSize: d('1'),
      conversion: noUsdtConversion,
      openPrice: d('60006.00'),
      margin: d('600.06'),
      addedMargin: d('0'),
    }
    expect(positionMarginTriggerPrice(held, btc)).toBe('57005.70')
  })

  it('never misses a margin that is insufficient', () => {
    expect(() =>
      assert(
        property(anOpening, (o) => {
          const held = heldWith(o, noUsdtConversion)
          pre(compareDecimals(held.margin, '0.00001') > 0)
          const mark = d(q8(multiply(held.openPrice, String(o.markShare / 1_000_000))))
          pre(compareDecimals(mark, '0') > 0)
          return !isMarginInsufficient(held, mark) || finds(held, positionMarginTriggerPrice(held, dollar), mark)
        }),
        { numRuns: 3000 },
      ),
    ).not.toThrow()
  })

  it('nor where the market is its own rate, and finds nothing on the entry’s side of the price that is shown', () => {
    expect(() =>
      assert(
        property(anOpening, (o) => {
          const openPrice = d((o.priceUnits / 1000).toFixed(3))
          const held = heldWith(o, { rate: openPrice, by: 'divide' })
          pre(compareDecimals(held.margin, '0.01') > 0)
          const mark = d(q8(multiply(held.openPrice, String(o.markShare / 1_000_000))))
          pre(compareDecimals(mark, '0') > 0)
          const isOut = isMarginInsufficient({ ...held, conversion: { rate: mark, by: 'divide' } }, mark)
          return !isOut || finds(held, positionMarginTriggerPrice(held, yen), mark)
        }),
        { numRuns: 3000 },
      ),
    ).not.toThrow()
  })

  it('of a short that no price closes out is far above its stops', () => {
    const held = heldWith({ direction: 2, lever: 1, priceUnits: 155_000, quantityUnits: 100_000 }, { rate: d('155'), by: 'divide' })
    const safe = { ...held, addedMargin: held.margin }
    expect(liquidationPrice(safe, yen)).toBe('0.000')
    expect(positionMarginTriggerPrice(safe, yen)).toBe('155000')
  })

  it('nor while the conversion drifts by less than 15 %', () => {
    const drifting = record({
      o: anOpening,
      by: constantFrom<UsdtConversion['by']>('divide', 'multiply'),
      drift: integer({ min: -149, max: 149 }),
    })
    expect(() =>
      assert(
        property(drifting, ({ o, by, drift }) => {
          const opened = heldWith(o, { rate: d('155'), by })
          pre(compareDecimals(opened.margin, '0.01') > 0)
          const later: OpenPosition = { ...opened, conversion: { rate: multiply('155', String(1 + drift / 1000)), by } }
          const mark = d(q8(multiply(opened.openPrice, String(o.markShare / 1_000_000))))
          pre(compareDecimals(mark, '0') > 0)
          return !isMarginInsufficient(later, mark) || finds(opened, positionMarginTriggerPrice(opened, cross), mark)
        }),
        { numRuns: 3000 },
      ),
    ).not.toThrow()
  })
})
