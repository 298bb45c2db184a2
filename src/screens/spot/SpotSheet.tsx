import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import { trading } from '#contract/calls/trading.ts'
import { kindOf } from '#contract/orders/kind.ts'
import type { SpotAsked, SpotOrder, SpotPreview } from '#contract/orders/spot.ts'
import { direction } from '#contract/states.ts'
import { formatAmount, formatShare } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './Spot.module.css'
import { SpotFacts } from './SpotFacts.tsx'
import { useSpotPreview } from './useSpotPreview.ts'

interface SpotSheetProps {
  order: SpotAsked
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
  const [done, setDone] = useState<SpotOrder>()
  // What an unanswered try showed: asking again must send the very same, or it could not be known for the same order.
  const [asked, setAsked] = useState<SpotPreview>()
  const preview = asked ?? newest
  const failure = place.error
  const isBuy = order.direction === direction.long

  async function confirm(shown: SpotPreview) {
    try {
      setDone(kindOf(1, await place.mutateAsync({ body: { ...order, confirmToken: shown.confirmToken }, requestId })))
      onPlaced()
    } catch (problem) {
      setAsked(isUnanswered(problem) ? shown : undefined)
      if (!isUnanswered(problem)) refresh()
    }
  }

  if (done) {
    return (
      <Sheet
        open
        onClose={onDone}
        title={isBuy ? t`Bought` : t`Sold`}
        footer={
          <Button wide size="large" onClick={onDone}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        <SpotFacts order={done} places={places} />
      </Sheet>
    )
  }
  return (
    <Sheet
      open
      onClose={onDone}
      title={isBuy ? t`Buy ${base}` : t`Sell ${base}`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={place.isPending} onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind={isBuy ? 'long' : 'short'}
            size="large"
            busy={place.isPending}
            disabled={!preview}
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

interface PreviewLinesProps {
  preview: SpotPreview
  byQuantity: boolean
  changed: ReadonlySet<keyof SpotPreview>
  turn: number
  places: number
}

function PreviewLines({ preview, byQuantity, changed, turn, places }: PreviewLinesProps) {
  const { base } = preview
  const isBuy = preview.direction === direction.long
  // What the person named is sure; what follows from the price is that of the second in which the order arrives.
  const isGiveSure = isBuy !== byQuantity
  const isGetSure = isBuy && byQuantity
  const shown = (key: keyof SpotPreview, text: string): ReactNode => (
    <span key={changed.has(key) ? turn : 0} className={changed.has(key) ? styles.changed : undefined}>
      {text}
    </span>
  )
  const eight = (value: string, unit: string) => `${formatAmount(value, 8)} ${unit}`
  return (
    <>
      <Facts
        rows={[
          { key: 'price', name: <Trans>Price</Trans>, value: shown('price', `${formatAmount(preview.price, places)} USDT`) },
          { key: 'notional', name: <Trans>Order value</Trans>, value: shown('notional', eight(preview.notional, 'USDT')) },
          { key: 'fee', name: <Trans>Fee</Trans>, value: shown('fee', `${eight(preview.fee, 'USDT')} (${formatShare(preview.feeRate)})`) },
          {
            key: 'give',
            name: isGiveSure ? <Trans>You give</Trans> : <Trans>You give, about</Trans>,
            value: shown('give', eight(preview.give, isBuy ? 'USDT' : base)),
          },
          {
            key: 'get',
            name: isGetSure ? <Trans>You get</Trans> : <Trans>You get, about</Trans>,
            value: shown('get', eight(preview.get, isBuy ? base : 'USDT')),
            strong: true,
          },
        ]}
      />
      <p className={styles.note}>
        <Trans>
          The order is filled at the price of the second it arrives in. A better one is yours; one worse by more than 0.5% is refused.
        </Trans>
      </p>
    </>
  )
}
