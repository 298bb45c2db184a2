import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { serverNow } from '#api/serverClock.ts'
import { sandboxReviewSeconds } from '#contract/constants.ts'
import { Progress } from '#ui/Progress.tsx'
import { useSecondsUntil } from '#widgets/useSecondsUntil.ts'

/** Who decides in a sandbox, and how soon (product §0.1). `since` is when the papers came, on the server's clock. */
export function SandboxWait({ since }: { since: number }) {
  const { t } = useLingui()
  const seconds = sandboxReviewSeconds
  const [until] = useState(() => Date.now() + since + seconds * 1000 - serverNow())
  const left = useSecondsUntil(until)
  return (
    <>
      <p>
        <Trans>
          In a sandbox no person looks at papers: the automatic Sandbox reviewer decides about {seconds} seconds after they came in. This
          screen turns by itself.
        </Trans>
      </p>
      <Progress label={t`Being checked`} {...(left > 0 && { value: 1 - left / seconds })} />
    </>
  )
}
