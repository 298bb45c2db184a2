import { Trans, useLingui } from '@lingui/react/macro'
import { useWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import { kindOf } from '#contract/orders/kind.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { useConfirming } from '#widgets/useConfirming.ts'
import { PreviewLines } from './PreviewLines.tsx'
import styles from './Spot.module.css'
import { type AnySpotOrder, SpotFacts } from './SpotFacts.tsx'
import { type Asked, type Shown, useSpotPreview } from './useSpotPreview.ts'

interface SpotSheetProps {
  order: Asked
  base: string
  places: number
  /** Made when the sheet opened; every try carries it, so that it can happen only once. */
  requestId: string
  onDone(): void
  onPlaced(): void
}

/** The last look before an order: price, fee, what is given and what comes, two equal buttons. */
export function SpotSheet({ order, base, places, requestId, onDone, onPlaced }: SpotSheetProps) {
  const { preview, changed, error, turn, refresh } = useSpotPreview(order)
  const place = useWrite(trading.openPosition, { errors: 'inline' })
  const confirming = useConfirming(preview, refresh, async ({ confirmToken }: Shown): Promise<AnySpotOrder> => {
    const made = kindOf(order.posType, await place.mutateAsync({ body: { ...order, confirmToken }, requestId }))
    onPlaced()
    return made
  })
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
        <PreviewLines
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

const nothing: ReadonlySet<keyof Shown> = new Set()

function useTitle(order: Asked, base: string, places: number): string {
  const { t } = useLingui()
  const isBuy = order.direction === direction.long
  if (!('price' in order) || order.price === undefined) return isBuy ? t`Buy ${base}` : t`Sell ${base}`
  const price = formatAmount(order.price, places)
  return isBuy ? t`Buy ${base} at ${price}` : t`Sell ${base} at ${price}`
}

function Receipt({ done, places, onDone }: { done: AnySpotOrder; places: number; onDone(): void }) {
  const { t } = useLingui()
  const isWaiting = done.status === positionStatus.pending
  return (
    <Sheet
      open
      onClose={onDone}
      title={isWaiting ? t`Order placed` : done.direction === direction.long ? t`Bought` : t`Sold`}
      footer={
        <Button wide size="large" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {isWaiting && (
        <p className={styles.note}>
          <Trans>It waits under Open orders until the market reaches your price.</Trans>
        </p>
      )}
      <SpotFacts order={done} places={places} />
    </Sheet>
  )
}
