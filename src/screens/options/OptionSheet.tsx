import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { isUnanswered } from '#api/apiError.ts'
import { useWrite } from '#api/mutation.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { kindOf } from '#contract/orders/kind.ts'
import type { OptionAsked, OptionOrder, OptionPreview } from '#contract/orders/option.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatShare, formatSigned } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { OptionFailure } from './OptionFailure.tsx'
import { OptionReceipt } from './OptionReceipt.tsx'
import styles from './Options.module.css'
import { useOptionPreview } from './useOptionPreview.ts'

interface OptionSheetProps {
  order: OptionAsked
  /** Made when the sheet opened; every try carries it, so that it can happen only once. */
  requestId: string
  name: string
  listed: MarketSymbol
  onDone(): void
  onBought(): void
}

/** The last look: every figure, the worst loss, two equal buttons; then the receipt. */
export function OptionSheet({ order, requestId, name, listed, onDone, onBought }: OptionSheetProps) {
  const { t } = useLingui()
  const { preview: newest, changed, error, turn, refresh } = useOptionPreview(order)
  const place = useWrite(trading.openPosition, { errors: 'inline' })
  const [done, setDone] = useState<OptionOrder>()
  // What an unanswered try showed: asking again must send the very same, or it could not be known for the same order.
  const [asked, setAsked] = useState<OptionPreview>()
  const preview = asked ?? newest
  const failure = place.error
  const { quantity } = order

  async function confirm(shown: OptionPreview) {
    try {
      setDone(kindOf(3, await place.mutateAsync({ body: { ...order, confirmToken: shown.confirmToken }, requestId })))
      onBought()
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
        title={t`Bought`}
        footer={
          <Button wide size="large" onClick={onDone}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        <OptionReceipt order={done} listed={listed} />
      </Sheet>
    )
  }
  return (
    <Sheet
      open
      onClose={onDone}
      title={t`Buy ${quantity} × ${name}`}
      footer={
        <div className={styles.choice}>
          <Button kind="secondary" size="large" disabled={place.isPending} onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <Button size="large" busy={place.isPending} disabled={!preview} onClick={() => preview && void confirm(preview)}>
            {failure && isUnanswered(failure) ? <Trans>Ask again</Trans> : <Trans>Confirm</Trans>}
          </Button>
        </div>
      }
    >
      {preview ? (
        <Figures preview={preview} listed={listed} changed={asked ? new Set() : changed} turn={turn} />
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
      <OptionFailure failure={failure} />
    </Sheet>
  )
}

interface FiguresProps {
  preview: OptionPreview
  listed: MarketSymbol
  changed: ReadonlySet<keyof OptionPreview>
  turn: number
}

function Figures({ preview, listed, changed, turn }: FiguresProps) {
  const shown = (key: keyof OptionPreview, text: string): ReactNode => (
    <span key={changed.has(key) ? turn : 0} className={changed.has(key) ? styles.changed : undefined}>
      {text}
    </span>
  )
  // All eight decimals: what is shown is what is charged.
  const usdt = (value: string) => `${formatAmount(value, 8)} USDT`
  const { base } = listed
  return (
    <>
      <Facts
        rows={[
          { key: 'price', name: <Trans>Ask for 1 {base}</Trans>, value: shown('price', `${formatAmount(preview.price, 2)} USDT`) },
          { key: 'premium', name: <Trans>Premium</Trans>, value: shown('premium', usdt(preview.premium)) },
          { key: 'fee', name: <Trans>Fee</Trans>, value: shown('fee', usdt(preview.fee)) },
          {
            key: 'even',
            name: <Trans>Break-even at expiry</Trans>,
            value: shown('breakEven', formatAmount(preview.breakEven, listed.priceScale)),
          },
          { key: 'expiry', name: <Trans context="an option">Expiry</Trans>, value: formatTime(preview.expiry) },
          {
            key: 'iv',
            name: <Trans>Implied volatility, delta</Trans>,
            value: `${formatShare(preview.iv)} · ${formatSigned(preview.delta, 4)}`,
          },
        ]}
      />
      <p className={styles.worst}>
        <span>
          <Trans>Most you can lose</Trans>
        </span>
        <strong>{shown('youPay', usdt(preview.worstLoss.amount))}</strong>
        <small>
          <Trans>All of it is paid now, and all of it can be lost. We are the other side.</Trans>
        </small>
      </p>
      <p className={styles.note}>
        <Trans>
          You buy at the ask of the second in which the order arrives. A better one is yours; one worse by more than 1% is refused. It is
          settled by the mean of the last 30 minutes of the price record before expiry.
        </Trans>
      </p>
    </>
  )
}
