import { ieoStatus } from '#contract/states.ts'
import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { deliverPaidIeoTokens } from './deliver.ts'
import { tryDrawIeoAllocations } from './draw.ts'
import { lapseUnpaidIeoOrders } from './lapse.ts'
import { refundCancelledIeo } from './refund.ts'
import type { IeoRow } from './rows.ts'
import { tryAdvanceIeoStatus } from './store.ts'
import { unlockDueIeoTokens } from './unlock.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 1_000

/** Opens, closes, draws, lapses, delivers, unlocks and refunds at its time. What is due stands in tables: a server that dies loses nothing. */
export function startIeoJobs(app: AppContext): () => Promise<void> {
  return startRepeatingJob('token sales', pollIntervalMs, () => runDueIeoJobs(app)).stop
}

/** Everything that is due now, in the order in which it would have come. */
export async function runDueIeoJobs(app: AppContext): Promise<void> {
  const found = await app.db.query<{ id: string }>('select id from ieo where not is_settled order by place, id')
  for (const { id } of found) {
    await workOne(app, id).catch((error: unknown) => log.error(`token subscription ${id} could not go on`, error))
  }
}

async function workOne(app: AppContext, id: string): Promise<void> {
  for (let hasMoved = true; hasMoved; ) {
    const [ieo] = await app.db.query<IeoRow>('select * from ieo where id = $1', [id])
    hasMoved = ieo !== undefined && !ieo.is_settled && (await step(app, ieo))
  }
}

/** One state on, where it is time; false when nothing more is due now. */
async function step(app: AppContext, ieo: IeoRow): Promise<boolean> {
  const { id, status } = ieo
  const now = app.clock.now()
  if (status === ieoStatus.upcoming)
    return now >= Number(ieo.apply_start_ms) && tryAdvanceIeoStatus(app.db, id, status, ieoStatus.subscribing)
  if (status === ieoStatus.subscribing) return now >= Number(ieo.apply_end_ms) && tryAdvanceIeoStatus(app.db, id, status, ieoStatus.drawing)
  if (status === ieoStatus.drawing)
    return (
      now >= Number(ieo.draw_ms) && transactionWithEffects(app.db, (sql, afterCommit) => tryDrawIeoAllocations(app, sql, id, afterCommit))
    )
  if (status === ieoStatus.paying) return now >= Number(ieo.pay_end_ms) && tryAdvanceIeoStatus(app.db, id, status, ieoStatus.unlocking)
  if (status === ieoStatus.cancelled) return refundCancelledIeo(app, ieo)
  await lapseUnpaidIeoOrders(app, ieo)
  await deliverPaidIeoTokens(app, ieo)
  return (await unlockDueIeoTokens(app, ieo)) && tryAdvanceIeoStatus(app.db, id, ieoStatus.unlocking, ieoStatus.finished)
}
