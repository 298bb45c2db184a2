import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { ieo as calls, type IeoOrder, type IeoPayPreview } from '#contract/calls/ieo.ts'
import { showToast } from '#ui/toast.ts'
import { ConfirmSheet } from '#widgets/form/ConfirmSheet.tsx'
import { useConfirmation } from '#widgets/form/useConfirming.ts'
import { IeoPreviewFacts } from './IeoPreviewFacts.tsx'
import { type IeoPayPreviewPayload, useIeoPayPreview } from './useIeoPreview.ts'

interface IeoPaySheetProps {
  order: IeoOrder
  /** Keep it while nothing in it changes. */
  wish: IeoPayPreviewPayload
  onClose(): void
}

/** The last look before paying for what was won, whole or in part. */
export function IeoPaySheet({ order, wish, onClose }: IeoPaySheetProps) {
  const { t } = useLingui()
  const { preview, changed, turn, error, refresh } = useIeoPayPreview(wish)
  const pay = useApiWrite(calls.payForIeo, { errors: 'inline' })
  const send = ({ confirmToken }: IeoPayPreview, requestId: string) => pay.mutateAsync({ body: { ...wish, confirmToken }, requestId })
  const confirming = useConfirmation(preview, refresh, send, {
    toast: () => t({ message: 'Paid', context: 'money for tokens' }),
    onDone: () => {
      showToast(t`Paid. Your tokens unlock on the days below.`, { tone: 'good' })
      onClose()
    },
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
      {(shown) => <IeoPreviewFacts preview={shown} />}
    </ConfirmSheet>
  )
}
