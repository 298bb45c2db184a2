import { describe, expect, it } from 'vitest'
import { asDecimal as d } from '#contract/decimal.ts'
import { compareDecimals, multiply } from './decimal.ts'
import { isSwapMarket, swapAmountError, defaultSwapHalfSpread, computeSwapFigures } from './swap.ts'

const usdt = { currency: 'USDT', mid: d('1') }
const btc = { currency: 'BTC', mid: d('60000') }
const eth = { currency: 'ETH', mid: d('3000') }
const sol = { currency: 'SOL', mid: d('150') }

describe('flash exchange (docs/rules/swaps.md)', () => {
  it('F1: 0.05 BTC → 2,997 USDT at 59,940, which costs 3', () => {
    expect(computeSwapFigures(btc, usdt, { fromAmount: d('0.05') })).toMatchObject({
      base: 'BTC',
      counter: 'USDT',
      rate: '59940',
      mid: '60000',
      spreadRate: '0.00100000',
      fromAmount: '0.05000000',
      toAmount: '2997.00000000',
      costUsdt: '3.00000000',
    })
  })

  it('F2: 1,000 USDT → 0.33300033 ETH at 3,003', () => {
    expect(computeSwapFigures(usdt, eth, { fromAmount: d('1000') })).toMatchObject({
      base: 'ETH',
      counter: 'USDT',
      rate: '3003',
      mid: '3000',
      spreadRate: '0.00100000',
      toAmount: '0.33300033',
      costUsdt: '0.99901000',
    })
  })

  it('other coins are 0.20 % away from the mid', () => {
    expect([defaultSwapHalfSpread('BTC'), defaultSwapHalfSpread('USDC'), defaultSwapHalfSpread('SOL')]).toEqual(['0.001', '0.001', '0.002'])
    expect(computeSwapFigures(sol, usdt, { fromAmount: d('10') })).toMatchObject({
      rate: '149.7',
      toAmount: '1497.00000000',
      costUsdt: '3.00000000',
    })
    expect(computeSwapFigures(usdt, sol, { fromAmount: d('1503') })).toMatchObject({ rate: '150.3', toAmount: '10.00000000' })
  })

  it('coin to coin goes through USDT and pays both halves', () => {
    const terms = computeSwapFigures(btc, sol, { fromAmount: d('0.1') })
    expect(terms).toMatchObject({ base: 'BTC', counter: 'SOL', mid: '400', toAmount: '39.88023952' })
    // Sold at 59,940 and bought at 150.3.
    expect(terms.rate).toBe('398.802395209580838323')
    expect(terms.costUsdt).toBe('17.96407200')
  })

  it('an amount that is wanted comes exactly, and what is given for it is never too little', () => {
    const terms = computeSwapFigures(usdt, eth, { toAmount: d('0.33300033') })
    expect(terms).toMatchObject({ toAmount: '0.33300033', fromAmount: '999.99999099' })
    const cross = computeSwapFigures(sol, btc, { toAmount: d('0.01') })
    expect(cross.toAmount).toBe('0.01000000')
    expect(compareDecimals(multiply(cross.fromAmount, '149.7'), multiply(cross.toAmount, '60060'))).toBeGreaterThanOrEqual(0)
    // What it gives back the same way is at least what was asked for.
    expect(compareDecimals(computeSwapFigures(sol, btc, { fromAmount: cross.fromAmount }).toAmount, '0.01')).toBeGreaterThanOrEqual(0)
  })

  it('nothing is won by going round, whatever the size', () => {
    for (const start of ['1', '1.00000001', '3.33333333', '977.7', '49999.99999999']) {
      const out = computeSwapFigures(usdt, sol, { fromAmount: d(start) })
      const through = computeSwapFigures(sol, btc, { fromAmount: out.toAmount })
      const back = computeSwapFigures(btc, usdt, { fromAmount: through.toAmount })
      expect(compareDecimals(back.toAmount, multiply(start, '0.9950'))).toBeLessThan(0)
    }
  })

  it('says what is too little and too much, by the value at mid', () => {
    const flaw = (amount: string) => swapAmountError(computeSwapFigures(usdt, btc, { fromAmount: d(amount) }))
    expect(['0.99999999', '1', '50000', '50000.00000001', '0'].map(flaw)).toEqual([
      'belowMin',
      undefined,
      undefined,
      'aboveMax',
      'belowMin',
    ])
  })

  it('only coins with a market against USDT can be swapped', () => {
    expect(isSwapMarket({ category: 'crypto', quote: 'USDT' })).toBe(true)
    expect(isSwapMarket({ category: 'metal', quote: 'USD' })).toBe(false)
    expect(isSwapMarket({ category: 'forex', quote: 'USD' })).toBe(false)
  })
})
