import { Trans } from '@lingui/react/macro'
import type { User } from '#contract/calls/account.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Stack } from '#ui/Stack.tsx'

/** Somebody is signed in on this device: they may simply go on. */
export function AlreadySignedInCard({ user, onContinue }: { user: User; onContinue: () => void }) {
  const { account } = user
  return (
    <Stack as={Card} gap={3}>
      <p>
        <Trans>
          You are signed in as <strong>{account}</strong>.
        </Trans>
      </p>
      <Button kind="secondary" wide onClick={onContinue}>
        <Trans>Continue as this person</Trans>
      </Button>
    </Stack>
  )
}
