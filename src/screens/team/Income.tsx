import { Trans, useLingui } from '@lingui/react/macro'
import { useBook } from '#api/book.ts'
import type { Team } from '#contract/calls/team.ts'
import { book } from '#contract/constants.ts'
import { recordType } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Amount } from '#widgets/Amount.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import styles from './Team.module.css'

/** What came in so far, and where each day of it stands. */
export function Income({ team: { teamIncome } }: { team: Team }) {
  const { t } = useLingui()
  // The records are those of the chosen book.
  const isReal = useBook() === book.real
  return (
    <Card flush>
      <div className={styles.income}>
        <span className={styles.quiet}>
          <Trans>Income so far, in your real book</Trans>
        </span>
        <strong className={styles.amount}>
          <Amount value={teamIncome} places={8} currency="USDT" hidable />
        </strong>
        <span className={styles.quiet}>
          <Trans>Each day's share comes after the day, by itself.</Trans>
        </span>
      </div>
      {isReal && (
        <RowLink
          to={path.balanceRecords}
          search={{ type: recordType.teamIncome }}
          title={t`Day by day`}
          subtitle={t`In your balance records`}
        />
      )}
    </Card>
  )
}
