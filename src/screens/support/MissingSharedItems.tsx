import { Trans } from '@lingui/react/macro'
import { maxSupportMessageFiles } from '#contract/calls/support.ts'
import { Card } from '#ui/Card.tsx'
import type { SupportSearchParams } from './supportSearch.ts'

/** What of the things shared from another app is not here, and why as far as that is known. */
export function MissingSharedItems({ params: { shared, leftOut = 0 } }: { params: SupportSearchParams }) {
  const count = String(leftOut)
  const most = String(maxSupportMessageFiles)
  if (leftOut === 0 && shared !== 'lost') return null
  return (
    <Card tone="warn" role="note">
      {leftOut > 0 ? (
        <Trans>
          Photos left out: {count}. A message takes up to {most} photos of up to 20 MB each.
        </Trans>
      ) : (
        <Trans>What you shared did not arrive. You can add the photo here.</Trans>
      )}
    </Card>
  )
}
