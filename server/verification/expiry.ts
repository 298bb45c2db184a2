import { serverDayAt } from '#contract/time.ts'
import type { AppContext } from '../core/appContext.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 30 * 60_000
const batch = 200

/** Tells everyone once whose document is no longer valid. Gives how many were told. */
export async function notifyExpiredKycDocuments(app: AppContext): Promise<number> {
  const notifiedUsers = await transactionWithEffects(app.db, async (sql, afterCommit) => {
    const now = app.clock.now()
    const rows = await sql.query<{ id: string; user_id: string }>(
      `update kyc_application set expiry_told_ms = $2 where id in (
         select id from kyc_application
         where status = 1 and superseded_ms is null and expiry_told_ms is null and expires_day < $1::date
         order by id limit $3 for update skip locked)
       returning id, user_id`,
      [serverDayAt(now), now, batch],
    )
    const notices = rows.map(({ id, user_id: userId }) => ({
      userId,
      type: 'task' as const,
      kind: 'kycExpired' as const,
      params: {},
      link: '/renzhengResult',
      refType: 'kyc',
      refId: id,
    }))
    await writeNotices(app, sql, notices, afterCommit)
    return rows.length
  })
  return notifiedUsers
}

/** Looks twice an hour, on whatever server: each is told once. */
export const startKycDocumentExpiryJobs = (app: AppContext): (() => Promise<void>) =>
  startRepeatingJob('documents that end', pollIntervalMs, () => notifyExpiredKycDocuments(app), { isImmediate: true }).stop
