import { Trans } from '@lingui/react/macro'
import { serverNow } from '#api/serverClock.ts'
import type { Competition } from '#contract/calls/competitions.ts'
import { competitionStatus } from '#contract/states.ts'
import { Chip } from '#ui/Chip.tsx'
import { type CompetitionStage, competitionStageAt } from '#widgets/trading/competitionStage.ts'

const tones = { [competitionStatus.running]: 'info', [competitionStatus.upcoming]: 'brass', [competitionStatus.ended]: 'plain' } as const

/** How a competition stands, what became of one's own part in it, and whether it is a sample: in chips. */
export function CompetitionStateChips({ competition }: { competition: Competition }) {
  const stage = competitionStageAt(competition, serverNow())
  const { mine, status, sample } = competition
  return (
    <>
      <Chip tone={tones[stage]}>
        <CompetitionStageName stage={stage} />
      </Chip>
      {sample && (
        <Chip tone="violet">
          <Trans>Sample entries</Trans>
        </Chip>
      )}
      {mine && (
        <Chip tone={mine.outReason === null ? 'violet' : 'warn'}>
          {mine.outReason !== null ? (
            <Trans>Disqualified</Trans>
          ) : status === competitionStatus.exited ? (
            <Trans>You left</Trans>
          ) : stage === competitionStatus.ended ? (
            <Trans>You took part</Trans>
          ) : (
            <Trans>You take part</Trans>
          )}
        </Chip>
      )}
    </>
  )
}

export function CompetitionStageName({ stage }: { stage: CompetitionStage }) {
  if (stage === competitionStatus.running) return <Trans>In progress</Trans>
  return stage === competitionStatus.upcoming ? <Trans>To be started</Trans> : <Trans context="of a competition">Ended</Trans>
}
