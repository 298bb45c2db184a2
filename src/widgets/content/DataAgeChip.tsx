import { Trans } from '@lingui/react/macro'
import { Chip } from '#ui/Chip.tsx'
import { useDataAgeText } from './useAge.ts'

export interface DataAgeChipProps {
  /** On the device's clock. */
  at: number | undefined
  /** Silent until then, for what is read anew on a beat. */
  afterMs?: number
}

/** How old something is ('5 s', '2 min', '14:32'); nothing while it is live. */
export function DataAgeChip({ at, afterMs }: DataAgeChipProps) {
  const age = useDataAgeText(at, afterMs)
  if (age === undefined) return null
  return (
    <Chip>
      <span className="visuallyHidden">
        <Trans>Age:</Trans>{' '}
      </span>
      {age}
    </Chip>
  )
}
