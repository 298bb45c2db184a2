import * as z from 'zod/mini'
import { Competition } from '#contract/calls/competitions.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { competitionStatus } from '#contract/states.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { CompetitionEntryOrdersCloser } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { closeOutCompetitionEntry } from './close.ts'
import { toCompetitions } from './serialize.ts'
import { competitionById, readUserCompetitionEntries, lockRunningCompetitionEntry } from './store.ts'

/**
 * Leaves for good: all that is open is closed at the newest prices, and what the entry came to is kept.
 * Refuses notFound, and stateConflict once it was left or is over.
 */
export async function leaveCompetition(
  app: AppContext,
  end: CompetitionEntryOrdersCloser,
  id: string,
  context: RequestContext,
): Promise<Competition> {
  const { sql, visitor } = context
  const { userId } = visitor
  const competition = await competitionById(sql, id)
  if (!competition) throw new Refusal('notFound')
  const [own] = await readUserCompetitionEntries(sql, userId, [id])
  if (!own) throw new Refusal('notFound')
  await lockWallet(sql, own.wallet_id, accountTypes.competition)
  const serialize = async (): Promise<Competition> =>
    (await toCompetitions(app, sql, [competition], userId, context.lang))[0] as Competition
  // Once it is over, everything closes at the last prices, whoever comes first.
  const isOver = app.clock.now() >= Number(competition.end_ms)
  const row = isOver ? undefined : await lockRunningCompetitionEntry(sql, own.id)
  const left = row ? await closeOutCompetitionEntry(app, end, row, competitionStatus.exited, context) : undefined
  if (!left) throw new Refusal('stateConflict', z.encode(Competition, await serialize()))
  return serialize()
}
