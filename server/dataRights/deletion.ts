import { verifyStepUpForLaterUse } from '#account/secondFactor/stepUp.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { AccountDeletionStatus } from '#contract/calls/dataRights.ts'
import { Refusal } from '#contract/refusals.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { queueMail } from '../notifications/mail/mail.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { readDeletionObstacles } from './obstacles.ts'
import type { AfterCommit } from '../core/transactions.ts'

/** Between asking and being forgotten. */
export const accountDeletionGraceMs = 14 * 86_400_000
/** For so long the law wants the ledger and the papers kept. */
export const legalRetentionYears = 5

/** Requests of one person one after the other. */
const lockDeletion = (sql: Sql, userId: string) => sql.query('select pg_advisory_xact_lock(1067, hashint8($1::bigint))', [userId])

/** How it stands: until when it can be undone, and what would be in the way now. */
export async function readAccountDeletion(sql: Sql, userId: string): Promise<AccountDeletionStatus> {
  const [row] = await sql.query<{ due_ms: string }>(
    'select due_ms from account_deletion where user_id = $1 and undone_ms is null and done_ms is null',
    [userId],
  )
  return {
    at: row ? asInstant(Number(row.due_ms)) : null,
    obstacles: await readDeletionObstacles(sql, userId),
    keptYears: legalRetentionYears,
  }
}

/** In 14 days. Guests have nothing to prove themselves by but their session. Refuses what a proof refuses, and stateConflict {obstacles}. */
export async function requestAccountDeletion(
  app: AppContext,
  visitor: SignedInUser,
  proof: StepUpProof,
  now: Instant,
  afterCommit: AfterCommit,
): Promise<AccountDeletionStatus> {
  const spend = visitor.isGuest ? undefined : await verifyStepUpForLaterUse(app, visitor, proof, now)
  return app.db.transaction(async (sql) => {
    const { userId } = visitor
    await spend?.(sql)
    await lockDeletion(sql, userId)
    const obstacles = await readDeletionObstacles(sql, userId)
    if (obstacles.length > 0) throw new Refusal('stateConflict', { obstacles })
    const added = await sql.query(
      `insert into account_deletion (user_id, asked_ms, due_ms) values ($1, $2, $3)
       on conflict (user_id) where undone_ms is null do nothing returning id`,
      [userId, now, now + accountDeletionGraceMs],
    )
    if (added.length > 0) await notifyAccountDeletion(app, sql, userId, 'deletionAsked', now, afterCommit)
    return readAccountDeletion(sql, userId)
  })
}

/** Until it is done it can be undone. Where there is none nothing changes. */
export async function cancelAccountDeletion(
  app: AppContext,
  userId: string,
  now: Instant,
  afterCommit: AfterCommit,
): Promise<AccountDeletionStatus> {
  return app.db.transaction(async (sql) => {
    await lockDeletion(sql, userId)
    const undone = await sql.query(
      'update account_deletion set undone_ms = $2 where user_id = $1 and undone_ms is null and done_ms is null returning id',
      [userId, now],
    )
    if (undone.length > 0) await notifyAccountDeletion(app, sql, userId, 'deletionUndone', now, afterCommit)
    return readAccountDeletion(sql, userId)
  })
}

/** Whoever this account is hears of it, in the inbox and by mail: it may not have been them. */
export async function notifyAccountDeletion(
  app: AppContext,
  sql: Sql,
  userId: string,
  kind: 'deletionAsked' | 'deletionUndone' | 'deletionWaits',
  now: Instant,
  afterCommit: AfterCommit,
): Promise<void> {
  const notice = { userId, type: 'system' as const, kind, params: {}, link: '/data-rights', refType: 'deletion', refId: userId }
  await writeNotices(app, sql, [notice], afterCommit)
  await queueMail(sql, { userId, kind, params: {} }, now)
}
