import { Refusal } from '#contract/refusals.ts'
import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { isRowId, newId, newOrderNo } from '../ids.ts'
import { type ApplyAsk, conflict, readApply } from './ask.ts'
import { applyText, isAgreed, previewApply } from './preview.ts'
import { statusAt } from './project.ts'
import type { OwnedOrder } from './rows.ts'
import { changeOrder, countApplication, insertOrder, lockIeo, lockOwn, ownOrder } from './store.ts'

/** Applies, which costs and locks nothing. Refuses confirmRequired (with a fresh preview) and what readApply refuses. */
export async function apply(house: House, key: Buffer, ask: ApplyAsk, token: string | undefined, asking: Asking): Promise<OwnedOrder> {
  const { sql, visitor } = asking
  await readApply(house, ask, asking)
  if (!isAgreed(key, token, visitor.userId, applyText(ask), house.clock.now()))
    throw new Refusal('confirmRequired', { preview: await previewApply(house, key, ask, asking) })
  // One after the other from here: an application is in before the draw begins or it is refused.
  await lockIeo(sql, ask.ieoId, 'update')
  await readApply(house, ask, asking)
  const at = house.clock.now()
  const order = await insertOrder(sql, {
    id: newId(at),
    order_no: newOrderNo('IE', at),
    ieo_id: ask.ieoId,
    user_id: visitor.userId,
    num: ask.num,
    created_ms: at,
  })
  await countApplication(sql, ask.ieoId, ask.num, 1)
  return order
}

/** Takes an application back while they are taken. Refuses notFound, and stateConflict with the order as it is. */
export async function cancelApplication(house: House, id: string, { sql, visitor }: Asking): Promise<OwnedOrder> {
  const found = isRowId(id) ? await ownOrder(sql, id, visitor.userId) : undefined
  if (!found) throw new Refusal('notFound')
  const ieo = await lockIeo(sql, found.ieo_id, 'update')
  const order = (await lockOwn(sql, id, visitor.userId)) ?? found
  const now = house.clock.now()
  if (!ieo || order.status !== ieoOrderStatus.applied || statusAt(ieo, now) !== ieoStatus.subscribing) throw await conflict(sql, order)
  await countApplication(sql, ieo.id, order.num, -1)
  return changeOrder<OwnedOrder>(sql, order.id, { status: ieoOrderStatus.cancelled, closed_ms: now })
}
