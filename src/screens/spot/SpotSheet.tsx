import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import { kindOf } from '#contract/orders/kind.ts'
import { direction, positionStatus } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
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
  const { t } = useLingui()
  const { preview: newest, changed, error, turn, refresh } = useSpotPreview(order)
  const place = useWrite(trading.openPosition, { errors: 'inline' })
  const [done, setDone] = useState<AnySpotOrder>()
  // What an unanswered try showed: asking again must send the very same, or it could not be known for the same order.
  const [asked, setAsked] = useState<Shown>()
  const preview = asked ?? newest
  const isResting = useRest(asked || changed.size === 0 ? 0 : turn)
  const failure = place.error
  const isBuy = order.direction === direction.long
  const title = useTitle(order, base, places)

  async function confirm(shown: Shown) {
    try {
      setDone(kindOf(order.posType, await place.mutateAsync({ body: { ...order, confirmToken: shown.confirmToken }, requestId })))
      onPlaced()
    } catch (problem) {
      setAsked(isUnanswered(problem) ? shown : undefined)
      if (!isUnanswered(problem)) refresh()
    }
  }

  if (done) return <Receipt done={done} places={places} onDone={onDone} />
  return (
    <Sheet
      open
      onClose={onDone}
      title={title}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={place.isPending} onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind={isBuy ? 'long' : 'short'}
            size="large"
            busy={place.isPending}
            disabled={!preview || isResting}
            onClick={() => preview && void confirm(preview)}
          >
            {failure && isUnanswered(failure) ? <Trans>Ask again</Trans> : <Trans>Confirm</Trans>}
          </Button>
        </div>
      }
    >
      {preview ? (
        <PreviewLines
          preview={preview}
          byQuantity={order.quantity !== undefined}
          changed={asked ? new Set() : changed}
          turn={turn}
          places={places}
        />
      ) : error ? (
        <ErrorState
          title={error.message}
          text={t`Nothing was charged.`}
          onRetry={refresh}
          retryLabel={t`Try again`}
          detail={error.traceId}
        />
      ) : (
        <Skeleton lines={5} />
      )}
      {failure && (
        <p className={styles.failure} role="alert">
          {isUnanswered(failure) ? (
            <Trans>No answer came, so it is not known whether the order was placed. Asking again is safe: it can happen only once.</Trans>
          ) : (
            <>
              {failure.message} <Trans>Nothing was charged.</Trans>
            </>
          )}
        </p>
      )}
    </Sheet>
  )
}

const restMs = 600

/** After a figure moved the button waits a moment, so that nobody confirms a number that was not read (product §4.1). */
function useRest(movedIn: number): boolean {
  const [restedIn, setRestedIn] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setRestedIn(movedIn), restMs)
    return () => clearTimeout(timer)
  }, [movedIn])
  return movedIn !== 0 && movedIn !== restedIn
}

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
