import type { AppContext } from '../core/appContext.ts'
import { log } from '../core/log.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { depositNoticeOf } from './credit.ts'
import { type DepositRow, notifyDeposit } from './deposit.ts'

/** As many as one look passes on; what is left comes at the next. */
const atOnce = 200

/**
 * Passes on each claim of a deposit that nobody decided in its 24 hours, once, and tells its owner (docs/rules/deposits-and-withdrawals.md). Each
 * by itself: one that cannot be written does not keep the others waiting.
 */
export async function escalateLateDepositClaims(app: AppContext): Promise<void> {
  const late = await app.db.query<{ id: string }>(
    `select id from deposit where status = 0 and source <> 'chain' and escalated_ms is null and due_ms <= $1 order by due_ms limit ${atOnce}`,
    [app.clock.now()],
  )
  for (const { id } of late)
    await escalate(app, id).catch((error: unknown) => log.error(`the late claim of deposit ${id} could not be passed on`, error))
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
    afterCommit(() => notifyDeposit(app, row))
  })
