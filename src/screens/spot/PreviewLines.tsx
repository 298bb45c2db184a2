import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { direction, orderType, posType } from '#contract/states.ts'
import { formatAmount, formatShare } from '#i18n/number.ts'
import { Facts } from '#ui/Facts.tsx'
import styles from './Spot.module.css'
import type { Shown } from './useSpotPreview.ts'

interface PreviewLinesProps {
  preview: Shown
  /** The order named coins, not money. */
  byQuantity: boolean
  changed: ReadonlySet<keyof Shown>
  turn: number
  places: number
}

/** Every figure of an order before it is placed, the most that it can cost in its own box. */
export function PreviewLines({ preview, byQuantity, changed, turn, places }: PreviewLinesProps) {
  const { base } = preview
  const isBuy = preview.direction === direction.long
  const isLimit = preview.orderType === orderType.limit
  const isFirm = preview.posType === posType.instantSpot
  // What the person named is sure; what follows from the price is that of the second in which the order arrives.
  const isGiveSure = isFirm || isBuy !== byQuantity
  const isGetSure = isFirm || (isBuy && (byQuantity || isLimit))
  const shown = (key: keyof Shown, text: string): ReactNode => (
    <span key={changed.has(key) ? turn : 0} className={changed.has(key) ? styles.changed : undefined}>
      {text}
    </span>
  )
  const eight = (value: string, unit: string) => `${formatAmount(value, 8)} ${unit}`
  return (
    <>
      <Facts
        rows={[
          {
            key: 'price',
            name: isLimit ? <Trans>Limit price</Trans> : <Trans>Price</Trans>,
            value: shown('price', `${formatAmount(preview.price, places)} USDT`),
          },
          { key: 'notional', name: <Trans>Order value</Trans>, value: shown('notional', eight(preview.notional, 'USDT')) },
          { key: 'fee', name: <Trans>Fee</Trans>, value: shown('fee', `${eight(preview.fee, 'USDT')} (${formatShare(preview.feeRate)})`) },
          {
            key: 'give',
            name: isLimit ? <Trans>Set aside, at most paid</Trans> : isGiveSure ? <Trans>You give</Trans> : <Trans>You give, about</Trans>,
            value: shown('give', eight(preview.give, isBuy ? 'USDT' : base)),
          },
          {
            key: 'get',
            name: isLimit && !isBuy ? <Trans>You get, at least</Trans> : isGetSure ? <Trans>You get</Trans> : <Trans>You get, about</Trans>,
            value: shown('get', eight(preview.get, isBuy ? base : 'USDT')),
            strong: true,
          },
          ...(preview.unused && /[1-9]/.test(preview.unused)
            ? [{ key: 'unused', name: <Trans>Stays with you</Trans>, value: eight(preview.unused, 'USDT') }]
            : []),
        ]}
      />
      <Worst preview={preview} isBuy={isBuy} />
      <Notes preview={preview} isLimit={isLimit} isFirm={isFirm} />
    </>
  )
}

function Worst({ preview, isBuy }: { preview: Shown; isBuy: boolean }) {
  const { base, worstLoss } = preview
  const worst = `${formatAmount(worstLoss.amount, 8)} ${worstLoss.currency}`
  return (
    <p className={styles.worst}>
      <strong>
        <Trans>Most you can lose: {worst}</Trans>
      </strong>
      <span>
        {isBuy ? (
          <Trans>The {base} is yours, without a loan. It is worth what the market says, which can be nothing.</Trans>
        ) : (
          <Trans>Selling costs the fee. What the price does afterwards does not touch you.</Trans>
        )}
      </span>
    </p>
  )
}

function Notes({ preview, isLimit, isFirm }: { preview: Shown; isLimit: boolean; isFirm: boolean }) {
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
        <p className={styles.failure} role="alert">
          <Trans>That is more than you have.</Trans>
        </p>
      )}
    </>
  )
}
