import { expect, it } from 'vitest'
import {
  formatServerDay,
  formatExactAmount,
  formatFractionAsPercent,
  formatSharePercent,
  formatMoneyAmountTrimmed,
  formatCostAmountTrimmed,
} from './rateText.ts'

it('shows all digits of an amount that say something', () => {
  expect(formatExactAmount('10000.00000000')).toBe('10,000')
  expect(formatExactAmount('2.13500000')).toBe('2.135')
  expect(formatExactAmount('0.00078904')).toBe('0.00078904')
})

it('shows a sum of dollars to the hundredth and never as nothing', () => {
  expect(formatMoneyAmountTrimmed('1035.61643835', 'USDT')).toBe('1,035.61')
  expect(formatMoneyAmountTrimmed('10000.00000000', 'USDT')).toBe('10,000')
  expect(formatMoneyAmountTrimmed('0.00400000', 'USDT')).toBe('<0.01')
  expect(formatMoneyAmountTrimmed('0.00000000', 'USDT')).toBe('0')
  expect(formatMoneyAmountTrimmed('0.00078904', 'BTC')).toBe('0.00078904')
  expect(formatMoneyAmountTrimmed('12.34567890', 'TRX')).toBe('12.3456')
  expect(formatCostAmountTrimmed('12.34560001', 'TRX')).toBe('12.3457')
  expect(['21.351', '10000', '0.004'].map((fee) => formatCostAmountTrimmed(fee, 'USDT'))).toEqual(['21.36', '10,000', '0.01'])
  expect(formatCostAmountTrimmed('0.00078904', 'BTC')).toBe('0.00078904')
})

it('shows the rate of a day so that small ones are not nought', () => {
  expect(formatFractionAsPercent('0.0002135')).toBe('0.02135%')
  expect(formatFractionAsPercent('0.000078904109')).toBe('0.00789%')
  expect(formatFractionAsPercent('0')).toBe('0.00%')
  expect(formatFractionAsPercent('0.005')).toBe('0.50%')
  expect(formatFractionAsPercent('-0.077219')).toBe('\u22127.7219%')
})

it('writes a share as one says it', () => {
  expect([
    formatSharePercent('0.7'),
    formatSharePercent('0.1'),
    formatSharePercent('0.125'),
    formatSharePercent('1'),
    formatSharePercent('0'),
  ]).toEqual(['70%', '10%', '12.5%', '100%', '0%'])
})

it("writes a server's day as lists do", () => expect(formatServerDay('2026-11-20')).toBe('20/11/2026'))
