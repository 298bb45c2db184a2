import type { Visitor } from '#account/visitor.ts'
import type { Sql } from '#db/database.ts'
import type { House } from './house.ts'
import { isIncentiveOn } from './incentives.ts'
import { writeNotices } from './notice.ts'

interface Noting {
  sql: Sql
  visitor: Visitor
  afterCommit(effect: () => void): void
}

/** Notes that somebody did a task that leaves no other trace, once, and tells them where a voucher waits for it (product §5.6). */
export async function noteTask(
  house: House,
  { sql, visitor, afterCommit }: Noting,
  task: 'readPrices' | 'verifySettlement',
): Promise<void> {
  const noted = await sql.query(
    'insert into benefit_task (user_id, task, done_ms) values ($1, $2, $3) on conflict do nothing returning 1',
    [visitor.userId, task, house.clock.now()],
  )
  if (noted.length === 0 || visitor.isGuest || !isIncentiveOn(house.config.env, visitor.country)) return
  await writeNotices(
    house,
    sql,
    [{ userId: visitor.userId, type: 'task', kind: 'taskDone', params: {}, link: '/fuliCenter', refType: 'task', refId: task }],
    afterCommit,
  )
}
