import { useLingui } from '@lingui/react/macro'
import { formatSignedPercent, missingValueDash } from '#i18n/number.ts'
import { joinClassNames } from '#ui/classes.ts'
import styles from './PriceChangePill.module.css'

export interface PriceChangePillProps {
  /** The change as a fraction: '0.0123'. */
  rate: string | null | undefined
  stale?: boolean
  /** `plain` is the arrow and the number without a ground. */
  variant?: 'pill' | 'plain'
}

/** A change: colour, arrow and sign all say the same. */
export function PriceChangePill({ rate, stale = false, variant = 'pill' }: PriceChangePillProps) {
  const { t } = useLingui()
  const text = formatSignedPercent(rate)
  const direction = text.startsWith('+') ? 'rise' : text.startsWith('\u2212') ? 'fall' : 'flat'
  const percent = text.slice(1, -1)
  const spoken = { rise: t`up ${percent} percent`, fall: t`down ${percent} percent`, flat: text }[direction]
  return (
    <span
      className={joinClassNames(styles.change, styles[variant])}
      data-direction={text === missingValueDash ? undefined : direction}
      data-stale={stale || undefined}
    >
      <span className="visuallyHidden">{spoken}</span>
      <span aria-hidden="true" className={styles.seen}>
        {direction !== 'flat' && (
          <svg className={styles.arrow} viewBox="0 0 8 8" fill="currentColor">
            <path d={direction === 'rise' ? 'M4 1 7.5 7h-7Z' : 'M4 7 .5 1h7Z'} />
          </svg>
        )}
        {text}
      </span>
    </span>
  )
}
