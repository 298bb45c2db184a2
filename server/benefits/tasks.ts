import { type RewardTask, rewardTaskNames } from '#contract/calls/benefits.ts'
import { closeReason } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { taskRewards } from '../core/taskRewards.ts'

export interface RewardTaskRow {
  task: RewardTask['id']
  done_ms: string
  claimed_ms: string | null
}

/** What leaves its trace elsewhere: all is noted when it happens (server/notifications/completeTask.ts), and by this what was done before it was. */
const traces = `select task from account a cross join lateral (values
    ('riskQuiz', exists (select from suitability_try where user_id = a.id and passed)),
    ('secondFactor', a.passkey_step_ms is not null or exists (select from authenticator where account_id = a.id)),
    ('setLimit', exists (select from own_limit where user_id = a.id and value is not null)),
    ('demoStop', exists (select from position where user_id = a.id and account_type = 2 and status = 3
      and close_reason in (${closeReason.takeProfit}, ${closeReason.stopLoss}))),
    ('basicKyc', a.kyc_level >= 1)) as seen (task, is_done)
  where a.id = $1 and is_done`

/** Everything that somebody has done. What was not noted yet is written down first, so that `sql` must be one that may write. */
export async function syncCompletedRewardTasks(sql: Sql, userId: string, nowMs: number): Promise<RewardTaskRow[]> {
  await sql.query(
    `insert into benefit_task (user_id, task, done_ms) select $1, task, $2::bigint from (${traces}) done
     where not exists (select from benefit_task b where b.user_id = $1 and b.task = done.task) on conflict do nothing`,
    [userId, nowMs],
  )
  return sql.query<RewardTaskRow>('select task, done_ms, claimed_ms from benefit_task where user_id = $1', [userId])
}

export const toRewardTask = (id: RewardTask['id'], row: RewardTaskRow | undefined): RewardTask => ({
  id,
  reward: taskRewards[id],
  state: row === undefined ? 'todo' : row.claimed_ms === null ? 'done' : 'claimed',
  doneTime: row === undefined ? null : asInstant(Number(row.done_ms)),
  claimTime: row?.claimed_ms ? asInstant(Number(row.claimed_ms)) : null,
})

/** All tasks in their order. */
export const toRewardTasks = (rows: readonly RewardTaskRow[]): RewardTask[] =>
  rewardTaskNames.map((id) =>
    toRewardTask(
      id,
      rows.find(({ task }) => task === id),
    ),
  )
