import { expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { summarizeNewest30ProductDays, computeUnitValueScenarios, decimalPlacesOfScenarios, computeRateScenarios } from './scenarios.ts'

const money = asDecimal('10000')
const last30 = { avg: asDecimal('0.0002135'), min: asDecimal('0'), max: asDecimal('0.0004'), zeroDays: 3, days: 30 }

it('computes the low, the average and the zero case of a rate for its whole term (vector A1)', () => {
  expect(computeRateScenarios(7, last30, money)).toEqual([
    { key: 'low', day: '0.00000000', whole: '0' },
    { key: 'average', day: '2.13500000', whole: '14.945' },
    { key: 'zero', day: '0.00000000', whole: '0' },
  ])
})

it('takes thirty days where there is no end, and promises nothing before the first day', () => {
  expect(computeRateScenarios(0, last30, money)[1]?.whole).toBe('64.05')
  expect(computeRateScenarios(7, undefined, money).map(({ key }) => key)).toEqual(['zero'])
})

it('finds the worst thirty days of a unit value, and says nothing of fewer', () => {
  const rising = Array.from({ length: 31 }, (_, day) => ({ value: asDecimal(day === 0 ? '0.9' : '1') }))
  expect(computeUnitValueScenarios(rising, money)[0]).toEqual({ key: 'low', whole: '-1000.00000000' })
  const twoWindows = [{ value: asDecimal('1.1') }, ...rising]
  expect(computeUnitValueScenarios(twoWindows, money)[0]?.whole).toBe('-1000.00000000')
  expect(computeUnitValueScenarios(twoWindows, money)[1]?.whole).toBe('0.00000000')
  expect(computeUnitValueScenarios(rising.slice(0, 30), money).map(({ key }) => key)).toEqual(['zero'])
})

it('sums up days of a back-test: average, least, most and how many brought nothing', () => {
  const days = ['0.0002', '0', '0.0004'].map((value) => ({ value: asDecimal(value) }))
  expect(summarizeNewest30ProductDays(days)).toEqual({ avg: '0.000200000000', min: '0', max: '0.0004', zeroDays: 1, days: 3 })
  expect(summarizeNewest30ProductDays([])).toBeUndefined()
})

it('writes as many digits as the amounts need, and eight only where eight say something', () => {
  const of = (...amounts: string[]) => decimalPlacesOfScenarios(amounts.map((whole) => ({ key: 'low', whole: asDecimal(whole) })))
  expect(of('0.00000000', '1.5')).toBe(4)
  expect(of('0.00007890', '0.00236700')).toBe(7)
  expect(of('0.00000001', '0')).toBe(8)
})
