import { accountTypes } from '#contract/constants.ts'
import { ieoOrderStatus, ieoStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { readAvailableBalance } from '#ledger/ledger.ts'
import { smallerDecimal, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { forEachIeoOrder } from './eachOrder.ts'
import { postIeoOrderLegs, ieoRefundLegs } from './money.ts'
import type { IeoRow, OwnedIeoOrder } from './rows.ts'
import { updateIeoOrder, lockIeo, emptyIeoHoldings } from './store.ts'
import { ieoOrderNoticeOf, notifyIeoBalances } from './notify.ts'

const open = 'status in (0, 1, 3, 4, 5)'
const isOpen = (status: number): boolean => [0, 1, 3, 4, 5].includes(status)

/** Calls a project off, from any state; the due work gives everyone back all that was paid. False when there is none, or it is off already. */
export async function tryMarkIeoCancelled(sql: Sql, id: string, reason: string): Promise<boolean> {
  const ieo = await lockIeo(sql, id, 'update')
  if (!ieo || ieo.status === ieoStatus.cancelled) return false
  await sql.query('update ieo set status = $2, cancel_reason = $3, is_settled = false where id = $1', [id, ieoStatus.cancelled, reason])
  return true
}

/** Ends every order of a project that was called off, each once. True once that is done. */
export async function refundCancelledIeo(app: AppContext, ieo: IeoRow): Promise<boolean> {
  // Those of an example that stand for nobody: nothing was paid.
  await app.db.query(`update ieo_order set status = $2, closed_ms = $3 where ieo_id = $1 and user_id is null and status in (0, 1)`, [
    ieo.id,
    ieoOrderStatus.cancelled,
    app.clock.now(),
  ])
  const failed = await forEachIeoOrder(app, ieo.id, open, async (sql, order, afterCommit) => {
    if (!isOpen(order.status)) return
    const now = app.clock.now()
    const free = order.status >= ieoOrderStatus.unlocking ? await freeOf(sql, ieo, order) : zero
    await postIeoOrderLegs(sql, order, order.amount === null ? [] : ieoRefundLegs(ieo, order, free), now)
    await updateIeoOrder(sql, order.id, {
      ...emptyIeoHoldings,
      status: ieoOrderStatus.cancelled,
      tokens_free: zero,
      refunded: order.amount,
      closed_ms: now,
    })
    const reason = ieo.cancel_reason ?? ''
    const notice =
      order.amount === null
        ? ieoOrderNoticeOf(ieo, order, 'ieoCalledOff', { reason })
        : ieoOrderNoticeOf(ieo, order, 'ieoRefunded', { amount: order.amount, reason })
    await writeNotices(app, sql, [notice], afterCommit)
    await notifyIeoBalances(app, sql, order.user_id, afterCommit)
  })
  if (failed > 0) return false
  const settled = await app.db.query(
    `update ieo set is_settled = true where id = $1 and not is_settled
       and not exists (select from ieo_order where ieo_id = $1 and ${open}) returning 1`,
    [ieo.id],
  )
  return settled.length > 0
}

/** Free tokens that are still there: they go back against the money. */
const freeOf = async (sql: Sql, { token }: IeoRow, { user_id, tokens_free }: OwnedIeoOrder) =>
  smallerDecimal(tokens_free, await readAvailableBalance(sql, user_id, accountTypes.real, token))
