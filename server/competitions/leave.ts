import * as z from 'zod/mini'
import { Competition } from '#contract/calls/competitions.ts'
import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { competitionStatus } from '#contract/states.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { EndContest } from '../contest.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { closeEntry } from './close.ts'
import { toCompetitions } from './shown.ts'
import { competitionOf, entriesOf, lockRunning } from './store.ts'

/**
 * Leaves for good: all that is open is closed at the newest prices, and what the entry came to is kept.
 * Refuses notFound, and stateConflict once it was left or is over.
 */
export async function leave(house: House, end: EndContest, id: string, asking: Asking): Promise<Competition> {
  const { sql, visitor } = asking
  const { userId } = visitor
  const competition = await competitionOf(sql, id)
  if (!competition) throw new Refusal('notFound')
  const [own] = await entriesOf(sql, userId, [id])
  if (!own) throw new Refusal('notFound')
  await lockWallet(sql, own.wallet_id, book.contest)
  const shown = async (): Promise<Competition> => (await toCompetitions(house, sql, [competition], userId, asking.lang))[0] as Competition
  // Once it is over, everything closes at the last prices, whoever comes first.
  const isOver = house.clock.now() >= Number(competition.end_ms)
  const row = isOver ? undefined : await lockRunning(sql, own.id)
  const left = row ? await closeEntry(house, end, row, competitionStatus.exited, asking) : undefined
  if (!left) throw new Refusal('stateConflict', z.encode(Competition, await shown()))
  return shown()
}
