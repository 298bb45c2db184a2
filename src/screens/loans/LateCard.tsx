import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { type LoanOrder, loans } from '#contract/calls/loans.ts'
import { Card } from '#ui/Card.tsx'
import { Facts } from '#ui/Facts.tsx'
import { money } from './amounts.ts'
import { termsOf } from './loanFigures.ts'
import styles from './Loans.module.css'

/** What being late means, without threats: the days of grace, what a day costs after them, and what may be taken at most. */
export function LateCard({ order }: { order: LoanOrder }) {
  const { t } = useLingui()
  const { currency, outstanding, principalLeft, overdueDays: days, kind } = order
  const set = useQuery(query(loans.loanSets, {})).data?.find((one) => one.kind === kind)
  const owed = `${money(outstanding)} ${currency}`
  return (
    <Card>
      <div className={styles.limit}>
        {days > 0 && (
          <strong>
            <Plural value={days} one="# day late" other="# days late" />
          </strong>
        )}
        {set && (
          <Facts
            rows={[
              { key: 'grace', name: t`Days of grace`, value: String(set.graceDays) },
              {
                key: 'late',
                name: t`Late interest a day`,
                value: `${money(termsOf(principalLeft, order, set.lateFactor).perLateDay)} ${currency}`,
              },
            ]}
          />
        )}
        <p className={styles.quiet}>
          <Trans>
            After three notices up to {owed} may be taken from your available USDT, and no more. Coins that are not pledged are never sold
            for it.
          </Trans>
        </p>
      </div>
    </Card>
  )
}
