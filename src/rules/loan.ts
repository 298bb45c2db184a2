import { asDecimal, type Decimal } from '#contract/decimal.ts'
import {
  add,
  ceilToStep,
  divide,
  floorToStep,
  largerDecimal,
  multiply,
  q8,
  roundDecimalAwayFromZero,
  smallerDecimal,
  subtract,
  truncate,
  zero,
} from './decimal.ts'
import { addServerDays, serverDaysBetween } from './serverDay.ts'

// Loans (docs/rules/loans.md). Days are the server's, UTC+8. What is owed follows from the loan and the day alone.

const daysAYear = '365'
const ltvScale = 6

/** Simple interest a year, a fraction: what is shown before the daily rate. */
export const loanAprOfDailyRate = (dailyRate: Decimal): Decimal => multiply(dailyRate, daysAYear)

/** Interest on a principal over so many days, 8 decimals. */
export const loanInterestForDays = (principal: Decimal, dailyRate: Decimal, days: number): Decimal =>
  q8(multiply(principal, dailyRate, String(days)))

/** A loan that was paid out, as far as it decides what is owed. */
export interface RunningLoan {
  amount: Decimal
  daily_rate: Decimal
  late_factor: Decimal
  grace_days: number
  start_day: string
  end_day: string
  principal_left: Decimal
  /** Since then interest runs on what is left; what ran before is carried. */
  interest_from: string
  interest_carried: Decimal
  late_carried: Decimal
  interest_paid: Decimal
  late_paid: Decimal
}

export interface LoanDebt {
  principal: Decimal
  interest: Decimal
  late: Decimal
  total: Decimal
}

/** Days that bring interest: up to the end of the term, and the first day whole, however short it was. */
function interestDays({ start_day, end_day, interest_from }: RunningLoan, today: string): number {
  const lastInterestDay = today < end_day ? today : end_day
  const days = Math.max(0, serverDaysBetween(interest_from, lastInterestDay))
  return interest_from === start_day ? Math.max(1, days) : days
}

/** How many days a loan is past its end. */
export const loanOverdueDays = ({ end_day }: Pick<RunningLoan, 'end_day'>, today: string): number =>
  Math.max(0, serverDaysBetween(end_day, today))

/** Days that bring late interest: those beyond the days of grace. */
function lateDays({ end_day, grace_days, interest_from }: RunningLoan, today: string): number {
  const from = addServerDays(end_day, grace_days)
  return Math.max(0, serverDaysBetween(from < interest_from ? interest_from : from, today))
}

/** What is owed on a day. Interest and late interest together never exceed what was lent, paid ones included. */
export function loanDebtOn(loan: RunningLoan, today: string): LoanDebt {
  const { principal_left: principal, daily_rate, late_factor } = loan
  const chargeCapLeft = largerDecimal(subtract(loan.amount, add(loan.interest_paid, loan.late_paid)), zero)
  const accruedInterest = add(loan.interest_carried, loanInterestForDays(principal, daily_rate, interestDays(loan, today)))
  const interest = q8(smallerDecimal(accruedInterest, chargeCapLeft))
  const late = add(loan.late_carried, loanInterestForDays(principal, multiply(daily_rate, late_factor), lateDays(loan, today)))
  const unpaidLateInterest = q8(smallerDecimal(late, subtract(chargeCapLeft, interest)))
  return { principal: q8(principal), interest, late: unpaidLateInterest, total: q8(add(principal, interest, unpaidLateInterest)) }
}

/** What so much money pays: late interest first, then interest, then principal. Never more than is owed. */
export function splitLoanPayment(debt: LoanDebt, money: Decimal): { late: Decimal; interest: Decimal; principal: Decimal } {
  const late = smallerDecimal(debt.late, money)
  const interest = smallerDecimal(debt.interest, subtract(money, late))
  const principal = smallerDecimal(debt.principal, subtract(money, add(late, interest)))
  return { late: q8(late), interest: q8(interest), principal: q8(principal) }
}

/** Since which day interest runs on what is left after a payment today: the first day is paid for whole. */
export const interestStartDayAfterPayment = ({ start_day }: Pick<RunningLoan, 'start_day'>, today: string): string =>
  today > start_day ? today : addServerDays(start_day, 1)

/** Loan to value, a fraction: what is owed over what the collateral is worth. */
export const loanToValue = (debt: Decimal, collateral: Decimal, price: Decimal): Decimal =>
  truncate(divide(debt, multiply(collateral, price)), ltvScale)

/** The price at which the loan to value reaches that, rounded up to the market's step: at it and below it holds. */
export const priceAtLtv = (debt: Decimal, collateral: Decimal, ltv: Decimal, step: Decimal): Decimal =>
  ceilToStep(divide(debt, multiply(collateral, ltv)), step)

/** The most that so much collateral borrows, 8 decimals. */
export const maxLoanForCollateral = (collateral: Decimal, price: Decimal, initLtv: Decimal): Decimal =>
  q8(multiply(collateral, price, initLtv))

/** What a collateral brings when sold: the flash price, mid less half the spread, on the market's step below. */
export const collateralSalePrice = (mid: Decimal, halfSpread: Decimal, step: Decimal): Decimal =>
  floorToStep(multiply(mid, subtract('1', halfSpread)), step)

export interface CollateralLiquidation {
  sold: Decimal
  back: Decimal
  proceeds: Decimal
  principal: Decimal
  interest: Decimal
  late: Decimal
  fee: Decimal
  /** What the sale brought beyond all that, by the rounding of the last unit; the person's. */
  surplus: Decimal
  /** What of the principal the sale did not bring; the house's loss, never the person's. */
  covered: Decimal
}

/**
 * Sells only what repays the debt and the fee, at most everything. What a gap leaves unpaid is taken from the fee, then late interest, then
 * interest, and then borne by the house.
 */
export function computeCollateralLiquidation(
  debt: LoanDebt,
  collateral: Decimal,
  executionPrice: Decimal,
  feeRate: Decimal,
): CollateralLiquidation {
  const fullFee = q8(multiply(debt.total, feeRate))
  const requiredProceeds = add(debt.total, fullFee)
  const sold = smallerDecimal(roundDecimalAwayFromZero(divide(requiredProceeds, executionPrice), 8), q8(collateral))
  const proceeds = q8(multiply(sold, executionPrice))
  let proceedsLeft: Decimal = proceeds
  const takeFromProceeds = (maxAmount: Decimal): Decimal => {
    const amountTaken = q8(smallerDecimal(maxAmount, proceedsLeft))
    proceedsLeft = subtract(proceedsLeft, amountTaken)
    return amountTaken
  }
  const principal = takeFromProceeds(debt.principal)
  const interest = takeFromProceeds(debt.interest)
  const late = takeFromProceeds(debt.late)
  const fee = takeFromProceeds(fullFee)
  return {
    sold,
    back: q8(subtract(collateral, sold)),
    proceeds,
    principal,
    interest,
    late,
    fee,
    surplus: q8(proceedsLeft),
    covered: q8(subtract(debt.principal, principal)),
  }
}

const basicLimit = asDecimal('500')
const advancedLimit = asDecimal('5000')
/** What a level adds to the limit of somebody of the second level of verification (docs/rules/seed-data.md). */
const extraLimitByLevel = ['0', '200', '500', '1000', '2000', '3000', '5000'] as const

/** How much credit a person may have, in USDT. */
export const creditLoanLimitForLevels = (kycLevel: number, level: number): Decimal => {
  if (kycLevel < 1) return q8(zero)
  return q8(kycLevel === 1 ? basicLimit : add(advancedLimit, extraLimitByLevel[level] ?? extraLimitByLevel[0]))
}
