import { useLingui } from '@lingui/react/macro'
import type { IeoProject, IeoOrder } from '#contract/calls/ieo.ts'
import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import { Chip } from '#ui/Chip.tsx'
import { ieoApplicationStatusLabels, ieoStatusLabels } from './ieoWords.ts'

type Tone = 'plain' | 'info' | 'warn' | 'brass'

const tones: Readonly<Record<number, Tone>> = {
  [ieoStatus.subscribing]: 'info',
  [ieoStatus.drawing]: 'brass',
  [ieoStatus.paying]: 'brass',
  [ieoStatus.cancelled]: 'warn',
}
const ownTones: Readonly<Record<number, Tone>> = {
  [ieoOrderStatus.won]: 'brass',
  [ieoOrderStatus.applied]: 'info',
  [ieoOrderStatus.unlocking]: 'info',
}

/** How a subscription stands, in a word. */
export function IeoStateChip({ status }: { status: IeoProject['status'] }) {
  const { i18n } = useLingui()
  const words = ieoStatusLabels[status]
  return words ? <Chip tone={tones[status] ?? 'plain'}>{i18n._(words)}</Chip> : null
}

/** How one's own application stands, in a word. */
export function IeoApplicationStateChip({ status }: { status: IeoOrder['status'] }) {
  const { i18n } = useLingui()
  const words = ieoApplicationStatusLabels[status]
  return words ? <Chip tone={ownTones[status] ?? 'plain'}>{i18n._(words)}</Chip> : null
}
