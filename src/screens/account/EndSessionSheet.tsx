import { Trans, useLingui } from '@lingui/react/macro'
import { account } from '#contract/calls/account.ts'
import { useWrite } from '#api/mutation.ts'
import { formatTime } from '#i18n/date.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import type { SessionLine } from './SessionRow.tsx'
import styles from './Sessions.module.css'
import { useFailureWords } from './useFailureWords.ts'

export type Ending = SessionLine | 'others'

/** Confirms the end of one session or of all others: it cannot be undone, that device must sign in again. */
export function EndSessionSheet({ ending, onClose }: { ending: Ending | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const words = useFailureWords()
  const revoke = useWrite(account.revokeSession, { errors: 'inline' })
  const isAll = ending === 'others'
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
          toast(isAll ? t`All other sessions ended` : t`Session ended`, { tone: 'good' })
        },
      },
    )
  }
  return (
    <Sheet
      open={ending !== undefined}
      onClose={close}
      title={isAll ? t`End all other sessions?` : t`End this session?`}
      footer={
        <>
          <Button kind="danger" size="large" wide busy={revoke.isPending} onClick={end}>
            {isAll ? <Trans>End all others</Trans> : <Trans>End session</Trans>}
          </Button>
          <Button kind="secondary" size="large" wide onClick={close}>
            <Trans>Keep</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.confirm}>
        {ending !== undefined && ending !== 'others' && (
          <p className={styles.device}>
            {ending.device} · {formatTime(ending.createTime)}
          </p>
        )}
        <p>
          <Trans>It is signed out at once and has to sign in again. This cannot be undone.</Trans>
        </p>
        {revoke.error && (
          <p role="alert" className={styles.error}>
            {words(revoke.error)}
          </p>
        )}
      </div>
    </Sheet>
  )
}
