import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { ieo as calls, type IeoProject, type IeoApplyPreview } from '#contract/calls/ieo.ts'
import { showToast } from '#ui/toast.ts'
import { ConfirmSheet } from '#widgets/form/ConfirmSheet.tsx'
import { useConfirmation } from '#widgets/form/useConfirming.ts'
import { IeoPreviewFacts } from './IeoPreviewFacts.tsx'
import { type IeoApplyPreviewPayload, useIeoApplyPreview } from './useIeoPreview.ts'

interface IeoApplySheetProps {
  ieo: IeoProject
  /** Keep it while nothing in it changes. */
  wish: IeoApplyPreviewPayload
  onApplied(): void
  onClose(): void
}

/** The last look before applying; it says that nothing is charged. */
export function IeoApplySheet({ ieo, wish, onApplied, onClose }: IeoApplySheetProps) {
  const { t } = useLingui()
  const { preview, error, refresh } = useIeoApplyPreview(wish)
  const apply = useApiWrite(calls.applyForIeo, { errors: 'inline' })
  const send = async ({ confirmToken }: IeoApplyPreview, requestId: string) => {
    const order = await apply.mutateAsync({ body: { ...wish, confirmToken }, requestId })
    onApplied()
    return order
  }
  const toast = () => t`You applied. Nothing was charged.`
  const confirming = useConfirmation(preview, refresh, send, {
    toast,
    onDone: () => {
      showToast(toast(), { tone: 'good' })
      onClose()
    },
  })
  const { name } = ieo
  return (
    <ConfirmSheet title={<Trans>Apply for {name}</Trans>} confirming={confirming} error={error} onRetry={refresh} onCancel={onClose}>
      {(shown) => <IeoPreviewFacts preview={shown} />}
    </ConfirmSheet>
  )
}
