import { Trans, useLingui } from '@lingui/react/macro'
import { useAccountType } from '#api/accountType.ts'
import type { InvitationTeam } from '#contract/calls/team.ts'
import { accountTypes } from '#contract/constants.ts'
import { balanceRecordType } from '#contract/states.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { MoneyAmount } from '#widgets/money/MoneyAmount.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { Text } from '#ui/Text.tsx'
import { Grid } from '#ui/Grid.tsx'
import styles from './Team.module.css'

/** What came in so far, and where each day of it stands. */
export function TeamIncome({ team: { teamIncome } }: { team: InvitationTeam }) {
  const { t } = useLingui()
  // The records are those of the chosen book.
  const isReal = useAccountType() === accountTypes.real
  return (
    <Card flush>
      <Grid center gap={1} className={styles.income}>
        <Text as="span" tone="quiet">
          <Trans>Income so far, in your real book</Trans>
        </Text>
        <Text as="strong" size="h1" weight="strong" tabular className={styles.amount}>
          <MoneyAmount value={teamIncome} places={2} currency="USDT" hidable />
        </Text>
        <Text as="span" tone="quiet">
          <Trans>Each day's share comes after the day, by itself.</Trans>
        </Text>
      </Grid>
      {isReal && (
        <RowLink
          to={path.balanceRecords}
          search={{ type: balanceRecordType.teamIncome }}
          title={t`Day by day`}
          subtitle={t`In your balance records`}
        />
      )}
    </Card>
  )
}
