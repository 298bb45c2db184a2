import type { AppContext } from '../core/appContext.ts'
import { forEachBatch } from '../core/batches.ts'
import { log } from '../core/log.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { depositNoticeOf } from './credit.ts'
import { type DepositRow, sendDepositEventToUser } from './deposit.ts'

const atOnce = 200

/**
 * Passes on each claim of a deposit that nobody decided in its 24 hours, once, and tells its owner (docs/rules/deposits-and-withdrawals.md). Each
 * by itself: those that cannot be written, however many, keep no other waiting.
 */
export function escalateLateDepositClaims(app: AppContext): Promise<void> {
  const now = app.clock.now()
  const read = (behind: LateClaim = { id: '0', due_ms: '0' }) =>
    app.db.query<LateClaim>(
      `select id, due_ms from deposit where status = 0 and source <> 'chain' and escalated_ms is null and due_ms <= $1
         and (due_ms, id) > ($2, $3) order by due_ms, id limit ${atOnce}`,
      [now, behind.due_ms, behind.id],
    )
  return forEachBatch(atOnce, read, async (late) => {
    for (const { id } of late)
      await escalate(app, id).catch((error: unknown) => log.error(`the late claim of deposit ${id} could not be passed on`, error))
  })
}

interface LateClaim {
  id: string
  due_ms: string
}

/** Looks again while it writes: another server may have done it, or somebody have decided meanwhile. */
const escalate = (app: AppContext, id: string): Promise<void> =>
  transactionWithEffects(app.db, async (sql, afterCommit) => {
    const now = app.clock.now()
    const [row] = await sql.query<DepositRow>(
      'update deposit set escalated_ms = $2, updated_ms = $2 where id = $1 and status = 0 and escalated_ms is null returning *',
      [id, now],
    )
    if (!row) return
    await writeNotices(app, sql, [depositNoticeOf(row, 'depositLate')], afterCommit)
    afterCommit(() => sendDepositEventToUser(app, row))
  })
