import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { type ProductOrder, products } from '#contract/calls/products.ts'
import { CancelSheet } from '../form/CancelSheet.tsx'
import { formatExactAmount } from './rateText.ts'

/** Everything back at once, no question why. */
export function CancelProductOrderSheet({ order: { id, money, currency }, onClose }: { order: ProductOrder; onClose(): void }) {
  const { t } = useLingui()
  const { mutateAsync: cancel } = useApiWrite(products.cancelProductOrder, { errors: 'inline' })
  const amount = formatExactAmount(money)
  return (
    <CancelSheet
      title={t`Cancel this order`}
      action={<Trans context="an order">Cancel it</Trans>}
      done={t`Cancelled. All of it is back.`}
      cancel={(requestId) => cancel({ body: { id }, requestId })}
      onClose={onClose}
    >
      <Trans>
        {amount} {currency} come back to your balance at once, without any cost.
      </Trans>
    </CancelSheet>
  )
}
