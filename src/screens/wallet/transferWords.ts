import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Deposit, DepositReason } from '#contract/calls/deposits.ts'
import type { Withdrawal } from '#contract/calls/withdrawals.ts'
import type { ChipProps } from '#ui/Chip.tsx'

/** How a transfer stands: words, and how loud they are. */
export interface Standing {
  words: MessageDescriptor
  tone: NonNullable<ChipProps['tone']>
}

const review = msg({ message: 'Under review', context: 'of money in or out' })
const rejected = msg({ message: 'Rejected', context: 'of money in or out' })
const failed = msg({ message: 'Failed', context: 'of money in or out' })

/** Every state that deposits can be filtered by (product §4.2 row 16). */
export const depositStandings: Record<number, Standing> = {
  0: { words: review, tone: 'info' },
  1: { words: msg({ message: 'Credited', context: 'of money in' }), tone: 'plain' },
  [-1]: { words: rejected, tone: 'warn' },
  [-2]: { words: failed, tone: 'warn' },
}

export const withdrawalStandings: Record<number, Standing> = {
  0: { words: review, tone: 'info' },
  2: { words: msg({ message: 'Paid out', context: 'of money out' }), tone: 'plain' },
  [-1]: { words: rejected, tone: 'warn' },
  [-2]: { words: msg({ message: 'Failed (refunded)', context: 'of money out' }), tone: 'warn' },
  [-3]: { words: msg({ message: 'Cancelled', context: 'of money out' }), tone: 'plain' },
}

const unknown: Standing = { words: review, tone: 'plain' }

/** A deposit from a chain is not reviewed but confirmed; what is below the minimum waits for more. */
export function standingOfDeposit({ status, source, belowMin }: Deposit): Standing {
  if (status === 0 && belowMin) return { words: msg({ message: 'Below the minimum', context: 'of money in' }), tone: 'warn' }
  if (status === 0 && source === 'chain') return { words: msg({ message: 'Being confirmed', context: 'of money in' }), tone: 'info' }
  return depositStandings[status] ?? unknown
}

/** Status 0 of a withdrawal is three things to whoever waits. */
export function standingOfWithdrawal({ status, phase }: Withdrawal): Standing {
  if (status === 0 && phase === 'approved') return { words: msg({ message: 'Approved', context: 'of money out' }), tone: 'info' }
  if (status === 0 && phase === 'signed') return { words: msg({ message: 'On its way', context: 'of money out' }), tone: 'info' }
  return withdrawalStandings[status] ?? unknown
}

const depositReasons: Record<DepositReason, MessageDescriptor> = {
  notFound: msg`The transfer was not found.`,
  alreadyCredited: msg`The transfer was credited before.`,
  notYours: msg`The transfer went to another account.`,
  unreadable: msg`The pictures could not be read.`,
  foundOnChain: msg`The transfer was found by itself and credited on its own.`,
  creditedByClaim: msg`The transfer was credited by your claim.`,
  undone: msg`The network took the transfer back.`,
}

/** Why a deposit was not credited. */
export const wordsOfDepositReason = (reason: string | undefined): MessageDescriptor | undefined =>
  reason === undefined ? undefined : depositReasons[reason as DepositReason]
