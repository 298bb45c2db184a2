import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newRequestId, useWrite } from '#api/mutation.ts'
import { ieo as calls, type Ieo, type IeoApplyPreview } from '#contract/calls/ieo.ts'
import { toast } from '#ui/toast.ts'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { useConfirming } from '#widgets/useConfirming.ts'
import { IeoPreviewFacts } from './IeoPreviewFacts.tsx'
import { type ApplyBody, useApplyPreview } from './useIeoPreview.ts'

interface ApplySheetProps {
  ieo: Ieo
  /** Keep it while nothing in it changes. */
  wish: ApplyBody
  onApplied(): void
  onClose(): void
}

/** The last look before applying; it says that nothing is charged. */
export function ApplySheet({ ieo, wish, onApplied, onClose }: ApplySheetProps) {
  const { t } = useLingui()
  const [requestId] = useState(newRequestId)
  const { preview, error, refresh } = useApplyPreview(wish)
  const apply = useWrite(calls.applyForIeo, { errors: 'inline' })
  const confirming = useConfirming(preview, refresh, async ({ confirmToken }: IeoApplyPreview) => {
    const order = await apply.mutateAsync({ body: { ...wish, confirmToken }, requestId })
    toast(t`You applied. Nothing was charged.`, { tone: 'good' })
    onApplied()
    onClose()
    return order
  })
  const { name } = ieo
  return (
    <ConfirmSheet title={<Trans>Apply for {name}</Trans>} confirming={confirming} error={error} onRetry={refresh} onCancel={onClose}>
      {(shown) => <IeoPreviewFacts shown={shown} />}
    </ConfirmSheet>
  )
}
