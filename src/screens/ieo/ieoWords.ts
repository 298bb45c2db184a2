import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { IeoProject, IeoOrder } from '#contract/calls/ieo.ts'
import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'

// What a subscription and an application are called in each state, and the lines of their previews. `i18n._(…)` says them.

type Words<Name extends string | number> = Readonly<Record<Name, MessageDescriptor>>

export const ieoStatusLabels: Words<IeoProject['status']> = {
  [ieoStatus.upcoming]: msg({ message: 'Not open yet', context: 'a token subscription' }),
  [ieoStatus.subscribing]: msg({ message: 'Taking applications', context: 'a token subscription' }),
  [ieoStatus.drawing]: msg({ message: 'Being drawn', context: 'a token subscription' }),
  [ieoStatus.paying]: msg({ message: 'Winners pay', context: 'a token subscription' }),
  [ieoStatus.unlocking]: msg({ message: 'Tokens unlock', context: 'a token subscription' }),
  [ieoStatus.finished]: msg({ message: 'Finished', context: 'a token subscription' }),
  [ieoStatus.cancelled]: msg({ message: 'Called off', context: 'a token subscription' }),
}

export const ieoApplicationStatusLabels: Words<IeoOrder['status']> = {
  [ieoOrderStatus.applied]: msg({ message: 'Applied', context: 'for new tokens' }),
  [ieoOrderStatus.won]: msg({ message: 'Won, to be paid', context: 'new tokens' }),
  [ieoOrderStatus.notWon]: msg({ message: 'Not won', context: 'new tokens' }),
  [ieoOrderStatus.paid]: msg({ message: 'Paid', context: 'new tokens' }),
  [ieoOrderStatus.unlocking]: msg({ message: 'Unlocking', context: 'new tokens' }),
  [ieoOrderStatus.done]: msg({ message: 'All unlocked', context: 'new tokens' }),
  [ieoOrderStatus.cancelled]: msg({ message: 'Cancelled', context: 'an application' }),
  [ieoOrderStatus.lapsed]: msg({ message: 'Lapsed, not paid', context: 'an application' }),
}

const lineWords: Words<string> = {
  applyNum: msg`You apply for`,
  mostWin: msg`The most you can win`,
  estimatePrice: msg`Estimated price`,
  mostToPay: msg`The most you would pay`,
  payNum: msg`You take`,
  winPrice: msg`Winning price`,
  lapses: msg`Lapses, free of charge`,
}
export const ieoPreviewLineLabel = (key: string): MessageDescriptor | undefined => lineWords[key]

const warningWords: Words<string> = {
  restLapses: msg`What you do not pay for now lapses. It costs nothing, and cannot be paid for later.`,
  canLoseAll: msg`A new token can become worth nothing. Pay only what you can lose.`,
  noMarket: msg`It has no market here: nothing says what it is worth, and it cannot be sold here.`,
  insufficientBalance: msg`There is not enough in your balance.`,
}
export const ieoWarningLabel = (key: string): MessageDescriptor | undefined => warningWords[key]
