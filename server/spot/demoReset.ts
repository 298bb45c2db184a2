import { accountTypes } from '#contract/constants.ts'
import { closeReason } from '#contract/states.ts'
import type { DemoOrderResetter } from '../orders/demoAccount.ts'
import type { AppContext } from '../core/appContext.ts'
import { cancelPendingSpotOrder } from './limit.ts'
import { readPendingSpotOrders } from './store.ts'
import { notifyStreamsOfSpotOrder } from './notify.ts'

/** Cancels every order that waits in a person's demo book. */
export const createDemoSpotOrderResetter =
  (app: AppContext): DemoOrderResetter =>
  async ({ sql, userId, at, afterCommit }) => {
    let ended = 0
    for (const row of await readPendingSpotOrders(sql, userId, accountTypes.demo)) {
      const cancelled = await cancelPendingSpotOrder(sql, row, closeReason.demoReset, at)
      if (!cancelled) continue
      ended++
      await notifyStreamsOfSpotOrder(app, sql, cancelled, afterCommit)
    }
    return ended
  }
