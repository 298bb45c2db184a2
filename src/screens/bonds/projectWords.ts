import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { debtProjectStatus } from '#contract/states.ts'

type Debt = NonNullable<EarnProduct['debt']>

/** How a borrower's project stands. */
export const debtProjectStatusLabels: Readonly<Record<Debt['projectStatus'], MessageDescriptor>> = {
  [debtProjectStatus.upcoming]: msg({ message: 'Not open yet', context: 'a project' }),
  [debtProjectStatus.raising]: msg({ message: 'Raising money', context: 'a project' }),
  [debtProjectStatus.repaying]: msg({ message: 'Repaying', context: 'a project' }),
  [debtProjectStatus.repaid]: msg({ message: 'Repaid', context: 'a project' }),
  [debtProjectStatus.failed]: msg({ message: 'Target not reached', context: 'a project' }),
  [debtProjectStatus.defaulted]: msg({ message: 'Defaulted', context: 'a project' }),
}

/** How it stands for who looks at it: one that defaulted never counts as repaid, also when nothing more will come. */
export const displayedDebtProjectStatus = ({
  projectStatus,
  hasDefaulted,
}: Pick<Debt, 'projectStatus' | 'hasDefaulted'>): Debt['projectStatus'] => (hasDefaulted ? debtProjectStatus.defaulted : projectStatus)

export const debtRepaymentMethodLabels: Readonly<Record<Debt['repay'], MessageDescriptor>> = {
  maturity: msg`Everything at the end`,
  monthly: msg`Interest every 30 days, the money at the end`,
}
