import { ieoOrderStatus } from '#contract/states.ts'
import { subtract } from '#rules/decimal.ts'
import { freeAfter } from '#rules/ieoUnlock.ts'
import type { House } from '../house.ts'
import { writeNotices } from '../notice.ts'
import { eachOrder } from './eachOrder.ts'
import { postOrder, unlocking } from './money.ts'
import { plain } from './project.ts'
import type { IeoRow, UnlockRow } from './rows.ts'
import { changeOrder, unlocksOf } from './store.ts'
import { noticeOf, tellMoney } from './tell.ts'

/** Frees every part whose time has come, one after the other, each once. True once the last is free for everybody. */
export async function unlockDue(house: House, ieo: IeoRow): Promise<boolean> {
  const parts = await unlocksOf(house.db, [ieo.id])
  for (const part of parts) {
    if (part.is_done) continue
    if (house.clock.now() < Number(part.at_ms)) return false
    if ((await unlockPart(house, ieo, parts, part.place)) > 0) return false
    // Whoever is not there yet keeps the part open: another server may be at it just now.
    const done = await house.db.query(
      `update ieo_unlock set is_done = true where ieo_id = $1 and place = $2
         and not exists (select from ieo_order where ieo_id = $1 and (status = 3 or (status = 4 and unlocked_through < $2))) returning 1`,
      [ieo.id, part.place],
    )
    if (done.length === 0) return false
  }
  return true
}

const unlockPart = (house: House, ieo: IeoRow, parts: readonly UnlockRow[], place: number): Promise<number> => {
  const through = parts.filter((part) => part.place <= place)
  const isLast = through.length === parts.length
  return eachOrder(house, ieo.id, `status = 4 and unlocked_through < ${place}`, async (sql, order, afterCommit) => {
    const { status, paid_num: num, tokens_free: before, unlocked_through: done } = order
    if (status !== ieoOrderStatus.unlocking || num === null || done >= place) return
    const now = house.clock.now()
    const free = freeAfter(
      num,
      through.map(({ percent }) => percent),
      isLast,
    )
    const part = subtract(free, before)
    const left = subtract(num, free)
    await postOrder(sql, order, unlocking(ieo, order.user_id, part), now)
    await changeOrder(sql, order.id, {
      tokens_free: free,
      tokens_held: left,
      unlocked_through: place,
      ...(isLast && { status: ieoOrderStatus.done, closed_ms: now }),
    })
    await writeNotices(house, sql, [noticeOf(ieo, order, 'ieoUnlocked', { num: plain(part), left: plain(left) })], afterCommit)
    await tellMoney(house, sql, order.user_id, afterCommit)
  })
}
