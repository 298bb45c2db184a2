import { expect, it } from 'vitest'
import {
  formatCostAmount,
  formatCostSumAmount,
  formatCostWithCurrency,
  formatCostSumWithCurrency,
  formatFeeRatePercent,
  formatRemainderAfterCost,
  roundAmountAwayFromZero,
} from './cost.ts'

it.each([
  ['0.998', 2, '1.00'],
  ['0.99', 2, '0.99'],
  ['0.990000001', 2, '1.00'],
  ['0', 2, '0.00'],
  ['999.999', 2, '1000.00'],
  ['-0.001', 2, '-0.01'],
  ['3', 0, '3'],
  ['3.1', 0, '4'],
])('rounds %s at %i up to %s', (value, places, up) => expect(roundAmountAwayFromZero(value, places)).toBe(up))

it('shows no cost as less than what is paid', () => {
  expect(formatCostWithCurrency('0.998', 'USDT')).toBe('1.00 USDT')
  expect(formatCostWithCurrency('0.00030000', 'USDT')).toBe('0.01 USDT')
  expect(formatCostWithCurrency('0.00000000', 'USDT')).toBe('0.00 USDT')
  expect(formatCostWithCurrency('1234.501', 'USDT')).toBe('1,234.51 USDT')
  expect(formatCostWithCurrency('0.01664833', 'BTC')).toBe('0.01664833 BTC')
  expect(formatCostWithCurrency('12.34560001', 'TRX')).toBe('12.3457 TRX')
  expect(formatCostWithCurrency('0.2', 'JPY')).toBe('1 JPY')
  expect(formatCostAmount('0.001', 2)).toBe('0.01')
})

it('shows totals that are the sum of what stands beside them', () => {
  expect(formatCostSumWithCurrency(['0.991', '0.002'], 'USDT')).toBe('1.01 USDT')
  expect(formatCostSumAmount(['0.991', '0.002'], 2)).toBe('1.01')
  // Set aside 100.004, the fee in it 0.041: 99.96 and 0.05 are 100.01.
  expect([
    formatRemainderAfterCost('100.004', '0.041', 'USDT'),
    formatCostWithCurrency('0.041', 'USDT'),
    formatCostWithCurrency('100.004', 'USDT'),
  ]).toEqual(['99.96 USDT', '0.05 USDT', '100.01 USDT'])
})

it('shows the whole share of a fee', () => {
  expect(formatFeeRatePercent('0.000475')).toBe('0.0475%')
  expect(formatFeeRatePercent('0.0005')).toBe('0.05%')
  expect(formatFeeRatePercent('0')).toBe('0.00%')
  expect(formatFeeRatePercent('0.001')).toBe('0.10%')
})
