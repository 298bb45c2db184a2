import { useLingui } from '@lingui/react/macro'
import type { Withdrawal, WithdrawalStep } from '#contract/calls/withdrawals.ts'

/** How a withdrawal stands, what each step was, and what comes next. */
export function useStandingWords() {
  const { t } = useLingui()
  const context = 'of money out'
  const steps: Record<WithdrawalStep, string> = {
    requested: t({ message: 'Requested', context }),
    approved: t({ message: 'Approved', context }),
    approvedLate: t`Approved by itself after 72 hours`,
    escalated: t`Late: passed on to somebody else`,
    legalHold: t`Held by order of an authority`,
    sent: t({ message: 'Sent', context }),
    paid: t({ message: 'Paid out', context }),
    cancelled: t`Cancelled: all of it is back`,
    rejected: t`Rejected: all of it is back`,
    failed: t`Failed: all of it is back`,
  }
  const standing = ({ status, phase }: Withdrawal): string => {
    if (status === 2) return t({ message: 'Paid out', context })
    if (status === -1) return t({ message: 'Rejected', context: 'of money in or out' })
    if (status === -2) return t({ message: 'Failed (refunded)', context })
    if (status === -3) return t({ message: 'Cancelled', context })
    if (phase === 'approved') return t({ message: 'Approved', context })
    return phase === 'signed' ? t({ message: 'On its way', context }) : t({ message: 'Under review', context: 'of money in or out' })
  }
  const next = ({ status, phase, method, isLate, legalReference }: Withdrawal): string => {
    if (status === 2) return t`The money has arrived. Nothing more is needed.`
    if (status < 0) return t`All of it, the fee included, is in your balance again.`
    if (phase === 'approved') return method === 'bank' ? t`Our staff send it to your bank.` : t`It is sent within moments.`
    if (phase === 'signed') return t`The network confirms it. It can no longer be cancelled.`
    if (legalReference) return t`It waits for the authority. You can cancel it.`
    return isLate
      ? t`We are late. It counts in our public figures and approves itself 72 hours after you asked.`
      : t`It is being looked at. You need to do nothing, and nobody will ask you for money.`
  }
  return { steps, standing, next }
}
