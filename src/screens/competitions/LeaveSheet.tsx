import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { type Competition, competitions } from '#contract/calls/competitions.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import styles from './Competitions.module.css'

/** Leaving is never hindered; that it is for good is said before. */
export function LeaveSheet({ competition: { id, name }, onClose }: { competition: Competition; onClose(): void }) {
  const { t } = useLingui()
  const [requestId] = useState(newRequestId)
  const leave = useWrite(competitions.exit, { errors: 'inline' })
  const confirm = () =>
    leave.mutate(
      { body: { id }, requestId },
      {
        onSuccess: () => {
          toast(t`You left`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <Sheet
      open
      onClose={onClose}
      title={t`Leave ${name}?`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={leave.isPending} onClick={onClose}>
            <Trans context="in a competition">Stay</Trans>
          </Button>
          <Button size="large" busy={leave.isPending} onClick={confirm}>
            {leave.error && isUnanswered(leave.error) ? <Trans>Ask again</Trans> : <Trans>Leave for good</Trans>}
          </Button>
        </div>
      }
    >
      <div className={styles.stack}>
        <p>
          <strong>
            <Trans>You cannot join this competition again.</Trans>
          </strong>
        </p>
        <p className={styles.quiet}>
          <Trans>
            Whatever is open there closes now, at the newest prices. You have no place in its table and get no prize. Your own books and
            your other competitions are not touched.
          </Trans>
        </p>
      </div>
      <Failure failure={leave.error} />
    </Sheet>
  )
}
