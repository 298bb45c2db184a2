import type { LoanSet } from '#contract/calls/loans.ts'
import type { Decimal } from '#contract/decimal.ts'
import { add, ceilToStep, divide, isPositive, multiply, smaller, truncate } from '#rules/decimal.ts'
import { interestOf, ltvOf, maxLoan } from '#rules/loan.ts'

export type DaysOption = LoanSet['daysOptions'][number]

export interface Terms {
  interest: Decimal
  toRepay: Decimal
  /** Interest of one day, and of one day that it is late beyond the days of grace. */
  perDay: Decimal
  perLateDay: Decimal
}

/** What a loan costs when it is held to the end (product §2.12, vector L1). */
export function termsOf(amount: Decimal, { days, dailyRate }: DaysOption, lateFactor: Decimal): Terms {
  const interest = interestOf(amount, dailyRate, days)
  return {
    interest,
    toRepay: add(amount, interest),
    perDay: interestOf(amount, dailyRate, 1),
    perLateDay: interestOf(amount, multiply(dailyRate, lateFactor), 1),
  }
}

/** Debt as a part of what the collateral is worth; undefined while there is none. */
export const ltvOrNone = (debt: Decimal, collateral: Decimal, price: Decimal | undefined): Decimal | undefined =>
  price && isPositive(debt) && isPositive(collateral) && isPositive(price) ? ltvOf(debt, collateral, price) : undefined

/** The most that can be borrowed against it, in whole units. */
export const mostAgainst = (collateral: Decimal, price: Decimal, initLtv: Decimal, cap: Decimal): Decimal =>
  truncate(smaller(maxLoan(collateral, price, initLtv), cap), 0)

/** The least collateral that carries it. */
export const leastFor = (amount: Decimal, price: Decimal, initLtv: Decimal): Decimal =>
  ceilToStep(divide(amount, multiply(price, initLtv)), '0.00000001')
