import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { dataRights, type AccountDeletionStatus } from '#contract/calls/dataRights.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { showToast } from '#ui/toast.ts'
import { ErrorMessage } from '#widgets/form/ErrorMessage.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { AccountDeletionObstacles } from './AccountDeletionObstacles.tsx'
import { AccountDeletionEffects } from './AccountDeletionEffects.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './DataRights.module.css'

interface DeletionGracePeriodProps {
  at: number
  obstacles: AccountDeletionStatus['obstacles']
  keptYears: number
}

/** It was asked for and has not been done: when it will be, what would hold it up, and the way back. */
export function DeletionGracePeriodCard({ at, obstacles, keptYears }: DeletionGracePeriodProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const cancelDeletion = useApiWrite(dataRights.undeleteAccount, { errors: 'inline' })
  const when = formatDateTime(at)
  return (
    <Stack as={Card} tone="warn" className={styles.part}>
      <p className={styles.what} role="status">
        <Trans>Your account is going to be deleted on {when}.</Trans>
      </p>
      <Text tone="muted">
        <Trans>All your devices show this here. If it was not you, keep the account and change your password.</Trans>
      </Text>
      <ErrorMessage failure={cancelDeletion.error} />
      <Button
        wide
        busy={cancelDeletion.isPending}
        disabled={!isOnline}
        reason={t`Needs a connection`}
        onClick={() => cancelDeletion.mutate({ body: {} }, { onSuccess: () => showToast(t`Your account stays`, { tone: 'good' }) })}
      >
        <Trans>Keep my account</Trans>
      </Button>
      {obstacles.length > 0 && (
        <div>
          <h3 className={styles.heading}>
            <Trans>It waits until this is over</Trans>
          </h3>
          <AccountDeletionObstacles obstacles={obstacles} />
        </div>
      )}
      <AccountDeletionEffects keptYears={keptYears} />
    </Stack>
  )
}
