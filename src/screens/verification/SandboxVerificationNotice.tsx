import { Trans } from '@lingui/react/macro'
import { useSystemSettings } from '#api/person.ts'
import { Card } from '#ui/Card.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './Verification.module.css'

/** In a sandbox nobody should hand in real papers. */
export function SandboxVerificationNotice() {
  if (useSystemSettings()?.env !== 'sandbox') return null
  return (
    <Card tone="demo">
      <Stack gap={4} className={styles.words}>
        <p className={styles.strong}>
          <Trans>This is a sandbox: use no real papers</Trans>
        </p>
        <p>
          <Trans>Any pictures will do, and the check takes seconds. With REJECT as the surname you see a rejection.</Trans>
        </p>
      </Stack>
    </Card>
  )
}
