import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { ieoOrderStatus } from '#contract/states.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { type IeoPaymentInput, requireAllowedIeoPayment } from './request.ts'
import { ieoPaymentLegs, postIeoOrderLegs } from './money.ts'
import { isIeoConfirmTokenValid, ieoPaymentConfirmPayload, previewIeoPayment } from './preview.ts'
import type { OwnedIeoOrder } from './rows.ts'
import { updateIeoOrder, lockIeo, lockOwnIeoOrder } from './store.ts'
import { notifyIeoBalances } from './notify.ts'

/**
 * Pays for all or a part of what was won; the rest lapses without a charge. Refuses confirmRequired (with a fresh preview) unless exactly
 * this was shown, insufficientBalance, and what `requireAllowedIeoPayment` refuses.
 */
export async function payIeoOrder(
  app: AppContext,
  key: Buffer,
  ask: IeoPaymentInput,
  token: string | undefined,
  context: RequestContext,
): Promise<OwnedIeoOrder> {
  const { sql, visitor } = context
  const seen = await requireAllowedIeoPayment(app, ask, context)
  // Wallet, project, order: in this order everywhere.
  await lockWallet(sql, visitor.userId, accountTypes.real)
  await lockIeo(sql, seen.ieo.id, 'share')
  await lockOwnIeoOrder(sql, seen.order.id, visitor.userId)
  const { ieo, order, num, amount } = await requireAllowedIeoPayment(app, ask, context)
  const at = app.clock.now()
  if (!isIeoConfirmTokenValid(key, token, visitor.userId, ieoPaymentConfirmPayload(order.id, num, amount), at))
    throw new Refusal('confirmRequired', { preview: await previewIeoPayment(app, key, ask, context) })
  await postIeoOrderLegs(sql, order, ieoPaymentLegs(ieo, visitor.userId, amount), at)
  const paid = await updateIeoOrder<OwnedIeoOrder>(sql, order.id, {
    status: ieoOrderStatus.paid,
    paid_num: num,
    amount,
    held: amount,
    paid_ms: at,
  })
  await notifyIeoBalances(app, sql, visitor.userId, context.afterCommit)
  return paid
}
