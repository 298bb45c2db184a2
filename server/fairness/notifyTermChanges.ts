import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AppContext } from '../core/appContext.ts'
import { type NewNotice, writeNotices } from '../notifications/writeNotices.ts'
import { transactionWithEffects } from '../core/transactions.ts'
import { log } from '../core/log.ts'
import { startRepeatingJob } from '../core/schedule.ts'

const pollIntervalMs = 60_000
const batch = 500

/** What is published to change at one moment, and of what. */
interface Change {
  publishedMs: string
  fromMs: string
  /** `area|subject`. */
  subjects: string[]
}

/** The people of a batch who have used what changes: in whatever book, since every book costs the same. */
const affected = (sql: Sql, { subjects }: Change, afterId: string): Promise<{ id: string; is_affected: boolean }[]> =>
  sql.query(
    `select a.id, a.deleted_ms is null and (
       exists (select from position o where o.user_id = a.id and 'contract|' || o.symbol = any($1))
       or 'spot|' = any($1) and exists (select from spot_order o where o.user_id = a.id)
       or exists (select from swap o where o.user_id = a.id and ('swap|' || o.from_currency = any($1) or 'swap|' || o.to_currency = any($1)))
       or 'option|' = any($1) and exists (select from option_position o where o.user_id = a.id)
       or exists (select from second_order o where o.user_id = a.id and 'second|' || o.symbol || ' ' || o.seconds = any($1))
       or exists (select from loan o, unnest($1) as s where o.user_id = a.id and s like 'loan|' || o.set_id || '%')
       or exists (select from product_order o where o.user_id = a.id and 'product|' || o.product_id = any($1))
       or 'level|' || a.level = any($1)
     ) as is_affected
     from account a where a.id > $2 order by a.id limit ${batch}`,
    [subjects, afterId],
  )

/** Every change of which not everybody has been notified yet. */
async function changesToNotify(sql: Sql): Promise<Change[]> {
  return sql.query<Change>(
    `select t.published_ms as "publishedMs", min(t.from_ms) as "fromMs", array_agg(distinct t.area || '|' || t.subject) as subjects
     from released_term t where t.value is not null and t.from_ms > t.published_ms
       and not exists (select from term_telling d where d.published_ms = t.published_ms and d.done_ms is not null)
     group by t.published_ms order by t.published_ms`,
  )
}

const noticeOf = ({ publishedMs, fromMs }: Change, userId: string): NewNotice => ({
  userId,
  type: 'system',
  kind: 'termsChange',
  params: { day: serverDayAt(Number(fromMs)) },
  link: '/fair-terms',
  refType: 'terms',
  refId: publishedMs,
})

/** One batch in one transaction, so that each is notified once; false when there is none left, or another server is at it. */
async function notifyBatch(app: AppContext, change: Change): Promise<boolean> {
  const isMore = await transactionWithEffects(app.db, async (sql, afterCommit) => {
    await sql.query('insert into term_telling (published_ms) values ($1) on conflict do nothing', [change.publishedMs])
    const [turn] = await sql.query<{ told_through: string }>(
      'select told_through from term_telling where published_ms = $1 and done_ms is null for update skip locked',
      [change.publishedMs],
    )
    if (!turn) return false
    const found = await affected(sql, change, turn.told_through)
    const theirs = found.filter(({ is_affected }) => is_affected)
    const notices = theirs.map(({ id }) => noticeOf(change, id))
    await writeNotices(app, sql, notices, afterCommit)
    await sql.query('update term_telling set told_through = $2, done_ms = $3 where published_ms = $1', [
      change.publishedMs,
      found.at(-1)?.id ?? turn.told_through,
      found.length < batch ? app.clock.now() : null,
    ])
    return found.length === batch
  })
  return isMore
}

/** Notifies everybody who has used something of whose terms a release changes, once, in batches (docs/rules/fair-dealing.md). */
export async function notifyTermChanges(app: AppContext): Promise<void> {
  for (const change of await changesToNotify(app.db)) {
    try {
      while (await notifyBatch(app, change)) continue
    } catch (error) {
      // The next look goes on with it; other changes do not wait for it.
      log.error(`notices of the terms published at ${change.publishedMs} could not be sent`, error)
    }
  }
}

/** Looks once a minute, on whatever server; what a server that died left over is notified of by the next look. Gives back how to stop. */
export function startTermChangeNoticeJobs(app: AppContext): () => Promise<void> {
  return startRepeatingJob('notices of new terms', pollIntervalMs, () => notifyTermChanges(app), { isImmediate: true }).stop
}
