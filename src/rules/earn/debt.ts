import type { Decimal } from '#contract/decimal.ts'
import { divide, isZero, multiply, q8, smallerDecimal, subtract, zero } from '../decimal.ts'

// Debt crowdfunding (docs/rules/earn.md).

const yearDays = '365'
/** A monthly project pays every so many days. */
const monthDays = 30
/** So many days after an instalment was due it is late, and the project has defaulted. */
export const debtLateAfterDays = 5
export const debtDefaultAfterDays = 30

/** What a principal earns in so many days: principal × annual × days / 365, 8 decimals. */
export const debtInterest = (principal: Decimal, annualRate: Decimal, days: number): Decimal =>
  q8(divide(multiply(principal, annualRate, String(days)), yearDays))

/** The part of it for the days from one to another, so that all parts together are exactly the whole. */
export const debtInterestBetween = (principal: Decimal, annualRate: Decimal, fromDay: number, toDay: number): Decimal =>
  q8(subtract(debtInterest(principal, annualRate, toDay), debtInterest(principal, annualRate, fromDay)))

/** One instalment: the interest of the days between, and with the last the principal. */
export interface DebtProjectInstalment {
  number: number
  fromDay: number
  toDay: number
  isLast: boolean
}

/** All instalments of a project, in order. */
export function debtProjectInstalments(days: number, repay: 'maturity' | 'monthly'): DebtProjectInstalment[] {
  const step = repay === 'monthly' ? monthDays : days
  return Array.from({ length: Math.ceil(days / step) }, (_, n) => {
    const toDay = Math.min((n + 1) * step, days)
    return { number: n + 1, fromDay: n * step, toDay, isLast: toDay === days }
  })
}

/**
 * What of a recovery an order gets, pro rata: `amount` × `claimTotal` / `totalClaims`, where `claimTotal` is what it is owed, principal and
 * interest together. First the principal that is still out, then interest.
 */
export function debtRecoveryAmounts(
  amount: Decimal,
  claim: { principal: Decimal; interest: Decimal },
  claimTotal: Decimal,
  totalClaims: Decimal,
): { principal: Decimal; interest: Decimal } {
  if (isZero(totalClaims)) return { principal: zero, interest: zero }
  const share = q8(divide(multiply(amount, claimTotal), totalClaims))
  const principal = smallerDecimal(share, claim.principal)
  return { principal: q8(principal), interest: q8(subtract(share, principal)) }
}
