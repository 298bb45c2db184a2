import * as z from 'zod/mini'
import { Position } from '#contract/calls/trading.ts'
import { Refusal } from '#contract/refusals.ts'
import { positionStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { type AccountType, lockWallet } from '#ledger/ledger.ts'
import type { SymbolSpec } from '#market/market.ts'
import { isCompetitionOfEntryOver } from '../orders/competition.ts'
import type { AppContext } from '../core/appContext.ts'
import { type PositionRow, toPosition } from './position.ts'
import { lockPosition, findOwnPosition } from './store.ts'

/**
 * A person's own position, wallet and row locked in that order. Refuses notFound, and competitionNotOpen once the competition is over that it
 * belongs to: it closes at the last prices there, not at those of now.
 */
export async function lockOwnPosition(app: AppContext, sql: Sql, id: string, userId: string): Promise<PositionRow> {
  const seen = await findOwnPosition(sql, id, userId)
  if (!seen) throw new Refusal('notFound')
  await lockWallet(sql, seen.wallet_id, seen.account_type as AccountType)
  if (await isCompetitionOfEntryOver(sql, seen.entry_id, app.clock.now())) throw new Refusal('competitionNotOpen')
  return (await lockPosition(sql, id)) ?? seen
}

/** This is not what the person saw any more: the answer shows what it is now (docs/rules/wire.md). */
export const positionStateConflictRefusal = (app: AppContext, row: PositionRow): Refusal =>
  new Refusal('stateConflict', z.encode(Position, toPosition(row, app.market)))

/** The same, running, with its market. Refuses notFound, stateConflict while it waits for its price, settling, notRunning. */
export async function lockOwnRunningPosition(
  app: AppContext,
  sql: Sql,
  id: string,
  userId: string,
): Promise<{ row: PositionRow; spec: SymbolSpec }> {
  const row = await lockOwnPosition(app, sql, id, userId)
  if (row.status === positionStatus.pending) throw positionStateConflictRefusal(app, row)
  if (row.status === positionStatus.settling) throw new Refusal('settling')
  const spec = app.market.spec(row.symbol)
  if (row.status !== positionStatus.running || !spec) throw new Refusal('notRunning')
  return { row, spec }
}
