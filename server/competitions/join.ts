import type { Competition } from '#contract/calls/competitions.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { competitionStatus } from '#contract/states.ts'
import { serverDayAt } from '#contract/time.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId } from '../core/ids.ts'
import { assertCanCompete } from '../risk/assertCanTrade.ts'
import { issueCompetitionFund } from './fund.ts'
import { toCompetitions } from './serialize.ts'
import { competitionById, readUserCompetitionEntries, tryInsertCompetitionEntry } from './store.ts'
import { notifyCompetitionEntryBalances } from './notifyEntry.ts'

/**
 * Takes part, with a virtual fund in a book of its own: before the start and until half time, and once; in as many competitions as one likes.
 * Refuses notFound, exited, alreadyJoined, competitionNotOpen and what `assertCanCompete` refuses.
 */
export async function joinCompetition(app: AppContext, id: string, context: RequestContext): Promise<Competition> {
  const { sql, visitor, afterCommit } = context
  const { userId } = visitor
  await assertCanCompete(app, context)
  const competition = await competitionById(sql, id)
  if (!competition) throw new Refusal('notFound')
  // From here on nobody joins anything for this person; whoever waited is judged by the clock of now.
  await lockWallet(sql, userId, accountTypes.competition)
  const [own] = await readUserCompetitionEntries(sql, userId, [id])
  if (own) throw new Refusal(own.status === competitionStatus.exited ? 'exited' : 'alreadyJoined')
  const at = app.clock.now()
  if (competition.is_sample || at >= Number(competition.join_until_ms)) throw new Refusal('competitionNotOpen')
  const { fund } = competition
  const entryId = newRowId(at)
  const entry = { id: entryId, competition_id: id, user_id: userId, wallet_id: entryId, fund, joined_ms: at, day: serverDayAt(at) }
  if (!(await tryInsertCompetitionEntry(sql, entry))) throw new Refusal('alreadyJoined')
  await issueCompetitionFund({ sql, walletId: entryId, entryId, at }, fund)
  await notifyCompetitionEntryBalances(app, sql, entry, afterCommit)
  const [serialized] = await toCompetitions(app, sql, [competition], userId, context.lang)
  return serialized as Competition
}
