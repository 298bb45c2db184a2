import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { serverNow } from '#api/serverClock.ts'
import { sandboxReviewSeconds } from '#contract/constants.ts'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { useSecondsUntil } from '#widgets/form/useSecondsUntil.ts'

/** Who decides in a sandbox, and how soon (docs/rules/environments.md). `since` is when the papers came, on the server's clock. */
export function SandboxReviewWait({ since }: { since: number }) {
  const { t } = useLingui()
  const seconds = sandboxReviewSeconds
  const [until] = useState(() => Date.now() + since + seconds * 1000 - serverNow())
  const secondsLeft = useSecondsUntil(until)
  return (
    <>
      <p>
        <Trans>
          In a sandbox no person looks at papers: the automatic Sandbox reviewer decides about {seconds} seconds after they came in. This
          screen turns by itself.
        </Trans>
      </p>
      <ProgressBar label={t`Being checked`} {...(secondsLeft > 0 && { value: 1 - secondsLeft / seconds })} />
    </>
  )
}
