import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useWrite } from '#api/mutation.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { kindOf } from '#contract/orders/kind.ts'
import type { OptionAsked, OptionPreview } from '#contract/orders/option.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatShare, formatSigned } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ConfirmSheet } from '#widgets/ConfirmSheet.tsx'
import { useConfirming } from '#widgets/useConfirming.ts'
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
  const { preview, changed, error, turn, refresh } = useOptionPreview(order)
  const place = useWrite(trading.openPosition, { errors: 'inline' })
  const confirming = useConfirming(preview, refresh, async ({ confirmToken }: OptionPreview) => {
    const bought = kindOf(3, await place.mutateAsync({ body: { ...order, confirmToken }, requestId }))
    onBought()
    return bought
  })
  const { done, isAsked } = confirming
  const { quantity } = order

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
    <ConfirmSheet
      title={t`Buy ${quantity} × ${name}`}
      confirming={confirming}
      error={error}
      onRetry={refresh}
      movedIn={changed.size > 0 ? turn : 0}
      onCancel={onDone}
    >
      {(shown) => <Figures preview={shown} listed={listed} changed={isAsked ? nothing : changed} turn={turn} />}
    </ConfirmSheet>
  )
}

const nothing: ReadonlySet<keyof OptionPreview> = new Set()

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
