import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Product } from '#contract/calls/products.ts'
import { debtStatus } from '#contract/states.ts'

type Debt = NonNullable<Product['debt']>

/** How a borrower's project stands. */
export const projectWords: Readonly<Record<Debt['projectStatus'], MessageDescriptor>> = {
  [debtStatus.upcoming]: msg({ message: 'Not open yet', context: 'a project' }),
  [debtStatus.raising]: msg({ message: 'Raising money', context: 'a project' }),
  [debtStatus.repaying]: msg({ message: 'Repaying', context: 'a project' }),
  [debtStatus.repaid]: msg({ message: 'Repaid', context: 'a project' }),
  [debtStatus.failed]: msg({ message: 'Target not reached', context: 'a project' }),
  [debtStatus.defaulted]: msg({ message: 'Defaulted', context: 'a project' }),
}

/** How it stands for who looks at it: one that defaulted never counts as repaid, also when nothing more will come. */
export const standingOf = ({ projectStatus, hasDefaulted }: Pick<Debt, 'projectStatus' | 'hasDefaulted'>): Debt['projectStatus'] =>
  hasDefaulted ? debtStatus.defaulted : projectStatus

export const repayWords: Readonly<Record<Debt['repay'], MessageDescriptor>> = {
  maturity: msg`Everything at the end`,
  monthly: msg`Interest every 30 days, the money at the end`,
}
