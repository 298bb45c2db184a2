import type { WeeklyLevelEnvelope, FeeVoucher } from '#contract/calls/benefits.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { q8 } from '#rules/decimal.ts'
import { addServerDays } from '#rules/serverDay.ts'
import type { AppContext } from '../core/appContext.ts'
import type { CallHandlers } from '../core/handlers.ts'
import { areIncentivesAvailable } from '../core/incentives.ts'
import { claimReward } from './claim.ts'
import { toRewardTasks, syncCompletedRewardTasks } from './tasks.ts'

const maxListed = 50

/** Benefits (docs/rules/{levels-and-team,seed-data}.md): tasks, vouchers, Monday's envelopes and grants of demo money. */
export const benefitsHandlers = (app: AppContext): CallHandlers<'benefits'> => ({
  benefits: async (_asked, { sql, visitor, now }) => {
    const tasks = toRewardTasks(await syncCompletedRewardTasks(sql, visitor.userId, now))
    return {
      tasks,
      vouchers: await vouchersOf(sql, visitor.userId),
      envelopes: await envelopesOf(sql, visitor.userId),
      demoGrants: tasks
        .flatMap(({ id, reward, claimTime }) =>
          reward.kind === 'demo' && claimTime !== null ? [{ id, amount: q8(reward.amount), createTime: claimTime }] : [],
        )
        .toSorted((a, b) => b.createTime - a.createTime),
      incentiveAllowed: areIncentivesAvailable(app, visitor),
    }
  },
  claimBenefit: ({ taskId }, context) => claimReward(app, taskId, context),
})

async function vouchersOf(sql: Sql, userId: string): Promise<FeeVoucher[]> {
  const rows = await sql.query<{
    id: string
    task: FeeVoucher['task']
    amount: Decimal
    rest: Decimal
    created_ms: string
    used_ms: string | null
  }>('select id, task, amount, rest, created_ms, used_ms from voucher where user_id = $1 order by id desc limit $2', [userId, maxListed])
  return rows.map(({ id, task, amount, rest, created_ms, used_ms }) => ({
    id,
    task,
    amount: q8(amount),
    left: q8(rest),
    createTime: asInstant(Number(created_ms)),
    usedTime: used_ms === null ? null : asInstant(Number(used_ms)),
  }))
}

/** Also those that are not paid yet. */
async function envelopesOf(sql: Sql, userId: string): Promise<WeeklyLevelEnvelope[]> {
  const rows = await sql.query<{ id: string; day: string; level: number; amount: Decimal; created_ms: string; paid_ms: string | null }>(
    `select id, day, level, amount, created_ms, paid_ms from welfare_grant
     where user_id = $1 and kind = 'envelope' order by day desc limit $2`,
    [userId, maxListed],
  )
  return rows.map(({ id, day, level, amount, created_ms, paid_ms }) => ({
    id,
    sunday: addServerDays(day, -1),
    level,
    amount: q8(amount),
    createTime: asInstant(Number(paid_ms ?? created_ms)),
    waits: paid_ms === null,
  }))
}
