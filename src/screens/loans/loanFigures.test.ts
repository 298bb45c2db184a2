import { describe, expect, it } from 'vitest'
import { asDecimal } from '#contract/decimal.ts'
import { minCollateralForLoan, ltvOrNone, maxWholeLoanForCollateral, computeLoanCost } from './loanFigures.ts'

const option = (days: number, dailyRate: string, apr: string) => ({ days, dailyRate: asDecimal(dailyRate), apr: asDecimal(apr) })

describe('what the loan form shows', () => {
  it('has the interest, the sum to repay and the days of vector L1', () => {
    const terms = computeLoanCost(asDecimal('1000'), option(30, '0.0003', '0.1095'), asDecimal('1.5'))
    expect(terms).toEqual({ interest: '9.00000000', toRepay: '1009', perDay: '0.30000000', perLateDay: '0.45000000' })
  })

  it('has the loan to value and the most of vector L2', () => {
    const [half, price, init] = [asDecimal('0.5'), asDecimal('60000'), asDecimal('0.6')]
    expect(ltvOrNone(asDecimal('15000'), half, price)).toBe('0.500000')
    expect(maxWholeLoanForCollateral(half, price, init, asDecimal('100000'))).toBe('18000')
    expect(maxWholeLoanForCollateral(half, price, init, asDecimal('1000'))).toBe('1000')
  })

  it('asks for collateral that surely carries the loan', () => {
    const [price, init] = [asDecimal('59999.99'), asDecimal('0.6')]
    const least = minCollateralForLoan(asDecimal('15000'), price, init)
    expect(least).toBe('0.41666674')
    expect(ltvOrNone(asDecimal('15000'), least, price)! <= '0.600000').toBe(true)
  })

  it('says nothing about no collateral and no price', () => {
    expect(ltvOrNone(asDecimal('100'), asDecimal('0'), asDecimal('60000'))).toBeUndefined()
    expect(ltvOrNone(asDecimal('100'), asDecimal('1'), undefined)).toBeUndefined()
  })
})
