import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { newRequestId } from '#api/mutation.ts'
import { useUser } from '#api/person.ts'
import { serverNow } from '#api/serverClock.ts'
import type { Competition } from '#contract/calls/competitions.ts'
import { competitionStatus } from '#contract/states.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { stageOf } from '#widgets/contestStage.ts'
import styles from './Competitions.module.css'
import { JoinSheet } from './JoinSheet.tsx'
import { useJoinStop } from './useJoinStop.ts'

/** The one thing to do next with a competition, in reach of the thumb; nothing where there is nothing to do. */
export function JoinBar({ competition }: { competition: Competition }) {
  const { t } = useLingui()
  const user = useUser()
  const stop = useJoinStop()
  const [requestId, setRequestId] = useState<string>()
  const { id, mine, sample, joinUntil } = competition
  const now = serverNow()
  const stage = stageOf(competition, now)
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
        <p className={styles.quiet}>
          <Trans>
            Competitions are for accounts with an email or a mobile number, so that a prize finds its winner. Keep this one: everything in
            it stays.
          </Trans>
        </p>
        <ButtonLink to={path.addSignIn} size="large" wide>
          <Trans>Keep this account</Trans>
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <Button size="large" wide disabled={!user || stop !== undefined} reason={stop} onClick={() => setRequestId(newRequestId())}>
        <Trans context="a competition">Join</Trans>
      </Button>
      {requestId !== undefined && (
        <JoinSheet key={requestId} competition={competition} requestId={requestId} onClose={() => setRequestId(undefined)} />
      )}
    </>
  )
}
