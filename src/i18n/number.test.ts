import { expect, it } from 'vitest'
import { formatMoney } from './money.ts'
import { formatAmount, formatBalance, formatSignedPercent, formatPercent, formatSignedAmount } from './number.ts'

it.each([
  ['1234567.899', 2, '1,234,567.89'],
  ['-0.009', 2, '0.00'],
  ['1999.995', 2, '1,999.99'],
  ['-1234.5', 2, '-1,234.50'],
  ['0.1', 0, '0'],
  ['100', 8, '100.00000000'],
  [null, 2, '—'],
])('shows %s at %i as %s', (value, places, shown) => expect(formatAmount(value, places)).toBe(shown))

it('says when a balance is too small to show', () => {
  expect(formatBalance('0.004', 2)).toBe('<0.01')
  expect(formatBalance('0', 2)).toBe('0.00')
  expect(formatBalance('0.4', 0)).toBe('<1')
})

it('shows as many decimals as the currency has, and nothing that is there as nothing', () => {
  expect(formatMoney('24999.48999999', 'USDT')).toBe('24,999.48 USDT')
  expect(formatMoney('0.00030000', 'USDT')).toBe('<0.01 USDT')
  expect(formatMoney('0.00000000', 'USDT')).toBe('0.00 USDT')
  expect(formatMoney('0.01664833', 'BTC')).toBe('0.01664833 BTC')
  expect(formatMoney('12.34567899', 'TRX')).toBe('12.3456 TRX')
  expect(formatMoney('0.00009999', 'TRX')).toBe('<0.0001 TRX')
  expect(formatMoney('1.23456789', 'SOL')).toBe('1.234567 SOL')
  expect(formatMoney('0.9', 'JPY')).toBe('<1 JPY')
  expect(formatMoney(undefined, 'USDT')).toBe('— USDT')
})

it('signs changes', () => {
  expect(formatSignedAmount('12.5', 2)).toBe('+12.50')
  expect(formatSignedAmount('-3', 2)).toBe('\u22123.00')
  expect(formatSignedAmount('0.001', 2)).toBe('0.00')
})

it('turns fractions into percents without a float', () => {
  expect(formatSignedPercent('0.01236')).toBe('+1.23%')
  expect(formatSignedPercent('-0.004')).toBe('\u22120.40%')
  expect(formatSignedPercent('1.5')).toBe('+150.00%')
  expect(formatPercent('0.00005', 3)).toBe('0.005%')
  expect(formatSignedPercent(null)).toBe('—')
})
