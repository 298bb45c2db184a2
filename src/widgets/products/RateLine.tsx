import { Plural, Trans } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { percentText } from './rateText.ts'
import styles from './Products.module.css'

type Rated = Pick<Product, 'rateMin' | 'rateMax' | 'last30'>

/** A variable rate as it was, never as a promise: average, least and most of the last days, and how many brought nothing. */
export function RateLine({ product: { rateMin, rateMax, last30 } }: { product: Rated }) {
  const [least, most] = [percentText(rateMin), percentText(rateMax)]
  if (!last30) {
    return (
      <p className={styles.quiet}>
        <Trans>
          Variable, {least} to {most} a day. No day has been worked out yet.
        </Trans>
      </p>
    )
  }
  const { days, zeroDays } = last30
  const [low, high] = [percentText(last30.min), percentText(last30.max)]
  return (
    <div className={styles.rate}>
      <p>
        <strong>{percentText(last30.avg)}</strong>{' '}
        <span>
          <Plural value={days} one="a day, of the last day" other="a day, average of the last # days" />
        </span>
      </p>
      <p className={styles.quiet}>
        <Trans>
          Variable: {low} to {high} in these days, at most {most}.
        </Trans>{' '}
        <Plural value={zeroDays} _0="No day brought nothing." one="# day brought nothing." other="# days brought nothing." />
      </p>
    </div>
  )
}
