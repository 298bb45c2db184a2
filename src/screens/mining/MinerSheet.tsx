import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newRequestId, useWrite } from '#api/mutation.ts'
import type { Input } from '#contract/call.ts'
import { type MinerPreview, type ProductOrder, products } from '#contract/calls/products.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { PreviewFacts } from '#widgets/products/PreviewFacts.tsx'
import { PurchasePassword } from '#widgets/products/PurchasePassword.tsx'
import { useMinerPreview } from '#widgets/products/useBuyPreview.ts'
import { besidePassword, usePurchasePassword } from '#widgets/products/usePurchasePassword.ts'
import { useConfirming } from '#widgets/useConfirming.ts'

interface MinerSheetProps {
  name: string
  /** Keep it while nothing in it changes. */
  order: Input<typeof products.buyMiner> & { num: number }
  onBought(order: ProductOrder): void
  onCancel(): void
}

/** The last look before machines are bought. Where they do not pay back, that has to be ticked first. */
export function MinerSheet({ name, order, onBought, onCancel }: MinerSheetProps) {
  const { t } = useLingui()
  const [requestId] = useState(newRequestId)
  const [isAcknowledged, setAcknowledged] = useState(false)
  const { preview, changed, turn, error, refresh } = useMinerPreview(order)
  const buy = useWrite(products.buyMiner, { errors: 'inline' })
  const password = usePurchasePassword()
  const confirming = useConfirming(preview, refresh, async ({ confirmToken, needsAcknowledge }: MinerPreview) => {
    const known = needsAcknowledge && { acknowledge: true }
    const bought = await password.sendWith((given) => buy.mutateAsync({ body: { ...order, ...given, ...known, confirmToken }, requestId }))
    onBought(bought)
    return bought
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
      confirming={{ ...confirming, failure: besidePassword(confirming.failure) }}
      stopped={isShort || (needsTick && !isAcknowledged) || (password.isMissing && !confirming.isAsked)}
      error={error}
      onRetry={refresh}
      movedIn={changed.has('lines') || changed.has('youPay') ? turn : 0}
      proof={<PurchasePassword ask={password} failure={confirming.failure} />}
      onCancel={onCancel}
    >
      {(shown) => (
        <>
          <PreviewFacts shown={shown} />
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
