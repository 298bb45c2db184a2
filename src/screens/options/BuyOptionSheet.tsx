import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useApiWrite } from '#api/mutation.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { trading } from '#contract/calls/trading.ts'
import { requireOrderKind } from '#contract/orders/kind.ts'
import type { OptionOrderRequest, OptionOrderPreview } from '#contract/orders/option.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatCostWithCurrency, formatCostSumWithCurrency } from '#i18n/cost.ts'
import { formatMoney } from '#i18n/money.ts'
import { formatAmount, formatPercent, formatSignedAmount } from '#i18n/number.ts'
import { Button } from '#ui/Button.tsx'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { ConfirmSheet } from '#widgets/form/ConfirmSheet.tsx'
import { useConfirmation } from '#widgets/form/useConfirming.ts'
import { OptionReceipt } from './OptionReceipt.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Options.module.css'
import { useOptionPreview } from './useOptionPreview.ts'

interface BuyOptionSheetProps {
  order: OptionOrderRequest
  name: string
  listed: MarketWithPrice
  onDone(): void
  onBought(): void
}

/** The last look: every figure, the worst loss, two equal buttons; then the receipt. */
export function BuyOptionSheet({ order, name, listed, onDone, onBought }: BuyOptionSheetProps) {
  const { t } = useLingui()
  const { preview, changed, error, turn, refresh } = useOptionPreview(order)
  const place = useApiWrite(trading.openPosition, { errors: 'inline' })
  const send = async ({ confirmToken }: OptionOrderPreview, requestId: string) => {
    const bought = requireOrderKind(3, await place.mutateAsync({ body: { ...order, confirmToken }, requestId }))
    onBought()
    return bought
  }
  const confirming = useConfirmation(preview, refresh, send, { toast: () => t`Bought` })
  const { done, isAsked } = confirming
  const { quantity } = order

  if (done) {
    return (
      <BottomSheet
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
      </BottomSheet>
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

const nothing: ReadonlySet<keyof OptionOrderPreview> = new Set()

interface FiguresProps {
  preview: OptionOrderPreview
  listed: MarketWithPrice
  changed: ReadonlySet<keyof OptionOrderPreview>
  turn: number
}

function Figures({ preview, listed, changed, turn }: FiguresProps) {
  const shown = (key: keyof OptionOrderPreview, text: string): ReactNode => (
    <span key={changed.has(key) ? turn : 0} className={changed.has(key) ? styles.changed : undefined}>
      {text}
    </span>
  )
  const usdt = (value: string) => formatMoney(value, 'USDT')
  const { base } = listed
  return (
    <>
      <DescriptionList
        rows={[
          { key: 'price', name: <Trans>Ask for 1 {base}</Trans>, value: shown('price', usdt(preview.price)) },
          { key: 'premium', name: <Trans>Premium</Trans>, value: shown('premium', formatCostWithCurrency(preview.premium, 'USDT')) },
          { key: 'fee', name: <Trans>Fee</Trans>, value: shown('fee', formatCostWithCurrency(preview.fee, 'USDT')) },
          {
            key: 'even',
            name: <Trans>Break-even at expiry</Trans>,
            value: shown('breakEven', formatAmount(preview.breakEven, listed.priceScale)),
          },
          { key: 'expiry', name: <Trans context="an option">Expiry</Trans>, value: formatDateTime(preview.expiry) },
          {
            key: 'iv',
            name: <Trans>Implied volatility, delta</Trans>,
            value: `${formatPercent(preview.iv)} · ${formatSignedAmount(preview.delta, 4)}`,
          },
        ]}
      />
      <p className={styles.worst}>
        <span>
          <Trans>Most you can lose</Trans>
        </span>
        <strong>{shown('youPay', formatCostSumWithCurrency([preview.premium, preview.fee], 'USDT'))}</strong>
        <small>
          <Trans>All of it is paid now, and all of it can be lost. We are the other side.</Trans>
        </small>
      </p>
      <Text tone="muted">
        <Trans>
          You buy at the ask of the second in which the order arrives. A better one is yours; one worse by more than 1% is refused. It is
          settled by the mean of the last 30 minutes of the price record before expiry.
        </Trans>
      </Text>
    </>
  )
}
