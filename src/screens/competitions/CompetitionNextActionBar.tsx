import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useUser } from '#api/person.ts'
import { serverNow } from '#api/serverClock.ts'
import type { Competition } from '#contract/calls/competitions.ts'
import { competitionStatus } from '#contract/states.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { competitionStageAt } from '#widgets/trading/competitionStage.ts'
import { Text } from '#ui/Text.tsx'
import { JoinCompetitionSheet } from './JoinCompetitionSheet.tsx'
import { useJoinCompetitionRestrictionText } from './useJoinRestrictionText.ts'

/** The one thing to do next with a competition, in reach of the thumb; nothing where there is nothing to do. */
export function CompetitionNextActionBar({ competition }: { competition: Competition }) {
  const { t } = useLingui()
  const user = useUser()
  const restrictionText = useJoinCompetitionRestrictionText()
  const [isJoining, setJoining] = useState(false)
  const { id, mine, sample, joinUntil } = competition
  const now = serverNow()
  const stage = competitionStageAt(competition, now)
  const isOver = stage === competitionStatus.ended || sample
  if (isOver) return null
  if (mine) {
    if (mine.exitTime !== null || mine.outReason !== null) return null
    return (
      <ButtonLink to={path.contracts} search={{ comp: id }} size="large" wide>
        {stage === competitionStatus.running ? <Trans>Trade in this competition</Trans> : <Trans>See its trading screen</Trans>}
      </ButtonLink>
    )
  }
  if (now >= joinUntil) {
    return (
      <Button size="large" wide disabled reason={t`It could be joined until half of it was over`}>
        <Trans context="a competition">Join</Trans>
      </Button>
    )
  }
  if (user?.isGuest === 1) {
    return (
      <>
        <Text tone="muted">
          <Trans>
            Competitions are for accounts with an email or a mobile number, so that a prize finds its winner. Keep this one: everything in
            it stays.
          </Trans>
        </Text>
        <ButtonLink to={path.addSignIn} size="large" wide>
          <Trans>Keep this account</Trans>
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <Button size="large" wide disabled={!user || restrictionText !== undefined} reason={restrictionText} onClick={() => setJoining(true)}>
        <Trans context="a competition">Join</Trans>
      </Button>
      {isJoining && <JoinCompetitionSheet competition={competition} onClose={() => setJoining(false)} />}
    </>
  )
}
