import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Failure } from '#widgets/Failure.tsx'
import styles from './Products.module.css'
import { exactAmount } from './rateText.ts'

/** Everything back at once, no question why. */
export function CancelSheet({ order: { id, money, currency }, onClose }: { order: ProductOrder; onClose(): void }) {
  const { t } = useLingui()
  const [requestId] = useState(newRequestId)
  const cancel = useWrite(products.cancelProductOrder, { errors: 'inline' })
  const amount = exactAmount(money)
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
      title={t`Cancel this order`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={cancel.isPending} onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button size="large" busy={cancel.isPending} onClick={confirm}>
            {cancel.error && isUnanswered(cancel.error) ? <Trans>Ask again</Trans> : <Trans context="an order">Cancel it</Trans>}
          </Button>
        </div>
      }
    >
      <p>
        <Trans>
          {amount} {currency} come back to your balance at once, without any cost.
        </Trans>
      </p>
      <Failure failure={cancel.error} />
    </Sheet>
  )
}
