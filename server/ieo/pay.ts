import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { ieoOrderStatus } from '#contract/states.ts'
import { lockWallet } from '#ledger/ledger.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { type PayAsk, readPay } from './ask.ts'
import { paying, postOrder } from './money.ts'
import { isAgreed, payText, previewPay } from './preview.ts'
import type { OwnedOrder } from './rows.ts'
import { changeOrder, lockIeo, lockOwn } from './store.ts'
import { tellMoney } from './tell.ts'

/**
 * Pays for all or a part of what was won; the rest lapses without a charge. Refuses confirmRequired (with a fresh preview) unless exactly
 * this was shown, insufficientBalance, and what readPay refuses.
 */
export async function pay(house: House, key: Buffer, ask: PayAsk, token: string | undefined, asking: Asking): Promise<OwnedOrder> {
  const { sql, visitor } = asking
  const seen = await readPay(house, ask, asking)
  // Wallet, project, order: in this order everywhere.
  await lockWallet(sql, visitor.userId, book.real)
  await lockIeo(sql, seen.ieo.id, 'share')
  await lockOwn(sql, seen.order.id, visitor.userId)
  const { ieo, order, num, amount } = await readPay(house, ask, asking)
  const at = house.clock.now()
  if (!isAgreed(key, token, visitor.userId, payText(order.id, num, amount), at))
    throw new Refusal('confirmRequired', { preview: await previewPay(house, key, ask, asking) })
  await postOrder(sql, order, paying(ieo, visitor.userId, amount), at)
  const paid = await changeOrder<OwnedOrder>(sql, order.id, {
    status: ieoOrderStatus.paid,
    paid_num: num,
    amount,
    held: amount,
    paid_ms: at,
  })
  await tellMoney(house, sql, visitor.userId, asking.afterCommit)
  return paid
}
