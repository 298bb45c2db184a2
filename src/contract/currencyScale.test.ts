import { expect, test } from 'vitest'
import { currencyScaleOf } from './currencyScale.ts'

test('says how many decimals of a currency are shown', () => {
  expect(['USDT', 'USDC', 'BTC', 'TRX', 'SOL', 'JPY', 'EUR'].map(currencyScaleOf)).toEqual([2, 2, 8, 4, 6, 0, 2])
})

test('hides no digit of a currency that it does not know', () => {
  expect(currencyScaleOf('NEW')).toBe(8)
  expect(currencyScaleOf('toString')).toBe(8)
})
