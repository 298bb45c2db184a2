import { Trans, useLingui } from '@lingui/react/macro'
import { account } from '#contract/calls/account.ts'
import { useApiWrite } from '#api/mutation.ts'
import { formatDateTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import type { SessionLine } from './SessionRow.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Sessions.module.css'
import { useApiErrorMessages } from '../signIn/useApiErrorMessages.ts'

export type EndSessionTarget = SessionLine | 'others'

/** Confirms the end of one session or of all others: it cannot be undone, that device must sign in again. */
export function EndSessionSheet({ ending, onClose }: { ending: EndSessionTarget | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const words = useApiErrorMessages()
  const revoke = useApiWrite(account.revokeSession, { errors: 'inline' })
  const isEndingAll = ending === 'others'
  const close = () => {
    revoke.reset()
    onClose()
  }
  const end = () => {
    if (!ending) return
    const body = { id: ending === 'others' ? 'others' : ending.id }
    revoke.mutate(
      { body },
      {
        onSuccess: () => {
          close()
          showToast(isEndingAll ? t`All other sessions ended` : t`Session ended`, { tone: 'good' })
        },
      },
    )
  }
  return (
    <BottomSheet
      open={ending !== undefined}
      onClose={close}
      title={isEndingAll ? t`End all other sessions?` : t`End this session?`}
      footer={
        <>
          <Button kind="danger" size="large" wide busy={revoke.isPending} onClick={end}>
            {isEndingAll ? <Trans>End all others</Trans> : <Trans>End session</Trans>}
          </Button>
          <Button kind="secondary" size="large" wide onClick={close}>
            <Trans>Keep</Trans>
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {ending !== undefined && ending !== 'others' && (
          <Text size="inherit" weight="strong" className={styles.device}>
            {ending.device} · {formatDateTime(ending.createTime)}
          </Text>
        )}
        <p>
          <Trans>It is signed out at once and has to sign in again. This cannot be undone.</Trans>
        </p>
        {revoke.error && (
          <Text role="alert" weight="medium" tone="error">
            {words(revoke.error)}
          </Text>
        )}
      </Stack>
    </BottomSheet>
  )
}
