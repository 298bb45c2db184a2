import type { Product } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import { debtInterest, instalments, interestBetween } from '#rules/debt.ts'
import { add, larger, q8, subtract, zero } from '#rules/decimal.ts'

type Debt = NonNullable<Product['debt']>

/** One repayment as agreed: so many days after the start. */
interface Repayment {
  number: number
  day: number
  interest: Decimal
  /** All of it comes with the last one. */
  principal: Decimal
}

/** What a borrower owes for this much, by the contract: none of it is certain. */
export interface Plan {
  repayments: readonly Repayment[]
  interest: Decimal
  total: Decimal
}

export function planOf(money: Decimal, { annualRate, repay }: Pick<Debt, 'annualRate' | 'repay'>, days: number): Plan {
  const interest = debtInterest(money, annualRate, days)
  return {
    repayments: instalments(days, repay).map(({ number, fromDay, toDay, isLast }) => ({
      number,
      day: toDay,
      interest: interestBetween(money, annualRate, fromDay, toDay),
      principal: isLast ? money : zero,
    })),
    interest,
    total: q8(add(money, interest)),
  }
}

/** What is still missing of a target. */
export const missingOf = ({ target, raised }: Pick<Debt, 'target' | 'raised'>): Decimal => q8(larger(subtract(target, raised), zero))
