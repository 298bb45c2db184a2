import type { Competition } from '#contract/calls/competitions.ts'
import { competitionStatus } from '#contract/states.ts'

export type CompetitionStage = 0 | 1 | -2

/** Where a competition is by the clock, whatever became of one's own part in it: 0 to be started, 1 in progress, -2 ended. */
export const competitionStageAt = ({ startTime, endTime }: Pick<Competition, 'startTime' | 'endTime'>, now: number): CompetitionStage =>
  now < startTime ? competitionStatus.upcoming : now < endTime ? competitionStatus.running : competitionStatus.ended

/** Figures of a competition move with every price; a look as often as this is enough. */
export const competitionPollMs = 5_000
