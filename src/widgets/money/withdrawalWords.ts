import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Withdrawal, WithdrawalStep } from '#contract/calls/withdrawals.ts'
import type { ChipProps } from '#ui/Chip.tsx'

/** How a transfer stands: words, and how loud they are. */
export interface TransferStatusLabel {
  words: MessageDescriptor
  tone: NonNullable<ChipProps['tone']>
}

const review = msg({ message: 'Under review', context: 'of money in or out' })
const approved = msg({ message: 'Approved', context: 'of money out' })
const paid = msg({ message: 'Paid out', context: 'of money out' })

/** Every state that withdrawals can be filtered by. */
export const withdrawalStatusLabels: Record<number, TransferStatusLabel> = {
  0: { words: review, tone: 'info' },
  2: { words: paid, tone: 'plain' },
  [-1]: { words: msg({ message: 'Rejected', context: 'of money in or out' }), tone: 'warn' },
  [-2]: { words: msg({ message: 'Failed (refunded)', context: 'of money out' }), tone: 'warn' },
  [-3]: { words: msg({ message: 'Cancelled', context: 'of money out' }), tone: 'plain' },
}

/** Status 0 of a withdrawal is three things to whoever waits. */
export function withdrawalStatusLabel({ status, phase }: Withdrawal): TransferStatusLabel {
  if (status === 0 && phase === 'approved') return { words: approved, tone: 'info' }
  if (status === 0 && phase === 'signed') return { words: msg({ message: 'On its way', context: 'of money out' }), tone: 'info' }
  return withdrawalStatusLabels[status] ?? { words: review, tone: 'plain' }
}

/** What each step of a withdrawal is called, on its own page and in the records. */
export const withdrawalStepLabels: Record<WithdrawalStep, MessageDescriptor> = {
  requested: msg({ message: 'Requested', context: 'of money out' }),
  approved,
  approvedLate: msg`Approved by itself after 72 hours`,
  escalated: msg`Late: passed on to somebody else`,
  legalHold: msg`Held by order of an authority`,
  sent: msg({ message: 'Sent', context: 'of money out' }),
  paid,
  cancelled: msg`Cancelled: all of it is back`,
  rejected: msg`Rejected: all of it is back`,
  failed: msg`Failed: all of it is back`,
}
