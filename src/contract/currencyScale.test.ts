import { expect, test } from 'vitest'
import { displayScaleOfCurrency } from './currencyScale.ts'

test('says how many decimals of a currency are shown', () => {
  expect(['USDT', 'USDC', 'BTC', 'TRX', 'SOL', 'JPY', 'EUR'].map(displayScaleOfCurrency)).toEqual([2, 2, 8, 4, 6, 0, 2])
})

test('hides no digit of a currency that it does not know', () => {
  expect(displayScaleOfCurrency('NEW')).toBe(8)
  expect(displayScaleOfCurrency('toString')).toBe(8)
})
