import { ieoOrderStatus } from '#contract/states.ts'
import { subtract } from '#rules/decimal.ts'
import { unlockedAmount } from '#rules/ieo/ieoUnlock.ts'
import type { AppContext } from '../core/appContext.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { forEachIeoOrder } from './eachOrder.ts'
import { postIeoOrderLegs, ieoUnlockLegs } from './money.ts'
import { trimIeoAmountZeros } from './project.ts'
import type { IeoRow, IeoUnlockRow } from './rows.ts'
import { updateIeoOrder, readIeoUnlocks } from './store.ts'
import { ieoOrderNoticeOf, notifyIeoBalances } from './notify.ts'

/** Frees every part whose time has come, one after the other, each once. True once the last is free for everybody. */
export async function unlockDueIeoTokens(app: AppContext, ieo: IeoRow): Promise<boolean> {
  const parts = await readIeoUnlocks(app.db, [ieo.id])
  for (const part of parts) {
    if (part.is_done) continue
    if (app.clock.now() < Number(part.at_ms)) return false
    if ((await unlockPart(app, ieo, parts, part.place)) > 0) return false
    // Whoever is not there yet keeps the part open: another server may be at it just now.
    const done = await app.db.query(
      `update ieo_unlock set is_done = true where ieo_id = $1 and place = $2
         and not exists (select from ieo_order where ieo_id = $1 and (status = 3 or (status = 4 and unlocked_through < $2))) returning 1`,
      [ieo.id, part.place],
    )
    if (done.length === 0) return false
  }
  return true
}

const unlockPart = (app: AppContext, ieo: IeoRow, parts: readonly IeoUnlockRow[], place: number): Promise<number> => {
  const through = parts.filter((part) => part.place <= place)
  const isLast = through.length === parts.length
  return forEachIeoOrder(app, ieo.id, `status = 4 and unlocked_through < ${place}`, async (sql, order, afterCommit) => {
    const { status, paid_num: num, tokens_free: before, unlocked_through: done } = order
    if (status !== ieoOrderStatus.unlocking || num === null || done >= place) return
    const now = app.clock.now()
    const free = unlockedAmount(
      num,
      through.map(({ percent }) => percent),
      isLast,
    )
    const part = subtract(free, before)
    const left = subtract(num, free)
    await postIeoOrderLegs(sql, order, ieoUnlockLegs(ieo, order.user_id, part), now)
    await updateIeoOrder(sql, order.id, {
      tokens_free: free,
      tokens_held: left,
      unlocked_through: place,
      ...(isLast && { status: ieoOrderStatus.done, closed_ms: now }),
    })
    await writeNotices(
      app,
      sql,
      [ieoOrderNoticeOf(ieo, order, 'ieoUnlocked', { num: trimIeoAmountZeros(part), left: trimIeoAmountZeros(left) })],
      afterCommit,
    )
    await notifyIeoBalances(app, sql, order.user_id, afterCommit)
  })
}
