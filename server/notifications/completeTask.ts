import { residenceCountriesOf } from '../core/countries.ts'
import type { RewardTask } from '#contract/calls/benefits.ts'
import type { Sql } from '#db/database.ts'
import { taskRewards } from '../core/taskRewards.ts'
import type { AppContext } from '../core/appContext.ts'
import { areIncentivesAvailable } from '../core/incentives.ts'
import { writeNotices } from './writeNotices.ts'

interface Noting {
  sql: Sql
  visitor: { userId: string }
  afterCommit(effect: () => void): void
}

/** Notes that somebody did a task, once, in the caller's transaction, and tells them where a reward waits for it (docs/rules/levels-and-team.md). */
export async function completeRewardTask(
  app: AppContext,
  { sql, visitor: { userId }, afterCommit }: Noting,
  task: RewardTask['id'],
): Promise<void> {
  const inserted = await sql.query(
    'insert into benefit_task (user_id, task, done_ms) values ($1, $2, $3) on conflict do nothing returning 1',
    [userId, task, app.clock.now()],
  )
  if (inserted.length === 0 || !(await mayCollect(app, sql, userId, task))) return
  await writeNotices(
    app,
    sql,
    [{ userId, type: 'task', kind: 'taskDone', params: {}, link: '/fuliCenter', refType: 'task', refId: task }],
    afterCommit,
  )
}

/** Guests collect nothing yet; vouchers are not given everywhere, demo money is. */
async function mayCollect(app: AppContext, sql: Sql, userId: string, task: RewardTask['id']): Promise<boolean> {
  const [account] = await sql.query<{ is_guest: boolean; country: string; kyc_country: string | null }>(
    'select is_guest, country, kyc_country from account where id = $1',
    [userId],
  )
  if (!account || account.is_guest) return false
  return taskRewards[task].kind === 'demo' || areIncentivesAvailable(app, residenceCountriesOf(account.country, account.kyc_country))
}
