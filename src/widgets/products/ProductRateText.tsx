import { Plural, Trans } from '@lingui/react/macro'
import type { EarnProduct } from '#contract/calls/products.ts'
import { formatFractionAsPercent } from './rateText.ts'
import { Text } from '#ui/Text.tsx'
import styles from './Products.module.css'

type ProductRates = Pick<EarnProduct, 'rateMin' | 'rateMax' | 'last30'>
export type RecentRateStats = NonNullable<EarnProduct['last30']>

/** A variable rate as it was, never as a promise: average, least and most of the last days, and how many brought nothing. */
export function ProductRateText({
  product: { rateMin, rateMax, last30 },
  backtest,
}: {
  product: ProductRates
  backtest?: RecentRateStats | undefined
}) {
  const [least, most] = [formatFractionAsPercent(rateMin), formatFractionAsPercent(rateMax)]
  if (!last30) {
    return (
      <div className={styles.rate}>
        <p>
          <Trans>
            Variable, {least} to {most} a day. No day has been worked out yet.
          </Trans>
        </p>
        {backtest && <BacktestedRate backtest={backtest} />}
      </div>
    )
  }
  const { days, zeroDays } = last30
  const [low, high] = [formatFractionAsPercent(last30.min), formatFractionAsPercent(last30.max)]
  return (
    <div className={styles.rate}>
      <p>
        <strong>{formatFractionAsPercent(last30.avg)}</strong>{' '}
        <span>
          <Plural value={days} one="a day, of the last day" other="a day, average of the last # days" />
        </span>
      </p>
      <Text tone="muted">
        <Trans>
          Variable: {low} to {high} in these days, at most {most}.
        </Trans>{' '}
        <Plural value={zeroDays} _0="No day brought nothing." one="# day brought nothing." other="# days brought nothing." />
      </Text>
    </div>
  )
}

/** What the days before there was a product would have brought: never a result. */
function BacktestedRate({ backtest: { avg, min, max, zeroDays, days } }: { backtest: RecentRateStats }) {
  const [average, low, high] = [formatFractionAsPercent(avg), formatFractionAsPercent(min), formatFractionAsPercent(max)]
  return (
    <Text tone="muted">
      <Trans>
        Back-test of {days} days, not results: {average} a day on average, {low} to {high}.
      </Trans>{' '}
      <Plural value={zeroDays} _0="No day brought nothing." one="# day brought nothing." other="# days brought nothing." />
    </Text>
  )
}
