import { useLingui } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { debtProjectStatus } from '#contract/states.ts'
import { Chip } from '#ui/Chip.tsx'
import { debtProjectStatusLabels, displayedDebtProjectStatus } from './projectWords.ts'

type Debt = NonNullable<EarnProduct['debt']>

const tones: Readonly<Record<Debt['projectStatus'], 'plain' | 'info' | 'warn' | 'brass'>> = {
  [debtProjectStatus.raising]: 'info',
  [debtProjectStatus.upcoming]: 'brass',
  [debtProjectStatus.defaulted]: 'warn',
}

/** How a project stands, in a word. */
export function DebtProjectStateChip({ debt }: { debt: Debt }) {
  const { i18n } = useLingui()
  const status = displayedDebtProjectStatus(debt)
  const words = debtProjectStatusLabels[status]
  return words ? <Chip tone={tones[status] ?? 'plain'}>{i18n._(words)}</Chip> : null
}
