import { expect, it } from 'vitest'
import { dayText, exactAmount, percentText, shareText } from './rateText.ts'

it('shows all digits of an amount that say something', () => {
  expect(exactAmount('10000.00000000')).toBe('10,000')
  expect(exactAmount('2.13500000')).toBe('2.135')
  expect(exactAmount('0.00078904')).toBe('0.00078904')
})

it('shows the rate of a day so that small ones are not nought', () => {
  expect(percentText('0.0002135')).toBe('0.02135%')
  expect(percentText('0.000078904109')).toBe('0.00789%')
  expect(percentText('0')).toBe('0.00%')
  expect(percentText('0.005')).toBe('0.50%')
  expect(percentText('-0.077219')).toBe('\u22127.7219%')
})

it('writes a share as one says it', () => {
  expect([shareText('0.7'), shareText('0.1'), shareText('0.125'), shareText('1'), shareText('0')]).toEqual([
    '70%',
    '10%',
    '12.5%',
    '100%',
    '0%',
  ])
})

it("writes a server's day as lists do", () => expect(dayText('2026-11-20')).toBe('20/11/2026'))
