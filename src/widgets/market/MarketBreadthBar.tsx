import { Trans } from '@lingui/react/macro'
import styles from './MarketBreadthBar.module.css'

export interface MarketBreadthBarProps {
  up: number
  down: number
  flat: number
}

/** How many rose, stood still and fell, as one bar with its numbers. */
export function MarketBreadthBar({ up, down, flat }: MarketBreadthBarProps) {
  return (
    <span className={styles.figure}>
      <span className={styles.numbers}>
        <span className={styles.up}>
          <svg viewBox="0 0 8 8" fill="currentColor" aria-hidden="true">
            <path d="M4 1 7.5 7h-7Z" />
          </svg>
          <Trans>{up} up</Trans>
        </span>
        {flat > 0 && (
          <span className={styles.flat}>
            <Trans>{flat} unchanged</Trans>
          </span>
        )}
        <span className={styles.down}>
          <Trans>{down} down</Trans>
          <svg viewBox="0 0 8 8" fill="currentColor" aria-hidden="true">
            <path d="M4 7 .5 1h7Z" />
          </svg>
        </span>
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.rise} style={{ flexGrow: up }} />
        <span className={styles.still} style={{ flexGrow: flat }} />
        <span className={styles.fall} style={{ flexGrow: down }} />
      </span>
    </span>
  )
}
