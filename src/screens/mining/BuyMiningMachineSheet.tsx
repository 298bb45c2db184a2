import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import type { CallArguments } from '#contract/call.ts'
import { type MiningMachineOrderPreview, type ProductOrder, products } from '#contract/calls/products.ts'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { showToast } from '#ui/toast.ts'
import { ConfirmSheet } from '#widgets/form/ConfirmSheet.tsx'
import { ProductPreviewFacts } from '#widgets/products/ProductPreviewFacts.tsx'
import { PurchasePasswordField } from '#widgets/products/PurchasePasswordField.tsx'
import { useMiningMachinePreview } from '#widgets/products/useBuyPreview.ts'
import { omitPurchasePasswordError, usePurchasePassword } from '#widgets/products/usePurchasePassword.ts'
import { useConfirmation } from '#widgets/form/useConfirming.ts'

interface BuyMiningMachineSheetProps {
  name: string
  /** Keep it while nothing in it changes. */
  order: CallArguments<typeof products.buyMiner> & { num: number }
  /** They are bought, and the sheet still there. */
  onBought(order: ProductOrder): void
  onCancel(): void
}

/** The last look before machines are bought. Where they do not pay back, that has to be ticked first. */
export function BuyMiningMachineSheet({ name, order, onBought, onCancel }: BuyMiningMachineSheetProps) {
  const { t } = useLingui()
  const [isAcknowledged, setAcknowledged] = useState(false)
  const { preview, changed, turn, error, refresh } = useMiningMachinePreview(order)
  const buy = useApiWrite(products.buyMiner, { errors: 'inline' })
  const password = usePurchasePassword()
  const send = ({ confirmToken, needsAcknowledge }: MiningMachineOrderPreview, requestId: string) => {
    const known = needsAcknowledge && { acknowledge: true }
    return password.sendWith((given) => buy.mutateAsync({ body: { ...order, ...given, ...known, confirmToken }, requestId }))
  }
  const toast = () => t`It is in. Nothing more is needed.`
  const confirming = useConfirmation(preview, refresh, send, {
    toast,
    onDone: (bought) => {
      showToast(toast(), { tone: 'good' })
      onBought(bought)
    },
  })
  const needsTick = confirming.shown?.needsAcknowledge ?? false
  const isShort = confirming.shown?.warnings.some(({ key }) => key === 'insufficientBalance') ?? false
  return (
    <ConfirmSheet
      title={
        <Trans>
          Buy <Plural value={order.num} one="# machine" other="# machines" />: {name}
        </Trans>
      }
      confirming={{ ...confirming, failure: omitPurchasePasswordError(confirming.failure) }}
      stopped={isShort || (needsTick && !isAcknowledged) || (password.isMissing && !confirming.isAsked)}
      error={error}
      onRetry={refresh}
      movedIn={changed.has('lines') || changed.has('youPay') ? turn : 0}
      proof={<PurchasePasswordField ask={password} failure={confirming.failure} />}
      onCancel={onCancel}
    >
      {(shown) => (
        <>
          <ProductPreviewFacts preview={shown} />
          {shown.needsAcknowledge && (
            <Checkbox
              checked={isAcknowledged}
              onChange={setAcknowledged}
              label={t`I know that at today's values it does not earn back its price.`}
            />
          )}
        </>
      )}
    </ConfirmSheet>
  )
}
