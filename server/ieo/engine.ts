import { ieoStatus } from '#contract/states.ts'
import type { House } from '../house.ts'
import { deliverPaid } from './deliver.ts'
import { draw } from './draw.ts'
import { lapseUnpaid } from './lapse.ts'
import { refundAll } from './refund.ts'
import type { IeoRow } from './rows.ts'
import { moveOn } from './store.ts'
import { told } from './tell.ts'
import { unlockDue } from './unlock.ts'

const lookEveryMs = 1_000

/** Opens, closes, draws, lapses, delivers, unlocks and refunds at its time. What is due stands in tables: a server that dies loses nothing. */
export function startIeo(house: House): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= workDue(house)
      .catch((error: unknown) => console.error('token subscriptions could not be looked at', error))
      .finally(() => {
        running = undefined
      })
  }, lookEveryMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Everything that is due now, in the order in which it would have come. */
export async function workDue(house: House): Promise<void> {
  const found = await house.db.query<{ id: string }>('select id from ieo where not is_settled order by place, id')
  for (const { id } of found) {
    await workOne(house, id).catch((error: unknown) => console.error(`token subscription ${id} could not go on`, error))
  }
}

async function workOne(house: House, id: string): Promise<void> {
  for (let hasMoved = true; hasMoved; ) {
    const [ieo] = await house.db.query<IeoRow>('select * from ieo where id = $1', [id])
    hasMoved = ieo !== undefined && !ieo.is_settled && (await step(house, ieo))
  }
}

/** One state on, where it is time; false when nothing more is due now. */
async function step(house: House, ieo: IeoRow): Promise<boolean> {
  const { id, status } = ieo
  const now = house.clock.now()
  if (status === ieoStatus.upcoming) return now >= Number(ieo.apply_start_ms) && moveOn(house.db, id, status, ieoStatus.subscribing)
  if (status === ieoStatus.subscribing) return now >= Number(ieo.apply_end_ms) && moveOn(house.db, id, status, ieoStatus.drawing)
  if (status === ieoStatus.drawing)
    return now >= Number(ieo.draw_ms) && told(house, (sql, afterCommit) => draw(house, sql, id, afterCommit))
  if (status === ieoStatus.paying) return now >= Number(ieo.pay_end_ms) && moveOn(house.db, id, status, ieoStatus.unlocking)
  if (status === ieoStatus.cancelled) return refundAll(house, ieo)
  await lapseUnpaid(house, ieo)
  await deliverPaid(house, ieo)
  return (await unlockDue(house, ieo)) && moveOn(house.db, id, ieoStatus.unlocking, ieoStatus.finished)
}
