import { stepUpTried } from '#account/stepUp.ts'
import type { Visitor } from '#account/visitor.ts'
import type { Deletion } from '#contract/calls/dataRights.ts'
import { Refusal } from '#contract/refusals.ts'
import type { StepUpProof } from '#contract/stepUp.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { House } from '../house.ts'
import { tellByMail } from '#account/mail.ts'
import { writeNotices } from '../notice.ts'
import { obstaclesOf } from './obstacles.ts'

type AfterCommit = (effect: () => void) => void

/** Between asking and being forgotten. */
export const graceMs = 14 * 86_400_000
/** For so long the law wants the ledger and the papers kept. */
export const keptYears = 5

/** Requests of one person one after the other. */
const lockDeletion = (sql: Sql, userId: string) => sql.query('select pg_advisory_xact_lock(1067, hashint8($1::bigint))', [userId])

/** How it stands: until when it can be undone, and what would be in the way now. */
export async function deletionOf(sql: Sql, userId: string): Promise<Deletion> {
  const [row] = await sql.query<{ due_ms: string }>(
    'select due_ms from account_deletion where user_id = $1 and undone_ms is null and done_ms is null',
    [userId],
  )
  return { at: row ? asInstant(Number(row.due_ms)) : null, obstacles: await obstaclesOf(sql, userId), keptYears }
}

/** In 14 days. Guests have nothing to prove themselves by but their session. Refuses what a proof refuses, and stateConflict {obstacles}. */
export async function askDeletion(
  house: House,
  visitor: Visitor,
  proof: StepUpProof,
  now: Instant,
  afterCommit: AfterCommit,
): Promise<Deletion> {
  const spend = visitor.isGuest ? undefined : await stepUpTried(house, visitor, proof, now)
  return house.db.transaction(async (sql) => {
    const { userId } = visitor
    await spend?.(sql)
    await lockDeletion(sql, userId)
    const obstacles = await obstaclesOf(sql, userId)
    if (obstacles.length > 0) throw new Refusal('stateConflict', { obstacles })
    const added = await sql.query(
      `insert into account_deletion (user_id, asked_ms, due_ms) values ($1, $2, $3)
       on conflict (user_id) where undone_ms is null do nothing returning id`,
      [userId, now, now + graceMs],
    )
    if (added.length > 0) await tell(house, sql, userId, 'deletionAsked', now, afterCommit)
    return deletionOf(sql, userId)
  })
}

/** Until it is done it can be undone. Where there is none nothing changes. */
export async function undoDeletion(house: House, userId: string, now: Instant, afterCommit: AfterCommit): Promise<Deletion> {
  return house.db.transaction(async (sql) => {
    await lockDeletion(sql, userId)
    const undone = await sql.query(
      'update account_deletion set undone_ms = $2 where user_id = $1 and undone_ms is null and done_ms is null returning id',
      [userId, now],
    )
    if (undone.length > 0) await tell(house, sql, userId, 'deletionUndone', now, afterCommit)
    return deletionOf(sql, userId)
  })
}

/** Whoever this account is hears of it, in the inbox and by mail: it may not have been them. */
export async function tell(
  house: House,
  sql: Sql,
  userId: string,
  kind: 'deletionAsked' | 'deletionUndone' | 'deletionWaits',
  now: Instant,
  afterCommit: AfterCommit,
): Promise<void> {
  const notice = { userId, type: 'system' as const, kind, params: {}, link: '/data-rights', refType: 'deletion', refId: userId }
  await writeNotices(house, sql, [notice], afterCommit)
  await tellByMail(sql, { userId, kind, params: {} }, now)
}
