import type { SignedInUser } from '../core/visitor.ts'
import { type IeoApplyRequest, IeoOrder, type IeoPayRequest } from '#contract/calls/ieo.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { compareDecimals, isMultipleOf, subtract } from '#rules/decimal.ts'
import { ieoTokensCost } from '#rules/ieo/ieoUnlock.ts'
import * as z from 'zod/mini'
import type { AppContext } from '../core/appContext.ts'
import { isRowId } from '../core/ids.ts'
import { assertCanTrade } from '../risk/assertCanTrade.ts'
import { toIeoOrder } from './order.ts'
import { refuseUserPausedFromIeos } from './pause.ts'
import { trimIeoAmountZeros, ieoStatusAt } from './project.ts'
import type { IeoRow, OwnedIeoOrder } from './rows.ts'
import { readIeosByIds, findOwnIeoOrder } from './store.ts'

type Asker = { sql: Sql; visitor: SignedInUser }
export type IeoApplicationInput = z.output<typeof IeoApplyRequest>
export type IeoPaymentInput = z.output<typeof IeoPayRequest>

const gate = { accountType: accountTypes.real, product: 'ieo', symbols: [] } as const

/**
 * The project somebody wants to apply to. Refuses notFound, what `assertCanTrade` refuses, windowClosed, ieoPaused {until}, alreadyApplied,
 * belowMin, aboveMax and validation.
 */
export async function requireApplicableIeo(app: AppContext, { ieoId, num }: IeoApplicationInput, { sql, visitor }: Asker): Promise<IeoRow> {
  const [ieo] = await readIeosByIds(sql, [ieoId])
  if (!ieo) throw new Refusal('notFound')
  await assertCanTrade(app, { ...gate, buys: ieo.token }, { sql, visitor })
  const now = app.clock.now()
  if (ieoStatusAt(ieo, now) !== ieoStatus.subscribing) throw new Refusal('windowClosed')
  await refuseUserPausedFromIeos(sql, visitor.userId, now)
  const applied = await sql.query('select 1 from ieo_order where ieo_id = $1 and user_id = $2 and status <> -1', [ieo.id, visitor.userId])
  if (applied.length > 0) throw new Refusal('alreadyApplied')
  refuseSize(ieo, num, ieo.apply_max)
  return ieo
}

function refuseSize({ lot, token }: IeoRow, num: Decimal, most: Decimal): void {
  if (compareDecimals(num, lot) < 0) throw new Refusal('belowMin', { min: `${trimIeoAmountZeros(lot)} ${token}` })
  if (compareDecimals(num, most) > 0) throw new Refusal('aboveMax', { max: `${trimIeoAmountZeros(most)} ${token}` })
  if (!isMultipleOf(num, lot)) throw new Refusal('validation', { field: 'num', rule: `a multiple of ${trimIeoAmountZeros(lot)}` })
}

/** What somebody wants to pay for. */
export interface AllowedIeoPayment {
  ieo: IeoRow
  order: OwnedIeoOrder
  num: Decimal
  amount: Decimal
  /** What lapses with it. */
  rest: Decimal
}

/**
 * Refuses notFound for anything but one's own, notWon, payExpired, stateConflict with the order as it is, belowMin, aboveMax, validation,
 * and what `assertCanTrade` refuses. Exact while project and order are locked.
 */
export async function requireAllowedIeoPayment(
  app: AppContext,
  { id, num }: IeoPaymentInput,
  { sql, visitor }: Asker,
): Promise<AllowedIeoPayment> {
  const order = isRowId(id) ? await findOwnIeoOrder(sql, id, visitor.userId) : undefined
  const [ieo] = order ? await readIeosByIds(sql, [order.ieo_id]) : []
  if (!order || !ieo) throw new Refusal('notFound')
  await assertCanTrade(app, { ...gate, buys: ieo.token }, { sql, visitor })
  const { status, won } = order
  if (status === ieoOrderStatus.notWon) throw new Refusal('notWon')
  const isOver = app.clock.now() >= Number(ieo.pay_end_ms) || ieo.status > ieoStatus.paying
  if (status === ieoOrderStatus.lapsed || (status === ieoOrderStatus.won && isOver)) throw new Refusal('payExpired')
  if (status !== ieoOrderStatus.won || won === null || ieo.status !== ieoStatus.paying) throw await ieoStateConflictRefusal(sql, order)
  const paying = num ?? won
  refuseSize(ieo, paying, won)
  return { ieo, order, num: paying, amount: ieoTokensCost(paying, ieo.win_price), rest: subtract(won, paying) }
}

/** It is not in the state for that: the answer shows what it is (docs/rules/wire.md). */
export const ieoStateConflictRefusal = async (sql: Sql, order: OwnedIeoOrder): Promise<Refusal> =>
  new Refusal('stateConflict', z.encode(IeoOrder, await toIeoOrder(sql, order)))
