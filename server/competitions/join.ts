import type { Competition } from '#contract/calls/competitions.ts'
import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { competitionStatus } from '#contract/states.ts'
import { wireDay } from '#contract/time.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId } from '../ids.ts'
import { mayCompete } from '../mayTrade.ts'
import { issueFund } from './fund.ts'
import { toCompetitions } from './shown.ts'
import { competitionOf, entriesOf, insertEntry } from './store.ts'
import { tellEntry } from './tellEntry.ts'

/**
 * Takes part, with a virtual fund in a book of its own: before the start and until half time, and once; in as many competitions as one likes.
 * Refuses notFound, exited, alreadyJoined, competitionNotOpen and what mayCompete refuses.
 */
export async function join(house: House, id: string, asking: Asking): Promise<Competition> {
  const { sql, visitor, afterCommit } = asking
  const { userId } = visitor
  await mayCompete(house, asking)
  const competition = await competitionOf(sql, id)
  if (!competition) throw new Refusal('notFound')
  // From here on nobody joins anything for this person; whoever waited is judged by the clock of now.
  await lockWallet(sql, userId, book.contest)
  const [own] = await entriesOf(sql, userId, [id])
  if (own) throw new Refusal(own.status === competitionStatus.exited ? 'exited' : 'alreadyJoined')
  const at = house.clock.now()
  if (competition.is_sample || at >= Number(competition.join_until_ms)) throw new Refusal('competitionNotOpen')
  const { fund } = competition
  const entryId = newId(at)
  const entry = { id: entryId, competition_id: id, user_id: userId, wallet_id: entryId, fund, joined_ms: at, day: wireDay(at) }
  if (!(await insertEntry(sql, entry))) throw new Refusal('alreadyJoined')
  await issueFund({ sql, walletId: entryId, entryId, at }, fund)
  await tellEntry(house, sql, entry, afterCommit)
  const [shown] = await toCompetitions(house, sql, [competition], userId, asking.lang)
  return shown as Competition
}
