import { useLingui } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { debtStatus } from '#contract/states.ts'
import { Chip } from '#ui/Chip.tsx'
import { projectWords, standingOf } from './projectWords.ts'

type Debt = NonNullable<Product['debt']>

const tones: Readonly<Record<Debt['projectStatus'], 'plain' | 'info' | 'warn' | 'brass'>> = {
  [debtStatus.raising]: 'info',
  [debtStatus.upcoming]: 'brass',
  [debtStatus.defaulted]: 'warn',
}

/** How a project stands, in a word. */
export function ProjectState({ debt }: { debt: Debt }) {
  const { i18n } = useLingui()
  const status = standingOf(debt)
  const words = projectWords[status]
  return words ? <Chip tone={tones[status] ?? 'plain'}>{i18n._(words)}</Chip> : null
}
