import type { EarnProduct } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import { debtInterest, debtProjectInstalments, debtInterestBetween } from '#rules/earn/debt.ts'
import { add, largerDecimal, q8, subtract, zero } from '#rules/decimal.ts'

type Debt = NonNullable<EarnProduct['debt']>

/** One repayment as agreed: so many days after the start. */
interface Repayment {
  number: number
  day: number
  interest: Decimal
  /** All of it comes with the last one. */
  principal: Decimal
}

/** What a borrower owes for this much, by the contract: none of it is certain. */
export interface DebtRepaymentPlan {
  repayments: readonly Repayment[]
  interest: Decimal
  total: Decimal
}

export function computeDebtRepaymentPlan(
  money: Decimal,
  { annualRate, repay }: Pick<Debt, 'annualRate' | 'repay'>,
  days: number,
): DebtRepaymentPlan {
  const interest = debtInterest(money, annualRate, days)
  return {
    repayments: debtProjectInstalments(days, repay).map(({ number, fromDay, toDay, isLast }) => ({
      number,
      day: toDay,
      interest: debtInterestBetween(money, annualRate, fromDay, toDay),
      principal: isLast ? money : zero,
    })),
    interest,
    total: q8(add(money, interest)),
  }
}

/** What is still missing of a target. */
export const debtRemainingToRaise = ({ target, raised }: Pick<Debt, 'target' | 'raised'>): Decimal =>
  q8(largerDecimal(subtract(target, raised), zero))
