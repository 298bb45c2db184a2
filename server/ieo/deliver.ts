import { ieoOrderStatus } from '#contract/states.ts'
import type { House } from '../house.ts'
import { eachOrder } from './eachOrder.ts'
import { delivering, postOrder } from './money.ts'
import type { IeoRow } from './rows.ts'
import { changeOrder, nothingHeld } from './store.ts'
import { tellMoney } from './tell.ts'

/** Once the time to pay is over: the tokens against the money that waited, both at once; they are locked until the schedule frees them. */
export const deliverPaid = (house: House, ieo: IeoRow): Promise<number> =>
  eachOrder(house, ieo.id, 'status = 3', async (sql, order, afterCommit) => {
    if (order.status !== ieoOrderStatus.paid || order.paid_num === null) return
    await postOrder(sql, order, delivering(ieo, order), house.clock.now())
    await changeOrder(sql, order.id, { ...nothingHeld, status: ieoOrderStatus.unlocking, tokens_held: order.paid_num })
    await tellMoney(house, sql, order.user_id, afterCommit)
  })
