import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { truncate } from '../decimal.ts'
import { earnDailyIncome, reservePayableShare } from './earn.ts'
import { arbitrageHostingExitFee, arbitrageHostingDailyRate, dailyRateToYearlyPercent } from './hosting.ts'
import { addServerDays, serverDaysBetween, startOfServerDay } from '../serverDay.ts'

const d = asDecimal
const one = d('1')
const most = d('0.0005')

describe('arbitrage hosting (docs/rules/earn.md)', () => {
  it('A1: 70 % of the three rates of a day', () => {
    const rate = arbitrageHostingDailyRate([d('0.000100'), d('0.000085'), d('0.000120')], d('0.7'), most)
    expect(rate).toBe('0.0002135')
    expect(earnDailyIncome(d('10000'), rate, one)).toBe('2.13500000')
    expect(truncate(dailyRateToYearlyPercent(rate), 2)).toBe('7.79')
  })
  it('A2: never below nothing, never above the highest rate', () => {
    expect(arbitrageHostingDailyRate([d('-0.0001'), d('-0.00002'), d('0.00001')], d('0.7'), most)).toBe('0')
    expect(arbitrageHostingDailyRate([d('0.001'), d('0.001'), d('0.001')], d('0.7'), most)).toBe('0.0005')
    expect(arbitrageHostingDailyRate([], d('0.7'), most)).toBe('0')
  })
  it('A3: leaving costs half a percent at most, and never more than what came in', () => {
    expect(arbitrageHostingExitFee(d('10000'), d('0.005'), d('21.35'))).toBe('21.35000000')
    expect(arbitrageHostingExitFee(d('10000'), d('0.005'), d('50.00000001'))).toBe('50.00000000')
    expect(arbitrageHostingExitFee(d('10000'), d('0.005'), d('0'))).toBe('0.00000000')
  })
  it('A4: a reserve that is too small pays everybody the same share', () => {
    const share = reservePayableShare(d('4200'), d('5000'))
    expect(share).toBe('0.8400000000000000')
    expect(earnDailyIncome(d('10000'), d('0.0002135'), share)).toBe('1.79340000')
  })
  it('pays no more than the reserve has, whatever the division leaves over', () => {
    const share = reservePayableShare(d('1'), d('3'))
    const paid = [1, 2, 3].map(() => Number(earnDailyIncome(one, one, share)))
    expect(paid).toEqual([0.33333333, 0.33333333, 0.33333333])
    expect(reservePayableShare(d('5'), d('5'))).toBe('1')
    expect(reservePayableShare(d('0'), d('0'))).toBe('1')
    expect(reservePayableShare(d('0'), d('5'))).toBe('0.0000000000000000')
  })
})

describe('days of the server', () => {
  it('go through months, leap days and years', () => {
    expect(addServerDays('2027-12-31', 1)).toBe('2028-01-01')
    expect(addServerDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addServerDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(addServerDays('2027-02-28', 1)).toBe('2027-03-01')
    expect(serverDaysBetween('2027-12-31', '2028-03-01')).toBe(61)
    expect(startOfServerDay('2026-11-21')).toBe(1_795_190_400_000)
  })
})
