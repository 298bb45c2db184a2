import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Deposit, DepositRejectionReason } from '#contract/calls/deposits.ts'
import type { TransferStatusLabel } from '#widgets/money/withdrawalWords.ts'

const review = msg({ message: 'Under review', context: 'of money in or out' })
const rejected = msg({ message: 'Rejected', context: 'of money in or out' })
const failed = msg({ message: 'Failed', context: 'of money in or out' })

/** Every state that deposits can be filtered by. */
export const depositStatusLabels: Record<number, TransferStatusLabel> = {
  0: { words: review, tone: 'info' },
  1: { words: msg({ message: 'Credited', context: 'of money in' }), tone: 'plain' },
  [-1]: { words: rejected, tone: 'warn' },
  [-2]: { words: failed, tone: 'warn' },
}

const unknown: TransferStatusLabel = { words: review, tone: 'plain' }

/** A deposit from a chain is not reviewed but confirmed; what is below the minimum waits for more. */
export function depositStatusLabel({ status, source, belowMin }: Deposit): TransferStatusLabel {
  if (status === 0 && belowMin) return { words: msg({ message: 'Below the minimum', context: 'of money in' }), tone: 'warn' }
  if (status === 0 && source === 'chain') return { words: msg({ message: 'Being confirmed', context: 'of money in' }), tone: 'info' }
  return depositStatusLabels[status] ?? unknown
}

const depositReasons: Record<DepositRejectionReason, MessageDescriptor> = {
  notFound: msg`The transfer was not found.`,
  alreadyCredited: msg`The transfer was credited before.`,
  notYours: msg`The transfer went to another account.`,
  unreadable: msg`The pictures could not be read.`,
  foundOnChain: msg`The transfer was found by itself and credited on its own.`,
  creditedByClaim: msg`The transfer was credited by your claim.`,
  undone: msg`The network took the transfer back.`,
}

/** Why a deposit was not credited. */
export const depositRejectionReasonLabel = (reason: string | undefined): MessageDescriptor | undefined =>
  reason === undefined ? undefined : depositReasons[reason as DepositRejectionReason]
