import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { direction, orderType, posType } from '#contract/states.ts'
import { formatCostWithCurrency, formatFeeRatePercent, formatRemainderAfterCost } from '#i18n/cost.ts'
import { formatMoney } from '#i18n/money.ts'
import { formatAmount } from '#i18n/number.ts'
import { DescriptionList } from '#ui/DescriptionList.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Spot.module.css'
import type { SpotTicketPreview } from './useSpotPreview.ts'

interface SpotPreviewLinesProps {
  preview: SpotTicketPreview
  /** The order named coins, not money. */
  byQuantity: boolean
  changed: ReadonlySet<keyof SpotTicketPreview>
  turn: number
  places: number
}

/** Every figure of an order before it is placed, the most that it can cost in its own box. */
export function SpotPreviewLines({ preview, byQuantity, changed, turn, places }: SpotPreviewLinesProps) {
  const { base } = preview
  const isBuy = preview.direction === direction.long
  const isLimit = preview.orderType === orderType.limit
  const isFirm = preview.posType === posType.instantSpot
  // What the person named is sure; what follows from the price is that of the second in which the order arrives.
  const isGiveSure = isFirm || isBuy !== byQuantity
  const isGetSure = isFirm || (isBuy && (byQuantity || isLimit))
  const highlighted = (key: keyof SpotTicketPreview, text: string): ReactNode => (
    <span key={changed.has(key) ? turn : 0} className={changed.has(key) ? styles.changed : undefined}>
      {text}
    </span>
  )
  return (
    <>
      <DescriptionList
        rows={[
          {
            key: 'price',
            name: isLimit ? <Trans>Limit price</Trans> : <Trans>Price</Trans>,
            value: highlighted('price', `${formatAmount(preview.price, places)} USDT`),
          },
          {
            key: 'notional',
            name: <Trans>Order value</Trans>,
            value: highlighted(
              'notional',
              isBuy ? formatRemainderAfterCost(preview.give, preview.fee, 'USDT') : formatMoney(preview.notional, 'USDT'),
            ),
          },
          {
            key: 'fee',
            name: <Trans>Fee</Trans>,
            value: highlighted('fee', `${formatCostWithCurrency(preview.fee, 'USDT')} (${formatFeeRatePercent(preview.feeRate)})`),
          },
          {
            key: 'give',
            name: isLimit ? <Trans>Set aside, at most paid</Trans> : isGiveSure ? <Trans>You give</Trans> : <Trans>You give, about</Trans>,
            value: highlighted('give', formatCostWithCurrency(preview.give, isBuy ? 'USDT' : base)),
          },
          {
            key: 'get',
            name: isLimit && !isBuy ? <Trans>You get, at least</Trans> : isGetSure ? <Trans>You get</Trans> : <Trans>You get, about</Trans>,
            value: highlighted('get', formatMoney(preview.get, isBuy ? base : 'USDT')),
            strong: true,
          },
          ...(preview.unused && /[1-9]/.test(preview.unused)
            ? [{ key: 'unused', name: <Trans>Stays with you</Trans>, value: formatMoney(preview.unused, 'USDT') }]
            : []),
        ]}
      />
      <SpotWorstLoss preview={preview} isBuy={isBuy} />
      <SpotPreviewNotes preview={preview} isLimit={isLimit} isFirm={isFirm} />
    </>
  )
}

function SpotWorstLoss({ preview, isBuy }: { preview: SpotTicketPreview; isBuy: boolean }) {
  const { base, worstLoss } = preview
  const worst = formatCostWithCurrency(worstLoss.amount, worstLoss.currency)
  return (
    <Grid as={Notice} tone="brass" gap={1} className={styles.worst}>
      <strong>
        <Trans>Most you can lose: {worst}</Trans>
      </strong>
      <Text as="span" tone="muted">
        {isBuy ? (
          <Trans>The {base} is yours, without a loan. It is worth what the market says, which can be nothing.</Trans>
        ) : (
          <Trans>Selling costs the fee. What the price does afterwards does not touch you.</Trans>
        )}
      </Text>
    </Grid>
  )
}

function SpotPreviewNotes({ preview, isLimit, isFirm }: { preview: SpotTicketPreview; isLimit: boolean; isFirm: boolean }) {
  const keys = preview.warnings.map(({ key }) => key)
  return (
    <>
      <p className={styles.note}>
        {isLimit ? (
          <Trans>
            It waits up to 30 days for this price or a better one. What it does not need comes back, and so does all of it if you cancel.
          </Trans>
        ) : isFirm ? (
          <Trans>You get exactly this, or nothing happens. The price is renewed every few seconds until you confirm.</Trans>
        ) : (
          <Trans>
            The order is filled at the price of the second it arrives in. A better one is yours; one worse by more than 0.5% is refused.
          </Trans>
        )}
      </p>
      {keys.includes('limitReached') && (
        <p className={styles.note}>
          <Trans>The market is at this price or better already: the order fills at the next price, within a second or so.</Trans>
        </p>
      )}
      {keys.includes('insufficientBalance') && (
        <Notice tone="error" className={styles.failure} role="alert">
          <Trans>That is more than you have.</Trans>
        </Notice>
      )}
    </>
  )
}
