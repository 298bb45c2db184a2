import { Trans, useLingui } from '@lingui/react/macro'
import { useApiWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ConfirmSheet } from '#widgets/form/ConfirmSheet.tsx'
import { useConfirmation } from '#widgets/form/useConfirming.ts'
import { SpotPreviewLines } from './SpotPreviewLines.tsx'
import styles from './Spot.module.css'
import { type AnySpotOrder, SpotOrderDetails } from './SpotOrderDetails.tsx'
import { type SpotTicketRequest, type SpotTicketPreview, useSpotPreview } from './useSpotPreview.ts'

interface ConfirmSpotOrderSheetProps {
  order: SpotTicketRequest
  base: string
  places: number
  onDone(): void
  onPlaced(): void
}

/** The last look before an order: price, fee, what is given and what comes, two equal buttons. */
export function ConfirmSpotOrderSheet({ order, base, places, onDone, onPlaced }: ConfirmSpotOrderSheetProps) {
  const { preview, changed, error, turn, refresh } = useSpotPreview(order)
  const place = useApiWrite(trading.openPosition, { errors: 'inline' })
  const receiptTitle = useReceiptTitle()
  const send = async ({ confirmToken }: SpotTicketPreview, requestId: string): Promise<AnySpotOrder> => {
    const made = requireOrderKind(order.posType, await place.mutateAsync({ body: { ...order, confirmToken }, requestId }))
    onPlaced()
    return made
  }
  const confirming = useConfirmation(preview, refresh, send, { toast: receiptTitle })
  const { done, isAsked } = confirming
  const isBuy = order.direction === direction.long
  const title = useTitle(order, base, places)

  if (done) return <Receipt done={done} places={places} onDone={onDone} />
  return (
    <ConfirmSheet
      title={title}
      confirming={confirming}
      error={error}
      onRetry={refresh}
      movedIn={changed.size > 0 ? turn : 0}
      kind={isBuy ? 'long' : 'short'}
      onCancel={onDone}
    >
      {(shown) => (
        <SpotPreviewLines
          preview={shown}
          byQuantity={order.quantity !== undefined}
          changed={isAsked ? nothing : changed}
          turn={turn}
          places={places}
        />
      )}
    </ConfirmSheet>
  )
}

const nothing: ReadonlySet<keyof SpotTicketPreview> = new Set()

function useTitle(order: SpotTicketRequest, base: string, places: number): string {
  const { t } = useLingui()
  const isBuy = order.direction === direction.long
  if (!('price' in order) || order.price === undefined) return isBuy ? t`Buy ${base}` : t`Sell ${base}`
  const price = formatAmount(order.price, places)
  return isBuy ? t`Buy ${base} at ${price}` : t`Sell ${base} at ${price}`
}

function useReceiptTitle() {
  const { t } = useLingui()
  return ({ status, direction: side }: AnySpotOrder): string =>
    status === positionStatus.pending ? t`Order placed` : side === direction.long ? t`Bought` : t`Sold`
}

function Receipt({ done, places, onDone }: { done: AnySpotOrder; places: number; onDone(): void }) {
  const title = useReceiptTitle()(done)
  return (
    <BottomSheet
      open
      onClose={onDone}
      title={title}
      footer={
        <Button wide size="large" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {done.status === positionStatus.pending && (
        <p className={styles.note}>
          <Trans>It waits under Open orders until the market reaches your price.</Trans>
        </p>
      )}
      <SpotOrderDetails order={done} places={places} />
    </BottomSheet>
  )
}
