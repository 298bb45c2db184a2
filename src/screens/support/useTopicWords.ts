import { useLingui } from '@lingui/react/macro'
import type { SupportTicketTopic } from '#contract/calls/support.ts'

/** What a conversation is about, in the order in which it is offered. */
export function useSupportTopicLabels(): Record<SupportTicketTopic, string> {
  const { t } = useLingui()
  return {
    deposit: t({ message: 'Deposit', context: 'one of them' }),
    withdrawal: t({ message: 'Withdrawal', context: 'one of them' }),
    trading: t`Trading`,
    earn: t({ message: 'Earn', context: 'title of the screen' }),
    loan: t`Loan`,
    verification: t`Verification`,
    account: t`Account and sign-in`,
    complaint: t`A complaint`,
    other: t`Something else`,
  }
}
