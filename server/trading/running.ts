import * as z from 'zod/mini'
import { Position } from '#contract/calls/trading.ts'
import { Refusal } from '#contract/refusals.ts'
import { positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { type Book, lockWallet } from '#ledger/ledger.ts'
import type { SymbolSpec } from '#market/market.ts'
import { isContestOver } from '../contest.ts'
import type { House } from '../house.ts'
import { type PositionRow, toPosition } from './position.ts'
import { lockPosition, positionOf } from './store.ts'

/**
 * A person's own position, wallet and row locked in that order. Refuses notFound, and competitionNotOpen once the competition is over that it
 * belongs to: it closes at the last prices there, not at those of now.
 */
export async function lockOwn(house: House, sql: Sql, id: string, userId: string): Promise<PositionRow> {
  const seen = await positionOf(sql, id, userId)
  if (!seen) throw new Refusal('notFound')
  await lockWallet(sql, seen.wallet_id, seen.account_type as Book)
  if (await isContestOver(sql, seen.entry_id, house.clock.now())) throw new Refusal('competitionNotOpen')
  return (await lockPosition(sql, id)) ?? seen
}

/** This is not what the person saw any more: the answer shows what it is now (product §1.1, §6.1). */
export const conflict = (house: House, row: PositionRow): Refusal =>
  new Refusal('stateConflict', z.encode(Position, toPosition(row, house.market)))

/** The same, running, with its market. Refuses notFound, stateConflict while it waits for its price, settling, notRunning. */
export async function lockRunning(house: House, sql: Sql, id: string, userId: string): Promise<{ row: PositionRow; spec: SymbolSpec }> {
  const row = await lockOwn(house, sql, id, userId)
  if (row.status === positionStatus.pending) throw conflict(house, row)
  if (row.status === positionStatus.settling) throw new Refusal('settling')
  const spec = house.market.spec(row.symbol)
  if (row.status !== positionStatus.running || !spec) throw new Refusal('notRunning')
  return { row, spec }
}
