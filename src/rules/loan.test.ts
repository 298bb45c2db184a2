import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { divide, multiply, truncate } from './decimal.ts'
import {
  loanAprOfDailyRate,
  creditLoanLimitForLevels,
  loanDebtOn,
  interestStartDayAfterPayment,
  loanInterestForDays,
  computeCollateralLiquidation,
  loanToValue,
  maxLoanForCollateral,
  priceAtLtv,
  type RunningLoan,
  collateralSalePrice,
  splitLoanPayment,
} from './loan.ts'
import { addServerDays } from './serverDay.ts'

const d = asDecimal
const loan = (over: Partial<RunningLoan> = {}): RunningLoan => ({
  amount: d('1000'),
  daily_rate: d('0.0003'),
  late_factor: d('1.5'),
  grace_days: 3,
  start_day: '2026-11-21',
  end_day: '2026-12-21',
  principal_left: d('1000'),
  interest_from: '2026-11-21',
  interest_carried: d('0'),
  late_carried: d('0'),
  interest_paid: d('0'),
  late_paid: d('0'),
  ...over,
})
const onDay = (n: number, over: Partial<RunningLoan> = {}) => loanDebtOn(loan(over), addServerDays('2026-11-21', n))

describe('credit (vector L1)', () => {
  it('costs 9.00000000 held to the end, APR 10.95 %', () => {
    expect(loanInterestForDays(d('1000'), d('0.0003'), 30)).toBe('9.00000000')
    expect(truncate(multiply(loanAprOfDailyRate(d('0.0003')), '100'), 2)).toBe('10.95')
    expect(onDay(30)).toEqual({ principal: '1000.00000000', interest: '9.00000000', late: '0.00000000', total: '1009.00000000' })
  })
  it('costs 3.60000000 repaid on day 12, and one day at least', () => {
    expect(onDay(12).interest).toBe('3.60000000')
    expect(onDay(0).interest).toBe('0.30000000')
    expect(onDay(1).interest).toBe('0.30000000')
    expect(onDay(2).interest).toBe('0.60000000')
  })
  it('costs nothing more in three days of grace, then 0.45 a day: five late days 2.25000000', () => {
    for (const n of [31, 32, 33]) expect(onDay(n)).toEqual(onDay(30))
    expect(onDay(34).late).toBe('0.45000000')
    expect(onDay(38)).toEqual({ principal: '1000.00000000', interest: '9.00000000', late: '2.25000000', total: '1011.25000000' })
  })
  it('never costs more than was lent, whatever was paid before', () => {
    expect(onDay(10_000).total).toBe('2000.00000000')
    expect(onDay(10_000, { interest_paid: d('9'), late_paid: d('990'), interest_from: '2040-01-01' }).total).toBe('1001.00000000')
  })
  it('charges what is left after a part was repaid, each day once', () => {
    const whole = loan()
    const first = splitLoanPayment(loanDebtOn(whole, '2026-12-01'), d('500'))
    expect(first).toEqual({ late: '0.00000000', interest: '3.00000000', principal: '497.00000000' })
    const left = loan({ principal_left: d('503'), interest_from: interestStartDayAfterPayment(whole, '2026-12-01'), interest_paid: d('3') })
    expect(loanDebtOn(left, '2026-12-01')).toMatchObject({ interest: '0.00000000', total: '503.00000000' })
    expect(loanDebtOn(left, '2026-12-11').interest).toBe('1.50900000')
    // On the first day the whole day is paid for, and the next midnight does not count it again.
    const early = loan({
      principal_left: d('500'),
      interest_from: interestStartDayAfterPayment(whole, '2026-11-21'),
      interest_paid: d('0.3'),
    })
    expect(loanDebtOn(early, '2026-11-21').interest).toBe('0.00000000')
    expect(loanDebtOn(early, '2026-11-22').interest).toBe('0.00000000')
    expect(loanDebtOn(early, '2026-11-23').interest).toBe('0.15000000')
  })
  it('takes late interest first, then interest, then principal, and no more than is owed', () => {
    const debt = onDay(38)
    expect(splitLoanPayment(debt, d('2'))).toEqual({ late: '2.00000000', interest: '0.00000000', principal: '0.00000000' })
    expect(splitLoanPayment(debt, d('5'))).toEqual({ late: '2.25000000', interest: '2.75000000', principal: '0.00000000' })
    expect(splitLoanPayment(debt, d('9999'))).toEqual({ late: '2.25000000', interest: '9.00000000', principal: '1000.00000000' })
  })
})

describe('pledge (vector L2)', () => {
  const debt = { principal: d('15000'), interest: d('90'), late: d('0'), total: d('15090') }
  it('lends 18,000 at most on half a bitcoin', () => {
    expect(maxLoanForCollateral(d('0.5'), d('60000'), d('0.6'))).toBe('18000.00000000')
    expect(loanToValue(d('15000'), d('0.5'), d('60000'))).toBe('0.500000')
    expect(loanInterestForDays(d('15000'), d('0.0002'), 30)).toBe('90.00000000')
  })
  it('calls at 40,240.00 and sells at 36,361.45', () => {
    expect(priceAtLtv(d('15090'), d('0.5'), d('0.75'), d('0.01'))).toBe('40240.00')
    expect(priceAtLtv(d('15090'), d('0.5'), d('0.83'), d('0.01'))).toBe('36361.45')
  })
  it('sells what repays 15,240.90 and returns the rest', () => {
    const exec = collateralSalePrice(d('36361.45'), d('0.001'), d('0.01'))
    expect(exec).toBe('36325.08')
    expect(computeCollateralLiquidation(debt, d('0.5'), exec, d('0.01'))).toEqual({
      sold: '0.41956962',
      back: '0.08043038',
      proceeds: '15240.90001206',
      principal: '15000.00000000',
      interest: '90.00000000',
      late: '0.00000000',
      fee: '150.90000000',
      surplus: '0.00001206',
      covered: '0.00000000',
    })
  })
  it('after a gap takes everything, waives fee and interest first, and the house bears what is missing of the principal', () => {
    expect(computeCollateralLiquidation(debt, d('0.5'), d('30100'), d('0.01'))).toMatchObject({
      sold: '0.50000000',
      back: '0.00000000',
      principal: '15000.00000000',
      interest: '50.00000000',
      fee: '0.00000000',
      covered: '0.00000000',
    })
    expect(computeCollateralLiquidation(debt, d('0.5'), d('20000'), d('0.01'))).toMatchObject({
      principal: '10000.00000000',
      covered: '5000.00000000',
    })
  })
  it('holds at the shown price and not one step above it', () => {
    for (const [owed, coins] of [
      ['15090', '0.5'],
      ['777.77', '13.37'],
      ['100', '0.00333333'],
    ] as const) {
      const price = priceAtLtv(d(owed), d(coins), d('0.83'), d('0.01'))
      expect(Number(divide(owed, multiply(coins, price)))).toBeLessThanOrEqual(0.83)
      expect(Number(divide(owed, multiply(coins, String(Number(price) - 0.01))))).toBeGreaterThan(0.83)
    }
  })
})

it('limits credit by verification and level', () => {
  expect([
    creditLoanLimitForLevels(0, 6),
    creditLoanLimitForLevels(1, 6),
    creditLoanLimitForLevels(2, 0),
    creditLoanLimitForLevels(2, 3),
  ]).toEqual(['0.00000000', '500.00000000', '5000.00000000', '6000.00000000'])
})
