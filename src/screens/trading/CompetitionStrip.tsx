import { Trans } from '@lingui/react/macro'
import type { Competition, CompetitionEntry } from '#contract/calls/competitions.ts'
import { formatAmount, formatSignedPercent, missingValueDash } from '#i18n/number.ts'
import { isNegative, isPositive } from '#rules/decimal.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './CompetitionStrip.module.css'

interface ContestStripProps {
  competition: Competition
  mine: CompetitionEntry
  isOver: boolean
}

/** Above every ticket of a competition: that nothing here is money, how one stands, and the ways out. */
export function CompetitionStrip({ competition, mine, isOver }: ContestStripProps) {
  const { id } = competition
  const participants = formatAmount(String(competition.participants), 0)
  const place = mine.rank === null ? missingValueDash : formatAmount(String(mine.rank), 0)
  return (
    <Card tone="demo">
      <Grid gap={3}>
        <Text tone="muted">
          {isOver ? (
            <Trans>Your part in this competition is over. All amounts were virtual.</Trans>
          ) : (
            <Trans>You trade with the virtual fund of this competition. None of it is money, and none of yours is at risk.</Trans>
          )}
        </Text>
        <dl className={styles.figures}>
          <div>
            <dt>
              <Trans context="in a competition">Place</Trans>
            </dt>
            <dd>
              <Trans>
                {place} of {participants}
              </Trans>
            </dd>
          </div>
          <div>
            <dt>
              <Trans context="of a competition">Yield</Trans>
            </dt>
            <dd data-tone={isNegative(mine.yieldRate) ? 'fall' : isPositive(mine.yieldRate) ? 'rise' : undefined}>
              {formatSignedPercent(mine.yieldRate)}
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Equity</Trans>
            </dt>
            <dd>{formatAmount(mine.equity, 2)}</dd>
          </div>
        </dl>
        <div className={styles.ways}>
          <ButtonLink to={path.competition} search={{ id }} kind="secondary">
            <Trans>Ranking</Trans>
          </ButtonLink>
          <ButtonLink to={path.balanceRecords} search={{ comp: id }} kind="secondary">
            <Trans>Balance records</Trans>
          </ButtonLink>
          <ButtonLink to={path.contracts} kind="quiet">
            <Trans>My own book</Trans>
          </ButtonLink>
          <ButtonLink to={path.myCompetitions} kind="quiet">
            <Trans>My competitions</Trans>
          </ButtonLink>
        </div>
      </Grid>
    </Card>
  )
}
