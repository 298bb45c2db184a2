import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { truncate } from './decimal.ts'
import { incomeOf, paidShare } from './earn.ts'
import { hostingExitFee, hostingRate, yearlyPercent } from './hosting.ts'
import { dayPlus, daysBetween, startOfDay } from './serverDay.ts'

const d = asDecimal
const one = d('1')
const most = d('0.0005')

describe('arbitrage hosting (product §2.9)', () => {
  it('A1: 70 % of the three rates of a day', () => {
    const rate = hostingRate([d('0.000100'), d('0.000085'), d('0.000120')], d('0.7'), most)
    expect(rate).toBe('0.0002135')
    expect(incomeOf(d('10000'), rate, one)).toBe('2.13500000')
    expect(truncate(yearlyPercent(rate), 2)).toBe('7.79')
  })
  it('A2: never below nothing, never above the highest rate', () => {
    expect(hostingRate([d('-0.0001'), d('-0.00002'), d('0.00001')], d('0.7'), most)).toBe('0')
    expect(hostingRate([d('0.001'), d('0.001'), d('0.001')], d('0.7'), most)).toBe('0.0005')
    expect(hostingRate([], d('0.7'), most)).toBe('0')
  })
  it('A3: leaving costs half a percent at most, and never more than what came in', () => {
    expect(hostingExitFee(d('10000'), d('0.005'), d('21.35'))).toBe('21.35000000')
    expect(hostingExitFee(d('10000'), d('0.005'), d('50.00000001'))).toBe('50.00000000')
    expect(hostingExitFee(d('10000'), d('0.005'), d('0'))).toBe('0.00000000')
  })
  it('A4: a reserve that is too small pays everybody the same share', () => {
    const share = paidShare(d('4200'), d('5000'))
    expect(share).toBe('0.8400000000000000')
    expect(incomeOf(d('10000'), d('0.0002135'), share)).toBe('1.79340000')
  })
  it('pays no more than the reserve has, whatever the division leaves over', () => {
    const share = paidShare(d('1'), d('3'))
    const paid = [1, 2, 3].map(() => Number(incomeOf(one, one, share)))
    expect(paid).toEqual([0.33333333, 0.33333333, 0.33333333])
    expect(paidShare(d('5'), d('5'))).toBe('1')
    expect(paidShare(d('0'), d('0'))).toBe('1')
    expect(paidShare(d('0'), d('5'))).toBe('0.0000000000000000')
  })
})

describe('days of the server', () => {
  it('go through months, leap days and years', () => {
    expect(dayPlus('2027-12-31', 1)).toBe('2028-01-01')
    expect(dayPlus('2028-02-28', 1)).toBe('2028-02-29')
    expect(dayPlus('2028-03-01', -1)).toBe('2028-02-29')
    expect(dayPlus('2027-02-28', 1)).toBe('2027-03-01')
    expect(daysBetween('2027-12-31', '2028-03-01')).toBe(61)
    expect(startOfDay('2026-11-21')).toBe(1_795_190_400_000)
  })
})
