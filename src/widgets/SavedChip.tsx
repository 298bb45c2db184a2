import { Trans } from '@lingui/react/macro'
import { Chip } from '#ui/Chip.tsx'
import { Offline } from '#ui/icons.tsx'
import { useAge } from './useAge.ts'

/** Says that what is shown is a saved copy, of when, and which version (product §4.4). */
export function SavedChip({ at, version }: { at: number; version?: string | undefined }) {
  const age = useAge(at)
  return (
    <Chip icon={<Offline />}>
      {version !== undefined && age !== undefined ? (
        <Trans>
          Saved copy, version {version} · {age}
        </Trans>
      ) : age !== undefined ? (
        <Trans>Saved copy · {age}</Trans>
      ) : (
        <Trans>Saved copy</Trans>
      )}
    </Chip>
  )
}
