import type { LoanPlan } from '#contract/calls/loans.ts'
import type { Decimal } from '#contract/decimal.ts'
import { add, ceilToStep, divide, isPositive, multiply, smallerDecimal, truncate } from '#rules/decimal.ts'
import { loanInterestForDays, loanToValue, maxLoanForCollateral } from '#rules/loan.ts'

export type LoanTermOption = LoanPlan['daysOptions'][number]

export interface LoanCost {
  interest: Decimal
  toRepay: Decimal
  /** Interest of one day, and of one day that it is late beyond the days of grace. */
  perDay: Decimal
  perLateDay: Decimal
}

/** What a loan costs when it is held to the end (docs/rules/loans.md, vector L1). */
export function computeLoanCost(amount: Decimal, { days, dailyRate }: LoanTermOption, lateFactor: Decimal): LoanCost {
  const interest = loanInterestForDays(amount, dailyRate, days)
  return {
    interest,
    toRepay: add(amount, interest),
    perDay: loanInterestForDays(amount, dailyRate, 1),
    perLateDay: loanInterestForDays(amount, multiply(dailyRate, lateFactor), 1),
  }
}

/** Debt as a part of what the collateral is worth; undefined while there is none. */
export const ltvOrNone = (debt: Decimal, collateral: Decimal, price: Decimal | undefined): Decimal | undefined =>
  price && isPositive(debt) && isPositive(collateral) && isPositive(price) ? loanToValue(debt, collateral, price) : undefined

/** The most that can be borrowed against it, in whole units. */
export const maxWholeLoanForCollateral = (collateral: Decimal, price: Decimal, initLtv: Decimal, cap: Decimal): Decimal =>
  truncate(smallerDecimal(maxLoanForCollateral(collateral, price, initLtv), cap), 0)

/** The least collateral that carries it. */
export const minCollateralForLoan = (amount: Decimal, price: Decimal, initLtv: Decimal): Decimal =>
  ceilToStep(divide(amount, multiply(price, initLtv)), '0.00000001')
