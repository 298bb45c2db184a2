import { Trans } from '@lingui/react/macro'
import { useLivePrice } from '#api/stream/prices.ts'
import { serverNow, toDeviceTime } from '#api/serverClock.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { formatAmount } from '#i18n/number.ts'
import { Text } from '#ui/Text.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LivePriceChange } from '#widgets/market/LivePriceChange.tsx'
import { marketFiguresSinceText } from '#widgets/market/openingWords.ts'
import { LivePriceTag } from '#widgets/market/LivePriceTag.tsx'
import styles from './Chart.module.css'

/** The price and its day, or what there is of one. `asOf` is when the list was made: while no live price comes, a price is as old as that or older. */
export function PriceHeader({ listed, asOf }: { listed: MarketWithPrice; asOf: number }) {
  const live = useLivePrice(listed.symbol)
  const { since24, ts } = listed
  // The list may be of now and the price of last week, where the market is closed.
  const listedAt = ts === 0 ? asOf : Math.min(asOf, toDeviceTime(ts))
  return (
    <header className={styles.header}>
      <div>
        <LivePriceTag symbol={listed.symbol} places={listed.priceScale} fallback={listed.currentPrice} size="large" />
        <p className={styles.change}>
          <LivePriceChange symbol={listed.symbol} fallback={listed.riseRate} />
          {since24 !== undefined && (
            <Text as="span" tone="muted">
              {marketFiguresSinceText(since24, serverNow())}
            </Text>
          )}
          <DataAgeChip at={live ? toDeviceTime(live.atMs) : listedAt} />
        </p>
      </div>
      <dl className={styles.day}>
        <dt>{since24 === undefined ? <Trans>24 h high</Trans> : <Trans context="price of a bar">High</Trans>}</dt>
        <dd>{formatAmount(listed.high, listed.priceScale)}</dd>
        <dt>{since24 === undefined ? <Trans>24 h low</Trans> : <Trans context="price of a bar">Low</Trans>}</dt>
        <dd>{formatAmount(listed.low, listed.priceScale)}</dd>
        <dt>
          <Trans>24 h turnover</Trans>
        </dt>
        <dd>{formatAmount(listed.amount, 0)}</dd>
      </dl>
    </header>
  )
}
