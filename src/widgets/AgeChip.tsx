import { Trans } from '@lingui/react/macro'
import { Chip } from '#ui/Chip.tsx'
import { useAge } from './useAge.ts'

/** How old something is ('5 s', '2 min', '14:32'); nothing while it is live. `at` is on the device's clock. */
export function AgeChip({ at }: { at: number | undefined }) {
  const age = useAge(at)
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
