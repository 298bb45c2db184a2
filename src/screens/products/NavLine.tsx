import { Trans } from '@lingui/react/macro'
import type { Product } from '#contract/calls/products.ts'
import { dayText, navText } from '#widgets/products/rateText.ts'
import styles from './Earn.module.css'

/** The newest unit value of a fund and the day that it is of. It can fall. */
export function NavLine({ product: { nav, navDay, currency } }: { product: Product }) {
  if (nav === undefined) {
    return (
      <p className={styles.quiet}>
        <Trans>The first unit value comes with the next day.</Trans>
      </p>
    )
  }
  const day = navDay === undefined ? '' : dayText(navDay)
  return (
    <div>
      <p>
        <strong className={styles.figure}>{navText(nav)}</strong>{' '}
        <span className={styles.quiet}>
          {navDay === undefined ? (
            <Trans>{currency} a unit</Trans>
          ) : (
            <Trans>
              {currency} a unit, {day}
            </Trans>
          )}
        </span>
      </p>
      <p className={styles.quiet}>
        <Trans>It rises and falls. You buy and sell at the next day's value.</Trans>
      </p>
    </div>
  )
}
