import { useLingui } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { debtStatus } from '#contract/states.ts'
import { Chip } from '#ui/Chip.tsx'
import { projectWords } from './projectWords.ts'

type Status = NonNullable<Product['debt']>['projectStatus']

const tones: Readonly<Record<Status, 'plain' | 'info' | 'warn' | 'brass'>> = {
  [debtStatus.raising]: 'info',
  [debtStatus.upcoming]: 'brass',
  [debtStatus.defaulted]: 'warn',
}

/** How a project stands, in a word. */
export function ProjectState({ status }: { status: Status }) {
  const { i18n } = useLingui()
  const words = projectWords[status]
  return words ? <Chip tone={tones[status] ?? 'plain'}>{i18n._(words)}</Chip> : null
}
