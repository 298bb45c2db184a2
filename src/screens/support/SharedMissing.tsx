import { Trans } from '@lingui/react/macro'
import { ticketFilesMost } from '#contract/calls/support.ts'
import { Card } from '#ui/Card.tsx'
import type { SupportSearch } from './supportSearch.ts'

/** What of the things shared from another app is not here, and why as far as that is known. */
export function SharedMissing({ asked: { shared, leftOut = 0 } }: { asked: SupportSearch }) {
  const count = String(leftOut)
  const most = String(ticketFilesMost)
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
