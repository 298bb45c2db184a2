import { useLingui } from '@lingui/react/macro'
import type { Withdrawal } from '#contract/calls/withdrawals.ts'

/** What comes next for a withdrawal, in a sentence. */
export function useWithdrawalNextStepFormatter() {
  const { t } = useLingui()
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
  return next
}
