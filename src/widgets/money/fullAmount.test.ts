import { expect, it } from 'vitest'
import { formatFullAmount, trimTrailingZeros } from './fullAmount.ts'

it('leaves out zeros that say nothing and no digit that does', () => {
  expect(['10.00', '100', '0.00050', '1250.500'].map(trimTrailingZeros)).toEqual(['10', '100', '0.0005', '1250.5'])
})

it('has commas', () => {
  expect(['1250.500', '3000', '0.00000001', '1000000.10'].map(formatFullAmount)).toEqual(['1,250.5', '3,000', '0.00000001', '1,000,000.1'])
})
