import { Trans } from '@lingui/react/macro'
import { Chip } from '#ui/Chip.tsx'
import { OfflineIcon } from '#ui/icons/icons.tsx'
import { useDataAgeText } from './useAge.ts'

/** Says that what is shown is a saved copy, of when, and which version (docs/rules/content.md). */
export function SavedCopyChip({ at, version }: { at: number; version?: string | undefined }) {
  const age = useDataAgeText(at)
  return (
    <Chip icon={<OfflineIcon />}>
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
