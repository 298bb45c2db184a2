import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ConfirmAuthenticatorChangeSheet } from './ConfirmAuthenticatorChangeSheet.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Security.module.css'

/** An authenticator that is bound: new recovery codes, and the way to remove it. */
export function BoundAuthenticatorSettings({ user, onCodes }: { user: User; onCodes: (codes: readonly string[]) => void }) {
  const { t } = useLingui()
  const [sheet, setSheet] = useState<'renew' | 'remove'>()
  return (
    <Stack gap={5}>
      <Card className={styles.next}>
        <p className={styles.lead}>
          <Trans>Your authenticator is on</Trans>
        </p>
        <p>
          <Trans>Signing in asks for its code, and so does whatever moves money out or changes how you sign in.</Trans>
        </p>
      </Card>
      <Card className={styles.next}>
        <p>
          <Trans>Recovery codes lost or used up? New ones take their place; the old ones stop working.</Trans>
        </p>
        <Button kind="secondary" wide onClick={() => setSheet('renew')}>
          <Trans>New recovery codes</Trans>
        </Button>
      </Card>
      <Card className={styles.next}>
        <p>
          <Trans>A new phone? Remove the authenticator here and add it again there.</Trans>
        </p>
        <Button kind="danger" wide onClick={() => setSheet('remove')}>
          <Trans>Remove the authenticator</Trans>
        </Button>
      </Card>
      <Text tone="quiet">{t`After removing it, new withdrawal addresses wait 72 hours. Known addresses are not held back.`}</Text>
      {sheet && <ConfirmAuthenticatorChangeSheet what={sheet} user={user} onCodes={onCodes} onClose={() => setSheet(undefined)} />}
    </Stack>
  )
}
