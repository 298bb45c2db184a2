import { useLingui } from '@lingui/react/macro'
import type { UserLoanSummary, LoanOrder, loanIncomeBrackets, loanPurposes } from '#contract/calls/loans.ts'
import { loanKind, loanStatus } from '#contract/states.ts'
import { isZero } from '#rules/decimal.ts'
import type { ChipProps } from '#ui/Chip.tsx'

type LoanState = Pick<LoanOrder, 'status' | 'kind'>

/** How a loan stands, what comes next, and the words of every answer that it asks for. */
export function useLoanTexts() {
  const { t } = useLingui()
  const kinds: Record<number, string> = { [loanKind.credit]: t`Credit loan`, [loanKind.pledge]: t`Pledge loan` }
  const statusTexts: Record<number, string> = {
    [loanStatus.pendingReview]: t({ message: 'Waiting for review', context: 'of a loan' }),
    [loanStatus.underReview]: t({ message: 'Under review', context: 'of a loan' }),
    [loanStatus.passed]: t({ message: 'Granted', context: 'of a loan' }),
    [loanStatus.paid]: t({ message: 'Running', context: 'of a loan' }),
    [loanStatus.settled]: t({ message: 'Repaid', context: 'of a loan' }),
    [loanStatus.overdue]: t({ message: 'Overdue', context: 'of a loan' }),
    [loanStatus.rejected]: t({ message: 'Not granted', context: 'of a loan' }),
    [loanStatus.cancelled]: t({ message: 'Cancelled', context: 'of a loan' }),
    [loanStatus.liquidated]: t({ message: 'Collateral sold', context: 'of a loan' }),
  }
  const nextStepTexts: Record<number, string> = {
    [loanStatus.pendingReview]: t`Somebody takes it up soon. Nothing is owed, and nobody will ask you to pay anything first.`,
    [loanStatus.underReview]: t`It is being looked at. Nothing is owed, and nobody will ask you to pay anything first.`,
    [loanStatus.passed]: t`It is paid out within moments.`,
    [loanStatus.paid]: t`You can repay at any time. Interest counts only for the days used.`,
    [loanStatus.settled]: t`All of it is repaid. Nothing is owed.`,
    [loanStatus.overdue]: t`Repay what you can: it counts at once. Your other money stays yours to withdraw.`,
    [loanStatus.rejected]: t`No money moved, and nothing is owed.`,
    [loanStatus.cancelled]: t`No money moved, and nothing is owed.`,
    [loanStatus.liquidated]: t`As much collateral was sold as repaid the loan. The rest came back to you.`,
  }
  const soldOut = t`All of the collateral was sold. Nothing more is owed.`
  const reasons: Record<NonNullable<LoanOrder['reason']>, string> = {
    limit_exceeded: t`It is more than your limit allows. You can ask for less.`,
    documents_expired: t`Your document has expired. Verify your identity again, then ask anew.`,
    income_not_enough: t`By the income you gave, the repayment would be too high. You can ask for less or for longer.`,
    overdue_before: t`An earlier loan was overdue. A pledge loan is still open to you.`,
    sanction_match: t`The name is on a sanctions list. Write to support if that is not you.`,
    legal_order: t`An authority ordered it.`,
  }
  const purposes: Record<(typeof loanPurposes)[number], string> = {
    living: t({ message: 'Living', context: 'purpose of a loan' }),
    education: t({ message: 'Education', context: 'purpose of a loan' }),
    business: t({ message: 'Business', context: 'purpose of a loan' }),
    medical: t({ message: 'Health', context: 'purpose of a loan' }),
    trading: t({ message: 'Trading', context: 'purpose of a loan' }),
    other: t({ message: 'Something else', context: 'purpose of a loan' }),
  }
  const incomes: Record<(typeof loanIncomeBrackets)[number], string> = {
    below500: t`Below 500`,
    from500: t`500 to 1,500`,
    from1500: t`1,500 to 4,000`,
    from4000: t`4,000 to 10,000`,
    from10000: t`10,000 or more`,
  }
  const hows: Record<LoanOrder['repayments'][number]['how'], string> = {
    own: t`Repaid by you`,
    debited: t`Taken from your balance`,
    collateral: t`From the sale of collateral`,
    returned: t`Given back within 24 hours`,
  }
  const restrictionTexts: Record<NonNullable<UserLoanSummary['why']>, string> = {
    kyc: t`A loan needs a verified identity`,
    overdue: t`A loan is overdue: repay that one first`,
    pending: t`A request of yours is still being looked at`,
    region: t`Loans are not offered where you live`,
    selfExcluded: t`You asked for a break, and it still lasts`,
    limitUsed: t`Your credit limit is used up`,
  }
  const tone = ({ status }: LoanState): NonNullable<ChipProps['tone']> =>
    status === loanStatus.overdue || status === loanStatus.liquidated
      ? 'warn'
      : status === loanStatus.pendingReview || status === loanStatus.underReview || status === loanStatus.passed
        ? 'brass'
        : 'plain'
  return {
    kindOf: ({ kind }: Pick<LoanOrder, 'kind'>) => kinds[kind] ?? '',
    standing: ({ status }: LoanState) => statusTexts[status] ?? '',
    next: ({ status, collateral }: Pick<LoanOrder, 'status' | 'collateral'>) =>
      (status === loanStatus.liquidated && isZero(collateral?.returned ?? '0') ? soldOut : nextStepTexts[status]) ?? '',
    tone,
    reasons,
    purposes,
    incomes,
    hows,
    whys: restrictionTexts,
  }
}
