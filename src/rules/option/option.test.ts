import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { add, compareDecimals, isNegative, isPositive, multiply, subtract } from '../decimal.ts'
import { impliedVolatilityAt, optionCost, optionPayoffAt, optionSettlementPrice, optionValueOf } from './option.ts'
import { optionExpirySecsOnSaleAt, isNearMoney, optionIdOf, parseOptionId, strikesAround } from './optionChain.ts'
import {
  fixedPointExponentialOfMinus,
  fixedPointLogarithm,
  fixedPointNormalCdf,
  fixedPointOne,
  fixedPointSquareRoot,
} from './optionMath.ts'

const d = asDecimal
const week = 7 * 86_400

describe('options (docs/rules/options.md)', () => {
  it('O1: a call of seven days, to the last digit', () => {
    const call = { cp: 'C', strike: d('62000'), secondsLeft: week } as const
    expect(optionValueOf(call, d('0.50'), d('60000'))).toEqual({
      iv: '0.50',
      fair: '870.06',
      ask: '896.17',
      bid: '843.95',
      delta: '0.3304',
    })
    const cost = optionCost(call, { quantity: d('0.1'), ask: d('896.17'), mid: d('60000') })
    expect(cost).toEqual({ premium: '89.61700000', fee: '1.80000000', debit: '91.41700000', breakEven: '62914.17000000' })
    expect(optionPayoffAt('C', d('62000'), d('0.1'), d('64500'))).toBe('250.00000000')
    expect(subtract(optionPayoffAt('C', d('62000'), d('0.1'), d('64500')), cost.debit)).toBe('158.583')
    expect(subtract(optionPayoffAt('C', d('62000'), d('0.1'), d('61000')), cost.debit)).toBe('-91.417')
  })

  it('O2: a put', () => {
    const value = optionValueOf({ cp: 'P', strike: d('58000'), secondsLeft: week }, d('0.50'), d('60000'))
    expect(value).toMatchObject({ fair: '820.87', ask: '845.50', delta: '-0.3001' })
    expect(optionPayoffAt('P', d('58000'), d('0.1'), d('59000'))).toBe('0.00000000')
    expect(optionPayoffAt('P', d('58000'), d('0.1'), d('55000'))).toBe('300.00000000')
  })

  it('knows the normal distribution, roots, logarithms and exponentials to fifteen decimals', () => {
    const at = (value: bigint) => Number(value / 10n ** 12n) / 1e18
    expect(at(fixedPointNormalCdf((fixedPointOne * 1_959_963_984_540_054n) / 10n ** 15n))).toBeCloseTo(0.975, 15)
    expect(fixedPointNormalCdf(0n)).toBe(fixedPointOne / 2n)
    expect(at(fixedPointNormalCdf(-fixedPointOne * 3n))).toBeCloseTo(0.0013498980316301, 15)
    expect(at(fixedPointNormalCdf(-fixedPointOne * 7n))).toBeCloseTo(1.279812543885835e-12, 15)
    for (const x of [0.001, 0.5, 1, 2, 3.7, 10]) {
      const fixed = BigInt(Math.round(x * 1e9)) * 10n ** 21n
      expect(at(fixedPointSquareRoot(fixed))).toBeCloseTo(Math.sqrt(x), 14)
      expect(at(fixedPointLogarithm(fixed))).toBeCloseTo(Math.log(x), 14)
      expect(at(fixedPointExponentialOfMinus(fixed))).toBeCloseTo(Math.exp(-x), 14)
    }
  })

  it('keeps put–call parity, order of prices and sane bounds for any option', () => {
    const cents = (least: number, most: number) => fc.integer({ min: least, max: most }).map((n) => d((n / 100).toFixed(2)))
    fc.assert(
      fc.property(
        cents(100_00, 150_000_00),
        fc.integer({ min: 70, max: 130 }),
        fc.integer({ min: 1, max: 40 * 86_400 }),
        fc.integer({ min: 5, max: 150 }),
        (mid, share, secondsLeft, percent) => {
          const strike = d(multiply(mid, String(share / 100)))
          const iv = d((percent / 100).toFixed(2))
          const call = optionValueOf({ cp: 'C', strike, secondsLeft }, iv, mid)
          const put = optionValueOf({ cp: 'P', strike, secondsLeft }, iv, mid)
          for (const { fair, bid, ask } of [call, put]) {
            expect(compareDecimals(bid, fair) <= 0 && compareDecimals(fair, ask) < 0 && !isNegative(bid) && isPositive(ask)).toBe(true)
          }
          // C − P = S − K, up to the two cuts at the cent.
          const gap = subtract(subtract(call.fair, put.fair), subtract(mid, strike))
          expect(compareDecimals(gap, '0.02') < 0 && compareDecimals(gap, '-0.02') > 0).toBe(true)
          expect(compareDecimals(call.fair, mid) <= 0 && compareDecimals(put.fair, strike) <= 0).toBe(true)
          const deltas = subtract(call.delta, put.delta)
          expect(compareDecimals(deltas, '1.0001') <= 0 && compareDecimals(deltas, '0.9999') >= 0).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is worth its payoff at its expiry', () => {
    expect(optionValueOf({ cp: 'C', strike: d('100'), secondsLeft: 0 }, d('0.5'), d('103.5'))).toMatchObject({
      fair: '3.50',
      delta: '1.0000',
    })
    expect(optionValueOf({ cp: 'P', strike: d('100'), secondsLeft: 0 }, d('0.5'), d('103.5'))).toMatchObject({
      fair: '0.00',
      bid: '0.00',
      ask: '0.01',
      delta: '0.0000',
    })
  })

  it('takes the skew off strikes above the price and adds it below', () => {
    const surface = { iv: d('0.50'), skew: d('0.02') }
    expect(impliedVolatilityAt(surface, d('60000'), d('60000'))).toBe('0.5000')
    expect(impliedVolatilityAt(surface, d('63000'), d('60000'))).toBe('0.4800')
    expect(impliedVolatilityAt(surface, d('57000'), d('60000'))).toBe('0.5200')
    expect(impliedVolatilityAt(surface, d('600000'), d('60000'))).toBe('0.05')
  })

  it('averages 1,700 prices and more, and none of fewer', () => {
    const unit = 10n ** 10n
    expect(optionSettlementPrice(Array.from({ length: 1699 }, () => 60_000n * unit))).toBeUndefined()
    expect(optionSettlementPrice(Array.from({ length: 1700 }, (_, n) => (n < 850 ? 60_000n : 60_001n) * unit))).toBe('60000.5000000000')
    expect(optionSettlementPrice([...Array.from({ length: 1799 }, () => unit), unit + 1n])).toBe('1.0000000000')
  })

  it('charges the smaller of the two fees', () => {
    const cheap = optionCost({ cp: 'C', strike: d('70000') }, { quantity: d('1'), ask: d('0.40'), mid: d('60000') })
    expect(cheap).toEqual({ premium: '0.40000000', fee: '0.05000000', debit: '0.45000000', breakEven: '70000.45000000' })
    expect(add(cheap.premium, cheap.fee)).toBe('0.45')
  })
})

describe('the chain', () => {
  /** A time of the UTC+8 wall clock. */
  const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`)
  const always = () => true
  const names = (found: number[]) => found.map((sec) => new Date(sec * 1000 + 8 * 3_600_000).toISOString().slice(0, 16))

  it('has the next two days and the next two Fridays besides, at 16:00 UTC+8', () => {
    // 2026-11-21 is a Saturday.
    expect(names(optionExpirySecsOnSaleAt(at('2026-11-21 00:00:00'), always))).toEqual([
      '2026-11-21T16:00',
      '2026-11-22T16:00',
      '2026-11-27T16:00',
      '2026-12-04T16:00',
    ])
    expect(names(optionExpirySecsOnSaleAt(at('2026-11-26 12:00:00'), always))).toEqual([
      '2026-11-26T16:00',
      '2026-11-27T16:00',
      '2026-12-04T16:00',
      '2026-12-11T16:00',
    ])
  })

  it('sells none that is being averaged', () => {
    expect(names(optionExpirySecsOnSaleAt(at('2026-11-21 15:29:59'), always))[0]).toBe('2026-11-21T16:00')
    expect(names(optionExpirySecsOnSaleAt(at('2026-11-21 15:30:00'), always))[0]).toBe('2026-11-22T16:00')
  })

  it('has none on days on which the market is closed', () => {
    const weekdays = (atMs: number) => ![0, 6].includes(new Date(atMs + 8 * 3_600_000).getUTCDay())
    expect(names(optionExpirySecsOnSaleAt(at('2026-11-21 00:00:00'), weekdays))).toEqual([
      '2026-11-23T16:00',
      '2026-11-24T16:00',
      '2026-11-27T16:00',
      '2026-12-04T16:00',
    ])
  })

  it('has nine strikes around the money', () => {
    expect(strikesAround(d('90512.34'), d('1000')).join(' ')).toBe('87000 88000 89000 90000 91000 92000 93000 94000 95000')
    expect(strikesAround(d('4050'), d('25'))).toHaveLength(9)
    expect(isNearMoney(d('96000'), d('90512.34'), d('1000'))).toBe(true)
    expect(isNearMoney(d('97000'), d('90512.34'), d('1000'))).toBe(false)
  })

  it('reads the ids that it gives, and nothing else', () => {
    const name = { underlying: 'BTCUSDT', cp: 'C', strike: d('62000'), expirySec: at('2026-11-27 16:00:00') / 1000 } as const
    expect(optionIdOf(name)).toBe('BTCUSDT-20261127-62000-C')
    expect(parseOptionId('BTCUSDT-20261127-62000-C')).toEqual(name)
    for (const odd of [
      '',
      'BTCUSDT',
      'BTCUSDT-20261131-62000-C',
      'BTCUSDT-20261127-062000-C',
      'BTCUSDT-20261127-62000-X',
      'BTCUSDT-20261127--1-C',
    ])
      expect(parseOptionId(odd)).toBeUndefined()
  })
})
