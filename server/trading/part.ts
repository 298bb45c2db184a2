import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { compareDecimals, isMultipleOf, isZero, q8, subtract } from '#rules/decimal.ts'
import { proportionalAmount } from '#rules/position.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId, newOrderNo } from '../core/ids.ts'
import { closeRunningPosition } from './close.ts'
import { type PositionRow, toPosition } from './position.ts'
import { lockOwnRunningPosition } from './lockPosition.ts'
import { updateRunningPosition, insertPosition } from './store.ts'
import { notifyStreamsOfPosition } from './notify.ts'

/**
 * Closes a part: it leaves the position as one of its own, with its share of margin, fees and charges, and closes like any other.
 * The rest keeps the id, its level and the remainders of every share. The whole quantity closes the whole position.
 * Refuses what `lockOwnRunningPosition` refuses, aboveMax {max} and qtyStep.
 */
export async function closePositionPart(
  app: AppContext,
  { id, quantity }: { id: string; quantity: Decimal },
  context: RequestContext,
): Promise<Position> {
  const { sql, visitor } = context
  const { row, spec } = await lockOwnRunningPosition(app, sql, id, visitor.userId)
  if (compareDecimals(quantity, row.quantity) > 0) throw new Refusal('aboveMax', { max: row.quantity })
  const isWhole = compareDecimals(quantity, row.quantity) === 0
  if (!isWhole && !isMultipleOf(quantity, spec.qtyStep)) throw new Refusal('qtyStep', { step: spec.qtyStep, min: spec.qtyStep })
  const part = isWhole ? row : await splitOff(app, sql, row, quantity, context)
  const after = await closeRunningPosition(app, sql, part)
  await notifyStreamsOfPosition(app, sql, after, context.afterCommit)
  return toPosition(after, app.market)
}

/** The part as a running position; its money is in the same bucket already, so nothing is posted. */
async function splitOff(
  app: AppContext,
  sql: Sql,
  row: PositionRow,
  quantity: Decimal,
  { afterCommit }: RequestContext,
): Promise<PositionRow> {
  const share = (amount: Decimal) => proportionalAmount(amount, quantity, row.quantity)
  const closed = {
    margin: share(row.margin),
    added_margin: share(row.added_margin),
    open_fee: share(row.open_fee),
    funding: share(row.funding),
  }
  // Too small to have a margin of its own: only the whole can be closed.
  if (isZero(closed.margin)) throw new Refusal('qtyStep', { step: row.quantity, min: row.quantity })
  const rest = await updateRunningPosition(sql, row.id, {
    quantity: subtract(row.quantity, quantity),
    margin: q8(subtract(row.margin, closed.margin)),
    added_margin: q8(subtract(row.added_margin, closed.added_margin)),
    open_fee: q8(subtract(row.open_fee, closed.open_fee)),
    funding: q8(subtract(row.funding, closed.funding)),
  })
  if (!rest) throw new Refusal('notRunning')
  const at = app.clock.now()
  const { user_id, account_type, entry_id, symbol, feed, direction, order_type, limit_price, expires_ms, lever, contract_size, fee_rate } =
    row
  const { spread_bps, tick, open_price, trigger_price, conversion_rate, open_sec, created_ms, armed_sec } = row
  const part = await insertPosition(sql, {
    id: newRowId(at),
    order_no: newOrderNo('PC', at),
    part_of: row.id,
    user_id,
    account_type,
    entry_id,
    symbol,
    feed,
    direction,
    order_type,
    limit_price,
    expires_ms,
    lever,
    contract_size,
    fee_rate,
    spread_bps,
    tick,
    open_price,
    trigger_price,
    conversion_rate,
    open_sec,
    created_ms,
    armed_sec,
    quantity,
    ...closed,
  })
  await notifyStreamsOfPosition(app, sql, rest, afterCommit)
  return part
}
