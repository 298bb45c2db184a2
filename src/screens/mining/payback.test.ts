import { expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { computeMiningOutlook } from './payback.ts'

const price = asDecimal('2800')

it('computes after how many days like today a machine has earned its price (vector M1)', () =>
  expect(computeMiningOutlook({ price }, asDecimal('4.32'), 1080)).toEqual({
    dayUsdt: '4.32',
    termUsdt: '4665.60000000',
    days: 649,
    isLoss: false,
  }))

it('calls it a loss where the term ends first', () =>
  expect(computeMiningOutlook({ price }, asDecimal('1.5'), 1080)).toMatchObject({ days: 1867, isLoss: true }))

it('never earns its price where it stands still (vector M2)', () =>
  expect(computeMiningOutlook({ price }, asDecimal('0'), 1080)).toMatchObject({ days: null, isLoss: true }))
