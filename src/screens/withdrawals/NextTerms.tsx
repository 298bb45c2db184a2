import { Trans } from '@lingui/react/macro'
import { formatDay } from '#i18n/date.ts'
import { compare } from '#rules/decimal.ts'
import { fullAmount } from '#widgets/fullAmount.ts'
import type { Way } from './useWays.ts'
import styles from './Withdrawals.module.css'

/** An announced change of what a way out costs or takes, known a week before (product §3.4 W-b). */
export function NextTerms({ way, next }: { way: Way; next: NonNullable<Way['next']> }) {
  const [date, fee, least, currency] = [formatDay(next.from), fullAmount(next.withdrawFee), fullAmount(next.withdrawMin), way.currency]
  return (
    <p className={styles.quiet}>
      {compare(next.withdrawFee, way.fee) !== 0 && (
        <Trans>
          From {date} the fee is {fee} {currency}.
        </Trans>
      )}{' '}
      {compare(next.withdrawMin, way.min) !== 0 && (
        <Trans>
          From {date} the smallest withdrawal is {least} {currency}.
        </Trans>
      )}
    </p>
  )
}
