import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newRequestId, useWrite } from '#api/mutation.ts'
import type { Input } from '#contract/call.ts'
import { type MinerPreview, type ProductOrder, products } from '#contract/calls/products.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { PreviewFacts } from '#widgets/products/PreviewFacts.tsx'
import { useMinerPreview } from '#widgets/products/useBuyPreview.ts'
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
  const confirming = useConfirming(preview, refresh, async ({ confirmToken, needsAcknowledge }: MinerPreview) => {
    const bought = await buy.mutateAsync({ body: { ...order, confirmToken, ...(needsAcknowledge && { acknowledge: true }) }, requestId })
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
      confirming={confirming}
      stopped={isShort || (needsTick && !isAcknowledged)}
      error={error}
      onRetry={refresh}
      movedIn={changed.has('lines') || changed.has('youPay') ? turn : 0}
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
