import { ieoOrderStatus } from '#contract/states.ts'
import type { AppContext } from '../core/appContext.ts'
import { forEachIeoOrder } from './eachOrder.ts'
import { ieoDeliveryLegs, postIeoOrderLegs } from './money.ts'
import type { IeoRow } from './rows.ts'
import { updateIeoOrder, emptyIeoHoldings } from './store.ts'
import { notifyIeoBalances } from './notify.ts'

/** Once the time to pay is over: the tokens against the money that waited, both at once; they are locked until the schedule frees them. */
export const deliverPaidIeoTokens = (app: AppContext, ieo: IeoRow): Promise<number> =>
  forEachIeoOrder(app, ieo.id, 'status = 3', async (sql, order, afterCommit) => {
    if (order.status !== ieoOrderStatus.paid || order.paid_num === null) return
    await postIeoOrderLegs(sql, order, ieoDeliveryLegs(ieo, order), app.clock.now())
    await updateIeoOrder(sql, order.id, { ...emptyIeoHoldings, status: ieoOrderStatus.unlocking, tokens_held: order.paid_num })
    await notifyIeoBalances(app, sql, order.user_id, afterCommit)
  })
