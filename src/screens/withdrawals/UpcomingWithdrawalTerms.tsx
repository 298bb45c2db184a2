import { Trans } from '@lingui/react/macro'
import { formatDate } from '#i18n/date.ts'
import { compareDecimals } from '#rules/decimal.ts'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'
import type { WithdrawalMethod } from './useWithdrawalMethodsAndBalances.ts'
import styles from './Withdrawals.module.css'

/** An announced change of what a way out costs or takes, known a week before (docs/rules/deposits-and-withdrawals.md). */
export function UpcomingWithdrawalTerms({ way, next }: { way: WithdrawalMethod; next: NonNullable<WithdrawalMethod['next']> }) {
  const [date, fee, least, currency] = [
    formatDate(next.from),
    formatFullAmount(next.withdrawFee),
    formatFullAmount(next.withdrawMin),
    way.currency,
  ]
  return (
    <p className={styles.quiet}>
      {compareDecimals(next.withdrawFee, way.fee) !== 0 && (
        <Trans>
          From {date} the fee is {fee} {currency}.
        </Trans>
      )}{' '}
      {compareDecimals(next.withdrawMin, way.min) !== 0 && (
        <Trans>
          From {date} the smallest withdrawal is {least} {currency}.
        </Trans>
      )}
    </p>
  )
}
