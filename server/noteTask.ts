import type { Task } from '#contract/calls/benefits.ts'
import type { Sql } from '#db/database.ts'
import { rewards } from './benefits/rewards.ts'
import type { House } from './house.ts'
import { isIncentiveOn } from './incentives.ts'
import { writeNotices } from './notice.ts'

interface Noting {
  sql: Sql
  visitor: { userId: string }
  afterCommit(effect: () => void): void
}

/** Notes that somebody did a task, once, in the caller's transaction, and tells them where a reward waits for it (product §5.6). */
export async function noteTask(house: House, { sql, visitor: { userId }, afterCommit }: Noting, task: Task['id']): Promise<void> {
  const noted = await sql.query(
    'insert into benefit_task (user_id, task, done_ms) values ($1, $2, $3) on conflict do nothing returning 1',
    [userId, task, house.clock.now()],
  )
  if (noted.length === 0 || !(await mayCollect(house, sql, userId, task))) return
  await writeNotices(
    house,
    sql,
    [{ userId, type: 'task', kind: 'taskDone', params: {}, link: '/fuliCenter', refType: 'task', refId: task }],
    afterCommit,
  )
}

/** Guests collect nothing yet; vouchers are not given everywhere, demo money is. */
async function mayCollect({ config }: House, sql: Sql, userId: string, task: Task['id']): Promise<boolean> {
  const [who] = await sql.query<{ is_guest: boolean; country: string; kyc_country: string | null }>(
    'select is_guest, country, kyc_country from account where id = $1',
    [userId],
  )
  if (!who || who.is_guest) return false
  return rewards[task].kind === 'demo' || isIncentiveOn(config.env, who.country, who.kyc_country)
}
