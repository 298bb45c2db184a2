import { expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { earnDailyIncome } from './earn.ts'
import { pledgeDailyRate, pledgeAnnualRate } from './yield.ts'

const d = asDecimal

it('brings vector A6 to eight decimals', () => {
  expect(earnDailyIncome(d('10'), pledgeDailyRate(d('0.032'), d('0.10')), d('1'))).toBe('0.00078904')
})

it('is not cut before the amount is', () => {
  // 100,000 DOT at 11 %: 100000 * 0.11 * 0.9 / 365 = 27.123287671…
  expect(earnDailyIncome(d('100000'), pledgeDailyRate(d('0.11'), d('0.1')), d('1'))).toBe('27.12328767')
  expect(pledgeAnnualRate(d('0.11'), d('0.1'))).toBe('0.099')
})

it('is exact where the amount has eight decimals of its own, and never a unit more', () => {
  const perDay = (coins: string, rate: string) => earnDailyIncome(d(coins), pledgeDailyRate(d(rate), d('0.1')), d('1'))
  expect(perDay('36.5', '0.032')).toBe('0.00288000')
  // Every amount that a whole number of hundred-millionths comes out of, and one that is just short of one.
  for (let n = 1; n <= 200; n++) {
    // n * 365 * 1e-4 coins at 0.1 bring n * 0.9e-5.
    expect(Number(perDay((n * 0.0365).toFixed(4), '0.1'))).toBeCloseTo(n * 0.000009, 12)
    expect(perDay((n * 0.0365 - 0.0001).toFixed(4), '0.1') < perDay((n * 0.0365).toFixed(4), '0.1')).toBe(true)
  }
})
