import { accountTypes } from '#contract/constants.ts'
import type { DemoOrderResetter } from '../orders/demoAccount.ts'
import type { AppContext } from '../core/appContext.ts'
import { closeOptionsForDemoReset } from './close.ts'
import { notifyStreamsOfOptions } from './notify.ts'

/** Options of a demo book that begins anew: sold at the newest bid with reason 7. */
export const createDemoOptionResetter =
  (app: AppContext): DemoOrderResetter =>
  async ({ sql, userId, at, afterCommit }) => {
    const closed = await closeOptionsForDemoReset(app, sql, userId, accountTypes.demo, at)
    await notifyStreamsOfOptions(app, sql, closed, afterCommit)
    return closed.length
  }
