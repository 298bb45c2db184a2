import { useLingui } from '@lingui/react/macro'
import type { Deposit, DepositRejectionReason } from '#contract/calls/deposits.ts'
import { depositStatus } from '#contract/states.ts'

/** What became of a deposit, and why, in words. */
export function useDepositStatusTexts() {
  const { t } = useLingui()
  const reasons: Record<DepositRejectionReason, string> = {
    notFound: t`The transfer was not found.`,
    alreadyCredited: t`The transfer was credited before.`,
    notYours: t`The transfer went to another account.`,
    unreadable: t`The pictures could not be read.`,
    foundOnChain: t`The transfer was found by itself and credited on its own.`,
    creditedByClaim: t`The transfer was credited by your claim.`,
    undone: t`The network took the transfer back.`,
  }
  return {
    reasonOf: ({ reason }: Deposit): string | undefined =>
      reason === undefined ? undefined : (reasons[reason as DepositRejectionReason] ?? reason),
    stateOf: ({ status, source, belowMin }: Deposit): string => {
      if (status === depositStatus.credited) return t({ message: 'Credited', context: 'of money in' })
      if (status === depositStatus.rejected) return t({ message: 'Rejected', context: 'of money in or out' })
      if (status === depositStatus.failed) return t({ message: 'Failed', context: 'of money in or out' })
      if (belowMin) return t({ message: 'Below the minimum', context: 'of money in' })
      if (source === 'chain') return t({ message: 'Being confirmed', context: 'of money in' })
      return t({ message: 'Under review', context: 'of money in or out' })
    },
  }
}
