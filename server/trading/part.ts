import type { Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { compare, isMultipleOf, isZero, q8, subtract } from '#rules/decimal.ts'
import { shareOf } from '#rules/position.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId, newOrderNo } from '../ids.ts'
import { closeNow } from './close.ts'
import { type PositionRow, toPosition } from './position.ts'
import { lockRunning } from './running.ts'
import { changeRunning, insertPosition } from './store.ts'
import { tell } from './tell.ts'

/**
 * Closes a part: it leaves the position as one of its own, with its share of margin, fees and charges, and closes like any other.
 * The rest keeps the id, its level and the remainders of every share. The whole quantity closes the whole position.
 * Refuses what lockRunning refuses, aboveMax {max} and qtyStep.
 */
export async function closePart(house: House, { id, quantity }: { id: string; quantity: Decimal }, asking: Asking): Promise<Position> {
  const { sql, visitor } = asking
  const { row, spec } = await lockRunning(house, sql, id, visitor.userId)
  if (compare(quantity, row.quantity) > 0) throw new Refusal('aboveMax', { max: row.quantity })
  const isWhole = compare(quantity, row.quantity) === 0
  if (!isWhole && !isMultipleOf(quantity, spec.qtyStep)) throw new Refusal('qtyStep', { step: spec.qtyStep, min: spec.qtyStep })
  const part = isWhole ? row : await splitOff(house, sql, row, quantity, asking)
  const after = await closeNow(house, sql, part)
  await tell(house, sql, after, asking.afterCommit)
  return toPosition(after, house.market)
}

/** The part as a running position; its money is in the same bucket already, so nothing is posted. */
async function splitOff(house: House, sql: Sql, row: PositionRow, quantity: Decimal, { afterCommit }: Asking): Promise<PositionRow> {
  const share = (amount: Decimal) => shareOf(amount, quantity, row.quantity)
  const taken = {
    margin: share(row.margin),
    added_margin: share(row.added_margin),
    open_fee: share(row.open_fee),
    funding: share(row.funding),
  }
  // Too small to have a margin of its own: only the whole can be closed.
  if (isZero(taken.margin)) throw new Refusal('qtyStep', { step: row.quantity, min: row.quantity })
  const rest = await changeRunning(sql, row.id, {
    quantity: subtract(row.quantity, quantity),
    margin: q8(subtract(row.margin, taken.margin)),
    added_margin: q8(subtract(row.added_margin, taken.added_margin)),
    open_fee: q8(subtract(row.open_fee, taken.open_fee)),
    funding: q8(subtract(row.funding, taken.funding)),
  })
  if (!rest) throw new Refusal('notRunning')
  const at = house.clock.now()
  const { user_id, account_type, entry_id, symbol, direction, order_type, limit_price, expires_ms, lever, contract_size, fee_rate } = row
  const { open_price, trigger_price, conversion_rate, open_sec, created_ms, armed_sec } = row
  const part = await insertPosition(sql, {
    id: newId(at),
    order_no: newOrderNo('PC', at),
    part_of: row.id,
    user_id,
    account_type,
    entry_id,
    symbol,
    direction,
    order_type,
    limit_price,
    expires_ms,
    lever,
    contract_size,
    fee_rate,
    open_price,
    trigger_price,
    conversion_rate,
    open_sec,
    created_ms,
    armed_sec,
    quantity,
    ...taken,
  })
  await tell(house, sql, rest, afterCommit)
  return part
}
