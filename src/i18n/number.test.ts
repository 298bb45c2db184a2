import { expect, it } from 'vitest'
import { formatAmount, formatBalance, formatRate, formatShare, formatSigned } from './number.ts'

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

it('signs changes', () => {
  expect(formatSigned('12.5', 2)).toBe('+12.50')
  expect(formatSigned('-3', 2)).toBe('\u22123.00')
  expect(formatSigned('0.001', 2)).toBe('0.00')
})

it('turns fractions into percents without a float', () => {
  expect(formatRate('0.01236')).toBe('+1.23%')
  expect(formatRate('-0.004')).toBe('\u22120.40%')
  expect(formatRate('1.5')).toBe('+150.00%')
  expect(formatShare('0.00005', 3)).toBe('0.005%')
  expect(formatRate(null)).toBe('—')
})
