import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { serverNow } from '#api/serverClock.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import type { Competition, CompetitionEntry } from '#contract/calls/competitions.ts'
import { accountTypes } from '#contract/constants.ts'
import { competitionStatus } from '#contract/states.ts'
import { setDevicePreference } from '#device/preferences.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { competitionStageAt } from '#widgets/trading/competitionStage.ts'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Competitions.module.css'
import { CompetitionEntryHero } from './CompetitionEntryFigures.tsx'
import { LeaveCompetitionSheet } from './LeaveCompetitionSheet.tsx'
import { disqualificationReasonLabels } from './outWords.ts'
import { ShareCompetitionRankSheet } from './ShareCompetitionRankSheet.tsx'

interface MyEntryProps {
  competition: Competition
  mine: CompetitionEntry
}

/** One's own part in short, and the way to all of its figures. */
export function MyCompetitionEntryCard({ competition, mine }: MyEntryProps) {
  const { t } = useLingui()
  return (
    <Section title={t`My part`}>
      <Card tone="demo">
        <Grid gap={3} className={styles.stack}>
          <CompetitionEntryHero competition={competition} mine={mine} />
          <CompetitionEntryStatusText competition={competition} mine={mine} />
        </Grid>
      </Card>
      <Card flush>
        <RowLink
          to={path.myCompetitions}
          search={{ id: competition.id }}
          title={t`My figures`}
          subtitle={t`Income, equity, draw-down, sharing, leaving`}
        />
      </Card>
    </Section>
  )
}

const hasLeft = ({ exitTime, outReason }: CompetitionEntry): boolean => exitTime !== null || outReason !== null

/** What one's part means, in a sentence. */
export function CompetitionEntryStatusText({ competition, mine }: MyEntryProps) {
  const { i18n } = useLingui()
  const isOver = competitionStageAt(competition, serverNow()) === competitionStatus.ended
  const words =
    mine.outReason !== null ? (
      i18n._(disqualificationReasonLabels[mine.outReason])
    ) : mine.exitTime !== null ? (
      <Trans>You left this competition. It cannot be joined again.</Trans>
    ) : isOver && !competition.isFinal ? (
      <Trans>Everything is closed and looked at; then the table is final and prizes are paid.</Trans>
    ) : mine.prize !== null ? (
      <Trans>The prize is in your real book. All other amounts were virtual.</Trans>
    ) : isOver ? (
      <Trans>The table is final. All amounts were virtual.</Trans>
    ) : (
      <Trans>All amounts are virtual.</Trans>
    )
  return <Text tone="muted">{words}</Text>
}

/** What can be done with one's own part. */
export function CompetitionEntryActions({ competition, mine }: MyEntryProps) {
  const { t } = useLingui()
  const [sheet, setSheet] = useState<'leave' | 'share'>()
  const isOffline = useStreamConnectionState() === 'offline'
  const { id } = competition
  const stage = competitionStageAt(competition, serverNow())
  const canLeave = stage !== competitionStatus.ended && !hasLeft(mine)
  const close = () => setSheet(undefined)
  return (
    <Grid gap={2} className={styles.actions}>
      {canLeave && (
        <ButtonLink to={path.contracts} search={{ comp: id }} wide>
          {stage === competitionStatus.running ? <Trans>Trade in this competition</Trans> : <Trans>See its trading screen</Trans>}
        </ButtonLink>
      )}
      <ButtonLink to={path.competition} search={{ id }} kind="secondary" wide>
        <Trans>Ranking and rules</Trans>
      </ButtonLink>
      {(stage === competitionStatus.ended || hasLeft(mine)) && (
        <ButtonLink to={path.contracts} search={{ comp: id }} kind="secondary" wide>
          <Trans>My trades there</Trans>
        </ButtonLink>
      )}
      {mine.prize !== null && (
        <ButtonLink to={path.balanceRecords} kind="secondary" wide onClick={() => setDevicePreference('accountType', accountTypes.real)}>
          <Trans>See it in the real book</Trans>
        </ButtonLink>
      )}
      {mine.rank !== null && (
        <Button kind="secondary" wide onClick={() => setSheet('share')}>
          <Trans>Share my place</Trans>
        </Button>
      )}
      {canLeave && (
        <Button
          kind="quiet"
          wide
          disabled={isOffline}
          reason={isOffline ? t`Needs a connection` : undefined}
          onClick={() => setSheet('leave')}
        >
          <Trans>Leave the competition</Trans>
        </Button>
      )}
      {sheet === 'leave' && <LeaveCompetitionSheet competition={competition} onClose={close} />}
      {sheet === 'share' && <ShareCompetitionRankSheet competition={competition} mine={mine} onClose={close} />}
    </Grid>
  )
}
