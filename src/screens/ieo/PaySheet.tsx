import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { ieo as calls, type IeoOrder, type IeoPayPreview } from '#contract/calls/ieo.ts'
import { toast } from '#ui/toast.ts'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { useConfirming } from '#widgets/useConfirming.ts'
import { IeoPreviewFacts } from './IeoPreviewFacts.tsx'
import { type PayBody, usePayPreview } from './useIeoPreview.ts'

interface PaySheetProps {
  order: IeoOrder
  /** Keep it while nothing in it changes. */
  wish: PayBody
  onClose(): void
}

/** The last look before paying for what was won, whole or in part. */
export function PaySheet({ order, wish, onClose }: PaySheetProps) {
  const { t } = useLingui()
  const [requestId] = useState(newRequestId)
  const { preview, changed, turn, error, refresh } = usePayPreview(wish)
  const pay = useWrite(calls.payForIeo, { errors: 'inline' })
  const confirming = useConfirming(preview, refresh, async ({ confirmToken }: IeoPayPreview) => {
    const paid = await pay.mutateAsync({ body: { ...wish, confirmToken }, requestId })
    toast(t`Paid. Your tokens unlock on the days below.`, { tone: 'good' })
    onClose()
    return paid
  })
  const { tokenSymbol } = order
  return (
    <ConfirmSheet
      title={<Trans>Pay for your {tokenSymbol}</Trans>}
      confirming={confirming}
      stopped={confirming.shown?.warnings.some(({ key }) => key === 'insufficientBalance') ?? false}
      error={error}
      onRetry={refresh}
      movedIn={changed.size > 0 ? turn : 0}
      onCancel={onClose}
    >
      {(shown) => <IeoPreviewFacts shown={shown} />}
    </ConfirmSheet>
  )
}
