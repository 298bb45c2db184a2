import type { Position } from '#contract/calls/trading.ts'
import { ledgerScale } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { recordType } from '#contract/states.ts'
import { type Book, post } from '#ledger/ledger.ts'
import { add, negate, scaleOf } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { settleCurrency } from './legs.ts'
import { heldOf, toPosition } from './position.ts'
import { lockRunning } from './running.ts'
import { changeRunning } from './store.ts'
import { tell } from './tell.ts'
import { levelsOf, warnedAt } from './trigger.ts'

/** Adds to a running position's margin, which moves its close-out away (product §2.4 C4). Refuses what lockRunning refuses, insufficientBalance, validation. */
export async function addMargin(house: House, { id, money }: { id: string; money: Decimal }, asking: Asking): Promise<Position> {
  if (scaleOf(money) > ledgerScale) throw new Refusal('validation', { field: 'money', rule: `${ledgerScale} decimals` })
  const { sql, visitor } = asking
  const { row, spec } = await lockRunning(house, sql, id, visitor.userId)
  const quote = house.market.quote(row.symbol)
  const conversion = house.market.conversion(spec.quote)
  const by = conversion?.by ?? 'multiply'
  const held = { ...heldOf(row, { rate: row.conversion_rate, by }), addedMargin: add(row.added_margin, money) }
  const warned = quote && conversion ? warnedAt({ ...held, conversion }, quote.mid) : row.warned
  const after = await changeRunning(sql, id, { added_margin: held.addedMargin, ...levelsOf(held, spec, warned) })
  if (!after) throw new Refusal('notRunning')
  const leg = { user: row.wallet_id, currency: settleCurrency, type: recordType.marginLock }
  await post(sql, {
    book: row.account_type as Book,
    refType: 'position',
    refId: id,
    orderNo: row.order_no,
    at: house.clock.now(),
    legs: [
      { ...leg, bucket: 'AVAIL', amount: negate(money) },
      { ...leg, bucket: 'MARGIN', amount: money },
    ],
  })
  await tell(house, sql, after, asking.afterCommit)
  return toPosition(after, house.market)
}
