import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { ieo as calls, type IeoOrder } from '#contract/calls/ieo.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import styles from './Ieo.module.css'

/** Takes an application back; until applications end one can apply again. */
export function CancelApplication({ order: { id, name }, onClose }: { order: IeoOrder; onClose(): void }) {
  const { t } = useLingui()
  const [requestId] = useState(newRequestId)
  const cancel = useWrite(calls.cancelIeoOrder, { errors: 'inline' })
  const confirm = () =>
    cancel.mutate(
      { body: { id }, requestId },
      {
        onSuccess: () => {
          toast(t`Taken back`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <Sheet
      open
      onClose={onClose}
      title={t`Take the application back`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={cancel.isPending} onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button size="large" busy={cancel.isPending} onClick={confirm}>
            {cancel.error && isUnanswered(cancel.error) ? <Trans>Ask again</Trans> : <Trans>Take it back</Trans>}
          </Button>
        </div>
      }
    >
      <p>
        <Trans>You no longer apply for {name}. Until applications end you can apply again.</Trans>
      </p>
      <Failure failure={cancel.error} />
    </Sheet>
  )
}
