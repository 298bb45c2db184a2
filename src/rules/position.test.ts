import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { closing, equityAt, type Held, isMarginInsufficient, liquidationPrice, marginRatioAt, openingCost, profitAt } from './position.ts'
import { noConversion, quoteOf } from './quote.ts'

const d = asDecimal
const btc = { quantity: d('0.1'), contractSize: d('1'), conversion: noConversion }
const long: Held = { ...btc, direction: 1, openPrice: d('60006.00'), margin: d('600.06000000'), addedMargin: d('0') }
const feeRate = d('0.0005')

describe('quote', () => {
  it('Q1: 2 bps around 60,000', () => {
    expect(quoteOf(d('60000.00'), d('2'), d('0.01'))).toEqual({ mid: '60000.00', bid: '59994.00', ask: '60006.00' })
  })
})

describe('contracts, product §2.4', () => {
  it('C1 opens long', () => {
    expect(openingCost({ ...btc, price: d('60006.00'), lever: 10, feeRate })).toEqual({
      notional: '6000.60000000',
      margin: '600.06000000',
      openFee: '3.00030000',
      debit: '603.0603',
    })
    expect(liquidationPrice(long, 2)).toBe('57005.70')
  })

  it('C1 marks at 61,000 and closes at the bid', () => {
    expect(profitAt(long, d('61000'))).toBe('99.40000000')
    expect(marginRatioAt(long, d('61000'))).toBe('116.56')
    expect(closing(long, d('60993.90'), feeRate)).toEqual({
      profit: '98.79000000',
      closeFee: '3.04969500',
      returned: '695.800305',
      covered: '0.00000000',
    })
  })

  it('C2 closes out at exactly half of the margin, not before', () => {
    expect(equityAt(long, d('57005.70'))).toBe('300.03')
    expect(isMarginInsufficient(long, d('57005.71'))).toBe(false)
    expect(isMarginInsufficient(long, d('57005.70'))).toBe(true)
    expect(closing(long, d('56999.99'), feeRate)).toMatchObject({
      profit: '-300.60100000',
      closeFee: '2.84999950',
      returned: '296.6090005',
    })
  })

  it('C3 gap: the user loses what was shown and no more', () => {
    expect(closing(long, d('49995.00'), feeRate)).toEqual({
      profit: '-1001.10000000',
      closeFee: '0.00000000',
      returned: '0.00000000',
      covered: '401.04',
    })
  })

  it('C4 added margin moves the liquidation price', () => {
    expect(liquidationPrice({ ...long, addedMargin: d('100') }, 2)).toBe('56005.70')
  })

  it('C5 short', () => {
    expect(openingCost({ ...btc, price: d('59994.00'), lever: 10, feeRate })).toMatchObject({
      margin: '599.94000000',
      openFee: '2.99970000',
    })
    expect(liquidationPrice({ ...long, direction: 2, openPrice: d('59994.00'), margin: d('599.94') }, 2)).toBe('62993.70')
  })

  it('C7 USDJPY short, converted at the record of the same second', () => {
    const at = (rate: string) => ({ quantity: d('10000'), contractSize: d('1'), conversion: { rate: d(rate), by: 'divide' as const } })
    const rate = d('0.00005')
    expect(openingCost({ ...at('155.000'), price: d('154.992'), lever: 30, feeRate: rate })).toMatchObject({
      notional: '9999.48387096',
      margin: '333.31612903',
      openFee: '0.49997419',
    })
    const held: Held = { ...at('153.500'), direction: 2, openPrice: d('154.992'), margin: d('333.31612903'), addedMargin: d('0') }
    expect(closing(held, d('153.508'), rate)).toMatchObject({ profit: '96.67752442', closeFee: '0.50002605' })
  })

  it('a liquidation price is never below zero', () => {
    expect(liquidationPrice({ ...long, margin: d('6000.6'), addedMargin: d('6000') }, 2)).toBe('0.00')
  })
})
