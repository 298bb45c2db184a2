import type { Visitor } from '#account/visitor.ts'
import { type IeoApplyAsk, IeoOrder, type IeoPayAsk } from '#contract/calls/ieo.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { compare, isMultipleOf, subtract } from '#rules/decimal.ts'
import { costOf } from '#rules/ieoUnlock.ts'
import * as z from 'zod/mini'
import type { House } from '../house.ts'
import { isRowId } from '../ids.ts'
import { mayTrade } from '../mayTrade.ts'
import { toOrder } from './order.ts'
import { refusePaused } from './pause.ts'
import { plain, statusAt } from './project.ts'
import type { IeoRow, OwnedOrder } from './rows.ts'
import { ieosById, ownOrder } from './store.ts'

type Asker = { sql: Sql; visitor: Visitor }
export type ApplyAsk = z.output<typeof IeoApplyAsk>
export type PayAsk = z.output<typeof IeoPayAsk>

const gate = { accountType: book.real, product: 'ieo', symbols: [] } as const

/**
 * The project somebody wants to apply to. Refuses notFound, what mayTrade refuses, windowClosed, ieoPaused {until}, alreadyApplied,
 * belowMin, aboveMax and validation.
 */
export async function readApply(house: House, { ieoId, num }: ApplyAsk, { sql, visitor }: Asker): Promise<IeoRow> {
  const [ieo] = await ieosById(sql, [ieoId])
  if (!ieo) throw new Refusal('notFound')
  await mayTrade(house, gate, { sql, visitor })
  const now = house.clock.now()
  if (statusAt(ieo, now) !== ieoStatus.subscribing) throw new Refusal('windowClosed')
  await refusePaused(sql, visitor.userId, now)
  const applied = await sql.query('select 1 from ieo_order where ieo_id = $1 and user_id = $2 and status <> -1', [ieo.id, visitor.userId])
  if (applied.length > 0) throw new Refusal('alreadyApplied')
  refuseSize(ieo, num, ieo.apply_max)
  return ieo
}

function refuseSize({ lot, token }: IeoRow, num: Decimal, most: Decimal): void {
  if (compare(num, lot) < 0) throw new Refusal('belowMin', { min: `${plain(lot)} ${token}` })
  if (compare(num, most) > 0) throw new Refusal('aboveMax', { max: `${plain(most)} ${token}` })
  if (!isMultipleOf(num, lot)) throw new Refusal('validation', { field: 'num', rule: `a multiple of ${plain(lot)}` })
}

/** What somebody wants to pay for. */
export interface Payment {
  ieo: IeoRow
  order: OwnedOrder
  num: Decimal
  amount: Decimal
  /** What lapses with it. */
  rest: Decimal
}

/**
 * Refuses notFound for anything but one's own, notWon, payExpired, stateConflict with the order as it is, belowMin, aboveMax, validation,
 * and what mayTrade refuses. Exact while project and order are locked.
 */
export async function readPay(house: House, { id, num }: PayAsk, { sql, visitor }: Asker): Promise<Payment> {
  const order = isRowId(id) ? await ownOrder(sql, id, visitor.userId) : undefined
  const [ieo] = order ? await ieosById(sql, [order.ieo_id]) : []
  if (!order || !ieo) throw new Refusal('notFound')
  await mayTrade(house, gate, { sql, visitor })
  const { status, won } = order
  if (status === ieoOrderStatus.notWon) throw new Refusal('notWon')
  const isOver = house.clock.now() >= Number(ieo.pay_end_ms) || ieo.status > ieoStatus.paying
  if (status === ieoOrderStatus.lapsed || (status === ieoOrderStatus.won && isOver)) throw new Refusal('payExpired')
  if (status !== ieoOrderStatus.won || won === null || ieo.status !== ieoStatus.paying) throw await conflict(sql, order)
  const paying = num ?? won
  refuseSize(ieo, paying, won)
  return { ieo, order, num: paying, amount: costOf(paying, ieo.win_price), rest: subtract(won, paying) }
}

/** It is not in the state for that: the answer shows what it is (product §1.1). */
export const conflict = async (sql: Sql, order: OwnedOrder): Promise<Refusal> =>
  new Refusal('stateConflict', z.encode(IeoOrder, await toOrder(sql, order)))
