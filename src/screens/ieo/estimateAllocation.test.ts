import { expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { estimateIeoAllocation } from './estimateAllocation.ts'

const offered = (totalApplied: string) => ({
  totalSupply: asDecimal('200000'),
  userCap: asDecimal('60000'),
  lot: asDecimal('1'),
  totalApplied: asDecimal(totalApplied),
})

it('gives all that is asked for while there is enough, up to the cap', () => {
  expect(estimateIeoAllocation(asDecimal('50000'), offered('100000'))).toBe('50000')
  expect(estimateIeoAllocation(asDecimal('90000'), offered('100000'))).toBe('60000')
})

it('shares by what was asked where there is not (vector I1: C of 970,000)', () =>
  // Without what the cap sets free: at least this.
  expect(estimateIeoAllocation(asDecimal('100000'), offered('870000'))).toBe('20618'))

it('never gives more than the cap, and whole lots', () => {
  expect(estimateIeoAllocation(asDecimal('900000'), offered('100000'))).toBe('60000')
  expect(estimateIeoAllocation(asDecimal('103'), { ...offered('0'), lot: asDecimal('10') })).toBe('100')
})
