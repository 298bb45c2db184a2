import { Plural, Trans } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import type { Competition } from '#contract/calls/competitions.ts'
import { competitionStatus } from '#contract/states.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { CardLink } from '#widgets/CardLink.tsx'
import { competitionStageAt } from '#widgets/trading/competitionStage.ts'
import { Grid } from '#ui/Grid.tsx'
import { Row } from '#ui/Row.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Competitions.module.css'
import { CompetitionStateChips } from './CompetitionStateChips.tsx'
import { formatCompetitionPrizeTotal } from './prizes.ts'

/** A competition in the list: what it is about, what can be won, and until when. */
export function CompetitionCard({ competition }: { competition: Competition }) {
  const { id, name, fund, prizes, participants } = competition
  return (
    <CardLink to={path.competition} search={{ id }} data-competition={id}>
      <Text as="strong" size="h2" weight="strong" className={styles.title}>
        {name}
      </Text>
      <Row as="span" wrap gap={1}>
        <CompetitionStateChips competition={competition} />
      </Row>
      <Grid as="span" gap={3} rowGap={2} className={styles.pair}>
        <span>
          <Text as="span" tone="quiet">
            <Trans>Virtual fund</Trans>
          </Text>
          <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
            {formatAmount(fund, 0)}
          </Text>
        </span>
        <span>
          <Text as="span" tone="quiet">
            <Trans>Prizes</Trans>
          </Text>
          <Text as="span" size="inherit" weight="medium" tabular className={styles.figure}>
            {prizes.length === 0 ? <Trans context="prizes">None</Trans> : `${formatCompetitionPrizeTotal(prizes)} USDT`}
          </Text>
        </span>
      </Grid>
      <span className={styles.between}>
        <span>
          <CompetitionTimes competition={competition} />
        </span>
        <span>
          <Plural value={participants} one="# participant" other="# participants" />
        </span>
      </span>
    </CardLink>
  )
}

/** The next moment that matters. */
function CompetitionTimes({ competition }: { competition: Competition }) {
  const [start, until, end] = [competition.startTime, competition.joinUntil, competition.endTime].map(formatDateTime)
  const now = serverNow()
  const stage = competitionStageAt(competition, now)
  if (stage === competitionStatus.upcoming) return <Trans>Starts {start}</Trans>
  if (stage === competitionStatus.ended) return <Trans>Ended {end}</Trans>
  return now < competition.joinUntil && competition.mine === null ? <Trans>Join until {until}</Trans> : <Trans>Ends {end}</Trans>
}
