import { Plural, Trans } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import type { Competition } from '#contract/calls/competitions.ts'
import { competitionStatus } from '#contract/states.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount } from '#i18n/number.ts'
import { path } from '#sitemap'
import { CardLink } from '#widgets/CardLink.tsx'
import { stageOf } from '#widgets/contestStage.ts'
import styles from './Competitions.module.css'
import { CompetitionState } from './CompetitionState.tsx'
import { allPrizes } from './prizes.ts'

/** A competition in the list: what it is about, what can be won, and until when. */
export function CompetitionCard({ competition }: { competition: Competition }) {
  const { id, name, fund, prizes, participants } = competition
  return (
    <CardLink to={path.competition} search={{ id }} data-competition={id}>
      <strong className={styles.title}>{name}</strong>
      <span className={styles.chips}>
        <CompetitionState competition={competition} />
      </span>
      <span className={styles.pair}>
        <span>
          <span className={styles.name}>
            <Trans>Virtual fund</Trans>
          </span>
          <span className={styles.figure}>{formatAmount(fund, 0)}</span>
        </span>
        <span>
          <span className={styles.name}>
            <Trans>Prizes</Trans>
          </span>
          <span className={styles.figure}>{prizes.length === 0 ? <Trans context="prizes">None</Trans> : `${allPrizes(prizes)} USDT`}</span>
        </span>
      </span>
      <span className={styles.between}>
        <span>
          <When competition={competition} />
        </span>
        <span>
          <Plural value={participants} one="# participant" other="# participants" />
        </span>
      </span>
    </CardLink>
  )
}

/** The next moment that matters. */
function When({ competition }: { competition: Competition }) {
  const [start, until, end] = [competition.startTime, competition.joinUntil, competition.endTime].map(formatTime)
  const now = serverNow()
  const stage = stageOf(competition, now)
  if (stage === competitionStatus.upcoming) return <Trans>Starts {start}</Trans>
  if (stage === competitionStatus.ended) return <Trans>Ended {end}</Trans>
  return now < competition.joinUntil && competition.mine === null ? <Trans>Join until {until}</Trans> : <Trans>Ends {end}</Trans>
}
