import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import {
  computePositionClose,
  positionEquityAt,
  contractLimitOrderFillingCost,
  type OpenPosition,
  isMarginInsufficient,
  liquidationPrice,
  marginRatioPercentAt,
  positionOpeningCost,
  positionProfitAt,
} from './position.ts'
import { isPositive } from './decimal.ts'
import { usdtConversionKindOfMarket, noUsdtConversion, marketQuoteFromMid } from './quote.ts'

const d = asDecimal
const btc = { quantity: d('0.1'), contractSize: d('1'), conversion: noUsdtConversion }
const long: OpenPosition = { ...btc, direction: 1, openPrice: d('60006.00'), margin: d('600.06000000'), addedMargin: d('0') }
const feeRate = d('0.0005')
const btcusdt = { symbol: 'BTCUSDT', quote: 'USDT', priceScale: 2 }

describe('quote', () => {
  it('Q1: 2 bps around 60,000', () => {
    expect(marketQuoteFromMid(d('60000.00'), d('2'), d('0.01'))).toEqual({ mid: '60000.00', bid: '59994.00', ask: '60006.00' })
  })

  it('between two ticks the ask goes up and the bid down', () => {
    expect(marketQuoteFromMid(d('60000.01'), d('2'), d('0.01'))).toEqual({ mid: '60000.01', bid: '59994.00', ask: '60006.02' })
  })
})

describe('contracts, docs/rules/contracts.md', () => {
  it('C1 opens long', () => {
    expect(positionOpeningCost({ ...btc, price: d('60006.00'), lever: 10, feeRate })).toEqual({
      notional: '6000.60000000',
      margin: '600.06000000',
      openFee: '3.00030000',
      debit: '603.0603',
    })
    expect(liquidationPrice(long, btcusdt)).toBe('57005.70')
  })

  it('C1 marks at 61,000 and closes at the bid', () => {
    expect(positionProfitAt(long, d('61000'))).toBe('99.40000000')
    expect(marginRatioPercentAt(long, d('61000'))).toBe('116.56')
    expect(computePositionClose(long, d('60993.90'), feeRate)).toEqual({
      profit: '98.79000000',
      closeFee: '3.04969500',
      returned: '695.800305',
      covered: '0.00000000',
    })
  })

  it('C2 closes out at exactly half of the margin, not before', () => {
    expect(positionEquityAt(long, d('57005.70'))).toBe('300.03')
    expect(isMarginInsufficient(long, d('57005.71'))).toBe(false)
    expect(isMarginInsufficient(long, d('57005.70'))).toBe(true)
    expect(computePositionClose(long, d('56999.99'), feeRate)).toMatchObject({
      profit: '-300.60100000',
      closeFee: '2.84999950',
      returned: '296.6090005',
    })
  })

  it('C3 gap: the user loses what was shown and no more', () => {
    expect(computePositionClose(long, d('49995.00'), feeRate)).toEqual({
      profit: '-1001.10000000',
      closeFee: '0.00000000',
      returned: '0.00000000',
      covered: '401.04',
    })
  })

  it('C4 added margin moves the liquidation price', () => {
    expect(liquidationPrice({ ...long, addedMargin: d('100') }, btcusdt)).toBe('56005.70')
  })

  it('C5 short', () => {
    expect(positionOpeningCost({ ...btc, price: d('59994.00'), lever: 10, feeRate })).toMatchObject({
      margin: '599.94000000',
      openFee: '2.99970000',
    })
    expect(liquidationPrice({ ...long, direction: 2, openPrice: d('59994.00'), margin: d('599.94') }, btcusdt)).toBe('62993.70')
  })

  it('C7 USDJPY short, converted at the record of the same second', () => {
    const at = (rate: string) => ({ quantity: d('10000'), contractSize: d('1'), conversion: { rate: d(rate), by: 'divide' as const } })
    const rate = d('0.00005')
    expect(positionOpeningCost({ ...at('155.000'), price: d('154.992'), lever: 30, feeRate: rate })).toMatchObject({
      notional: '9999.48387096',
      margin: '333.31612903',
      openFee: '0.49997419',
    })
    const held: OpenPosition = { ...at('153.500'), direction: 2, openPrice: d('154.992'), margin: d('333.31612903'), addedMargin: d('0') }
    expect(computePositionClose(held, d('153.508'), rate)).toMatchObject({ profit: '96.67752442', closeFee: '0.50002605' })
  })

  it('a liquidation price between two steps is rounded toward the entry', () => {
    // 55,719.857… for the long, 64,292.142… for the short: what is shown is never further away than where it closes.
    const { margin } = positionOpeningCost({ ...btc, quantity: d('0.3'), price: d('60006'), lever: 7, feeRate })
    const held = { ...btc, quantity: d('0.3'), openPrice: d('60006'), margin, addedMargin: d('0') }
    expect(liquidationPrice({ ...held, direction: 1 }, btcusdt)).toBe('55719.86')
    expect(liquidationPrice({ ...held, direction: 2 }, btcusdt)).toBe('64292.14')
  })

  it('a liquidation price is never below zero', () => {
    expect(liquidationPrice({ ...long, margin: d('6000.6'), addedMargin: d('6000') }, btcusdt)).toBe('0.00')
  })
})

describe('the close-out price where the market is its own rate', () => {
  const usdjpy = { symbol: 'USDJPY', quote: 'JPY', priceScale: 3 }
  const rate = (of: string) => ({ rate: d(of), by: 'divide' as const })
  const at = (over: Partial<OpenPosition>): OpenPosition => ({
    quantity: d('10000'),
    contractSize: d('1'),
    conversion: rate('155.012'),
    direction: 2,
    openPrice: d('155.012'),
    margin: d('1250'),
    addedMargin: d('0'),
    ...over,
  })
  /** By the rule that closes, with the rate of the same record. */
  const isOutAt = (held: OpenPosition, mark: string) => isMarginInsufficient({ ...held, conversion: rate(mark) }, d(mark))

  it('is where it closes: short at 155.012, leverage 8, at 165.346 and not at 164.700', () => {
    expect(liquidationPrice(at({}), usdjpy)).toBe('165.346')
    expect([isOutAt(at({}), '164.700'), isOutAt(at({}), '165.346'), isOutAt(at({}), '165.347')]).toEqual([false, false, true])
  })

  it('long the same way: 155.012, leverage 8, at 145.894', () => {
    const held = at({ direction: 1 })
    expect(liquidationPrice(held, usdjpy)).toBe('145.894')
    expect([isOutAt(held, '145.895'), isOutAt(held, '145.893')]).toEqual([false, true])
  })

  it('does not depend on the rate of now, and added margin moves it away', () => {
    expect(liquidationPrice(at({ conversion: rate('140') }), usdjpy)).toBe('165.346')
    expect(liquidationPrice(at({ addedMargin: d('1000') }), usdjpy)).toBe('185.088')
  })

  it('is zero where no price closes it out: a short cannot lose more than its size', () => {
    for (const addedMargin of ['9375', '20000']) {
      const held = at({ addedMargin: d(addedMargin) })
      expect(liquidationPrice(held, usdjpy)).toBe('0.000')
      expect(isOutAt(held, '1000000')).toBe(false)
    }
  })

  it('every market against the dollar has it, crosses use the rate of now', () => {
    for (const [symbol, quote] of [
      ['USDJPY', 'JPY'],
      ['USDCAD', 'CAD'],
      ['USDCHF', 'CHF'],
      ['USDSGD', 'SGD'],
      ['USDCNH', 'CNH'],
      ['USDTHB', 'THB'],
    ] as const) {
      expect(usdtConversionKindOfMarket({ symbol, quote })).toBe('itself')
      expect(liquidationPrice(at({}), { symbol, quote, priceScale: 3 })).toBe('165.346')
    }
    const eurjpy = { symbol: 'EURJPY', quote: 'JPY', priceScale: 3 }
    expect([
      usdtConversionKindOfMarket(eurjpy),
      usdtConversionKindOfMarket(btcusdt),
      usdtConversionKindOfMarket({ symbol: 'EURUSD', quote: 'USD' }),
    ]).toEqual(['other', 'none', 'none'])
    expect(liquidationPrice(at({}), eurjpy)).toBe('164.700')
    expect(liquidationPrice(at({ conversion: rate('140') }), eurjpy)).toBe('163.762')
  })
})

describe('a limit order that fills better', () => {
  const terms = { ...btc, lever: 10, feeRate }

  it('never costs more than was reserved: a short of 0.1 at 60,000 that fills at 60,500', () => {
    const reserved = positionOpeningCost({ ...terms, price: d('60000') }).debit
    expect(reserved).toBe('603')
    const cost = contractLimitOrderFillingCost({ ...terms, price: d('60500') }, reserved)
    expect(cost).toMatchObject({ openFee: '3.02500000', margin: '599.97500000', debit: '603' })
    // What is measured later is measured on that margin.
    const held: OpenPosition = { ...btc, direction: 2, openPrice: d('60500'), margin: cost.margin, addedMargin: d('0') }
    expect(marginRatioPercentAt(held, d('60500'))).toBe('100.00')
    expect(liquidationPrice(held, btcusdt)).toBe('63499.87')
  })

  it('gives back what a long needs less, and cannot open once the fee alone takes the reserve', () => {
    expect(
      contractLimitOrderFillingCost({ ...terms, price: d('59000') }, positionOpeningCost({ ...terms, price: d('60000') }).debit).debit,
    ).toBe('592.95')
    expect(isPositive(contractLimitOrderFillingCost({ ...terms, price: d('60500') }, d('3.025')).margin)).toBe(false)
  })
})
