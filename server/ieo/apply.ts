import { Refusal } from '#contract/refusals.ts'
import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { isRowId, newRowId, newOrderNo } from '../core/ids.ts'
import { type IeoApplicationInput, ieoStateConflictRefusal, requireApplicableIeo } from './request.ts'
import { ieoApplicationConfirmPayload, isIeoConfirmTokenValid, previewIeoApplication } from './preview.ts'
import { ieoStatusAt } from './project.ts'
import type { OwnedIeoOrder } from './rows.ts'
import { updateIeoOrder, adjustIeoApplicationTotals, insertIeoOrder, lockIeo, lockOwnIeoOrder, findOwnIeoOrder } from './store.ts'

/** Applies, which costs and locks nothing. Refuses confirmRequired (with a fresh preview) and what `requireApplicableIeo` refuses. */
export async function submitIeoApplication(
  app: AppContext,
  key: Buffer,
  ask: IeoApplicationInput,
  token: string | undefined,
  context: RequestContext,
): Promise<OwnedIeoOrder> {
  const { sql, visitor } = context
  await requireApplicableIeo(app, ask, context)
  if (!isIeoConfirmTokenValid(key, token, visitor.userId, ieoApplicationConfirmPayload(ask), app.clock.now()))
    throw new Refusal('confirmRequired', { preview: await previewIeoApplication(app, key, ask, context) })
  // One after the other from here: an application is in before the draw begins or it is refused.
  await lockIeo(sql, ask.ieoId, 'update')
  await requireApplicableIeo(app, ask, context)
  const at = app.clock.now()
  const order = await insertIeoOrder(sql, {
    id: newRowId(at),
    order_no: newOrderNo('IE', at),
    ieo_id: ask.ieoId,
    user_id: visitor.userId,
    num: ask.num,
    created_ms: at,
  })
  await adjustIeoApplicationTotals(sql, ask.ieoId, ask.num, 1)
  return order
}

/** Takes an application back while they are taken. Refuses notFound, and stateConflict with the order as it is. */
export async function cancelIeoApplication(app: AppContext, id: string, { sql, visitor }: RequestContext): Promise<OwnedIeoOrder> {
  const found = isRowId(id) ? await findOwnIeoOrder(sql, id, visitor.userId) : undefined
  if (!found) throw new Refusal('notFound')
  const ieo = await lockIeo(sql, found.ieo_id, 'update')
  const order = (await lockOwnIeoOrder(sql, id, visitor.userId)) ?? found
  const now = app.clock.now()
  if (!ieo || order.status !== ieoOrderStatus.applied || ieoStatusAt(ieo, now) !== ieoStatus.subscribing)
    throw await ieoStateConflictRefusal(sql, order)
  await adjustIeoApplicationTotals(sql, ieo.id, order.num, -1)
  return updateIeoOrder<OwnedIeoOrder>(sql, order.id, { status: ieoOrderStatus.cancelled, closed_ms: now })
}
