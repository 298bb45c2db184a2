import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Deposit } from '#contract/calls/deposits.ts'
import type { Withdrawal, WithdrawalStep } from '#contract/calls/withdrawals.ts'
import { withdrawalStepLabels } from '#widgets/money/withdrawalWords.ts'

/** One thing that happened on the way, or is to come. */
export interface DepositWithdrawalStep {
  words: MessageDescriptor
  /** Epoch ms; undefined for what is still to come. */
  at: number | undefined
  isBad?: boolean
}

const badSteps: ReadonlySet<WithdrawalStep> = new Set(['legalHold', 'rejected', 'failed'])

/** What happened to a withdrawal, oldest first, and where it is going while it is not over. */
export function listWithdrawalSteps({ timeline, status }: Withdrawal): DepositWithdrawalStep[] {
  const done = timeline.map(
    ({ note, time }): DepositWithdrawalStep => ({ words: withdrawalStepLabels[note], at: time, isBad: badSteps.has(note) }),
  )
  return status === 0 ? [...done, { words: withdrawalStepLabels.paid, at: undefined }] : done
}

const seen = msg({ message: 'Seen on the network', context: 'step of a deposit' })
const claimed = msg({ message: 'Claim sent', context: 'step of a deposit' })
const credited = msg({ message: 'Credited', context: 'of money in' })
const rejected = msg({ message: 'Rejected', context: 'of money in or out' })
const failed = msg({ message: 'Failed', context: 'of money in or out' })

/** The same of a deposit: its beginning and its end are known. */
export function listDepositSteps({ source, status, createTime, updateTime }: Deposit): DepositWithdrawalStep[] {
  const begun: DepositWithdrawalStep = { words: source === 'chain' ? seen : claimed, at: createTime }
  if (status === 0) return [begun, { words: credited, at: undefined }]
  if (status === 1) return [begun, { words: credited, at: updateTime }]
  return [begun, { words: status === -1 ? rejected : failed, at: updateTime, isBad: true }]
}
