import { expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { incomeOf } from './earn.ts'
import { pledgeRate, pledgeYear } from './yield.ts'

const d = asDecimal

it('brings vector A6 to eight decimals', () => {
  expect(incomeOf(d('10'), pledgeRate(d('0.032'), d('0.10')), d('1'))).toBe('0.00078904')
})

it('is not cut before the amount is', () => {
  // 100,000 DOT at 11 %: 100000 * 0.11 * 0.9 / 365 = 27.123287671…
  expect(incomeOf(d('100000'), pledgeRate(d('0.11'), d('0.1')), d('1'))).toBe('27.12328767')
  expect(pledgeYear(d('0.11'), d('0.1'))).toBe('0.099')
})
