import { expect, it } from 'vitest'
import { trimTrailingZeros, formatSwapRate, formatSwapCostPercent } from './rateText.ts'

it('shows rates with eight figures that say something', () => {
  expect(['90090', '90090.123456', '3.2064', '1234567890.5', '0.00000178123456789', '0.16032'].map(formatSwapRate)).toEqual([
    '90,090.000',
    '90,090.123',
    '3.2064000',
    '1,234,567,890.50',
    '0.0000017812345',
    '0.16032000',
  ])
})

it('drops idle zeros and nothing else', () => {
  expect(['1.50000000', '100', '100.00000000', '0.00000010', '10'].map(trimTrailingZeros)).toEqual(['1.5', '100', '100', '0.0000001', '10'])
})

it('shows a share that is not whole in full', () => {
  expect(['0.001', '0.002', '0.00199800', '0.0029940'].map(formatSwapCostPercent)).toEqual(['0.10%', '0.20%', '0.1998%', '0.2994%'])
})
