import { Plural, Trans } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { percentText } from './rateText.ts'
import styles from './Products.module.css'

type Rated = Pick<Product, 'rateMin' | 'rateMax' | 'last30'>
export type LastDays = NonNullable<Product['last30']>

/** A variable rate as it was, never as a promise: average, least and most of the last days, and how many brought nothing. */
export function RateLine({ product: { rateMin, rateMax, last30 }, tested }: { product: Rated; tested?: LastDays | undefined }) {
  const [least, most] = [percentText(rateMin), percentText(rateMax)]
  if (!last30) {
    return (
      <div className={styles.rate}>
        <p>
          <Trans>
            Variable, {least} to {most} a day. No day has been worked out yet.
          </Trans>
        </p>
        {tested && <Tested tested={tested} />}
      </div>
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

/** What the days before there was a product would have brought: never a result. */
function Tested({ tested: { avg, min, max, zeroDays, days } }: { tested: LastDays }) {
  const [average, low, high] = [percentText(avg), percentText(min), percentText(max)]
  return (
    <p className={styles.quiet}>
      <Trans>
        Back-test of {days} days, not results: {average} a day on average, {low} to {high}.
      </Trans>{' '}
      <Plural value={zeroDays} _0="No day brought nothing." one="# day brought nothing." other="# days brought nothing." />
    </p>
  )
}
