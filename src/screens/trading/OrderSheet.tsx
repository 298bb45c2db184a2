import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { ApiError, isUnanswered, unanswered } from '#api/apiError.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Order, Position } from '#contract/calls/trading.ts'
import { direction } from '#contract/states.ts'
import { formatAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Desk, OrderPreview } from './desk.ts'
import { Facts } from './Facts.tsx'
import styles from './OrderSheet.module.css'
import { Receipt } from './Receipt.tsx'
import { usePreview } from './usePreview.ts'

interface OrderSheetProps {
  listed: MarketSymbol
  desk: Desk
  order: Order
  /** Made when the sheet opened; every try of this order carries it, so that it can happen only once. */
  requestId: string
  onDone(): void
  onPlaced(): void
}

/** The last look before an order: every number it will be charged, the worst loss, two equal buttons. */
export function OrderSheet({ listed, desk, order, requestId, onDone, onPlaced }: OrderSheetProps) {
  const { t } = useLingui()
  const { preview: newest, changed, error, refresh } = usePreview(desk, order)
  const [placed, setPlaced] = useState<Position>()
  const [failure, setFailure] = useState<ApiError>()
  // What an unanswered try showed. Asking again must send the very same, or the server could not know it for the same order.
  const [asked, setAsked] = useState<OrderPreview>()
  const preview = asked ?? newest
  const [isBusy, setIsBusy] = useState(false)

  async function confirm(shown: OrderPreview) {
    setIsBusy(true)
    setFailure(undefined)
    try {
      setPlaced(await desk.open(order, shown, requestId))
      onPlaced()
    } catch (problem) {
      setFailure(problem instanceof ApiError ? problem : unanswered('NETWORK', problem))
      setAsked(isUnanswered(problem) ? shown : undefined)
      // Refused: nothing happened, so the person looks at fresh numbers.
      if (!isUnanswered(problem)) refresh()
    } finally {
      setIsBusy(false)
    }
  }

  const title = useOrderTitle(listed, order, preview)
  if (placed) {
    return (
      <Sheet
        open
        onClose={onDone}
        title={t`Position opened`}
        footer={
          <Button wide size="large" onClick={onDone}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        <Receipt position={placed} listed={listed} />
      </Sheet>
    )
  }
  return (
    <Sheet
      open
      onClose={onDone}
      title={title}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={isBusy} onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind={order.direction === direction.long ? 'long' : 'short'}
            size="large"
            busy={isBusy}
            disabled={!preview}
            onClick={() => preview && void confirm(preview)}
          >
            {failure && isUnanswered(failure) ? <Trans>Ask again</Trans> : <Trans>Confirm</Trans>}
          </Button>
        </div>
      }
    >
      {preview ? (
        <PreviewLines listed={listed} preview={preview} changed={changed} />
      ) : error ? (
        <ErrorState
          title={error.message}
          text={t`Nothing was charged.`}
          onRetry={refresh}
          retryLabel={t`Try again`}
          detail={error.traceId}
        />
      ) : (
        <Skeleton lines={7} />
      )}
      {failure && <Failure failure={failure} />}
    </Sheet>
  )
}

function useOrderTitle(listed: MarketSymbol, order: Order, preview: OrderPreview | undefined): string {
  const { t } = useLingui()
  const { lever } = order
  const quantity = preview ? preview.quantity : ''
  const { base } = listed
  return order.direction === direction.long ? t`Buy ${quantity} ${base}, ${lever}×, long` : t`Sell ${quantity} ${base}, ${lever}×, short`
}

function PreviewLines({ listed, preview, changed }: { listed: MarketSymbol; preview: OrderPreview; changed: ReadonlySet<string> }) {
  const price = (value: string) => `${formatAmount(value, listed.priceScale)} ${listed.quote}`
  // All eight decimals: what is shown is what is charged.
  const usdt = (value: string) => `${formatAmount(value, 8)} USDT`
  const shown = (key: keyof OrderPreview, text: string): ReactNode => (
    <span key={text} className={changed.has(key) ? styles.changed : undefined}>
      {text}
    </span>
  )
  const worst = usdt(preview.worstLoss)
  return (
    <>
      <Facts
        rows={[
          { key: 'price', name: <Trans>Price</Trans>, value: shown('price', price(preview.price)) },
          { key: 'notional', name: <Trans>Order value</Trans>, value: shown('notional', usdt(preview.notional)) },
          { key: 'margin', name: <Trans>Margin</Trans>, value: shown('margin', usdt(preview.margin)) },
          { key: 'openFee', name: <Trans>Opening fee</Trans>, value: shown('openFee', usdt(preview.openFee)) },
          { key: 'estCloseFee', name: <Trans>Closing fee, about</Trans>, value: shown('estCloseFee', usdt(preview.estCloseFee)) },
          { key: 'liqPrice', name: <Trans>Close-out price</Trans>, value: shown('liqPrice', price(preview.liqPrice)) },
        ]}
      />
      <p className={styles.worst}>
        <strong>
          <Trans>Most you can lose: {worst}</Trans>
        </strong>
        <span>
          <Trans>Your loss stops at the margin and the fee you pay now. At half of the margin the position is closed for you.</Trans>
        </span>
      </p>
      {preview.warnings.includes('highLever') && (
        <p className={styles.note}>
          <Trans>With this leverage a small move is enough to lose most of the margin.</Trans>
        </p>
      )}
    </>
  )
}

function Failure({ failure }: { failure: ApiError }) {
  return (
    <p className={styles.failure} role="alert">
      {isUnanswered(failure) ? (
        <Trans>No answer came, so it is not known whether the order was placed. Asking again is safe: it can happen only once.</Trans>
      ) : (
        <>
          {failure.message} <Trans>Nothing was charged.</Trans>
        </>
      )}
    </p>
  )
}
