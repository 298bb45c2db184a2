import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { type Withdrawal, withdrawals } from '#contract/calls/withdrawals.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import { fullAmount } from '#widgets/fullAmount.ts'
import styles from './Withdrawals.module.css'

/** Leaving is never hindered: one look, no proof, everything back. */
export function CancelSheet({ withdrawal: { id, money, currency }, onClose }: { withdrawal: Withdrawal; onClose(): void }) {
  const { t } = useLingui()
  const [requestId] = useState(newRequestId)
  const cancel = useWrite(withdrawals.cancel, { errors: 'inline' })
  const amount = fullAmount(money)
  const confirm = () =>
    cancel.mutate(
      { body: { id }, requestId },
      {
        onSuccess: () => {
          toast(t`Cancelled. All of it is back.`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <Sheet
      open
      onClose={onClose}
      title={t`Cancel this withdrawal`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={cancel.isPending} onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button size="large" busy={cancel.isPending} onClick={confirm}>
            {cancel.error && isUnanswered(cancel.error) ? <Trans>Ask again</Trans> : <Trans>Cancel it</Trans>}
          </Button>
        </div>
      }
    >
      <p>
        <Trans>
          {amount} {currency} come back to your balance at once, the fee included.
        </Trans>
      </p>
      <Failure failure={cancel.error} />
    </Sheet>
  )
}
