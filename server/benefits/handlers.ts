import type { Envelope, Voucher } from '#contract/calls/benefits.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { q8 } from '#rules/decimal.ts'
import { dayPlus } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import type { Handlers } from '../http/handlers.ts'
import { isIncentiveOn } from '../incentives.ts'
import { claim } from './claim.ts'
import { allTasks, tasksOf } from './tasks.ts'

const shown = 50

/** Benefits (product §2.14, §5.6): tasks, vouchers, Monday's envelopes and grants of demo money. */
export const benefitsHandlers = (house: House): Handlers<'benefits'> => ({
  benefits: async (_asked, { sql, visitor, now }) => {
    const tasks = allTasks(await tasksOf(sql, visitor.userId, now))
    return {
      tasks,
      vouchers: await vouchersOf(sql, visitor.userId),
      envelopes: await envelopesOf(sql, visitor.userId),
      demoGrants: tasks
        .flatMap(({ id, reward, claimTime }) =>
          reward.kind === 'demo' && claimTime !== null ? [{ id, amount: q8(reward.amount), createTime: claimTime }] : [],
        )
        .toSorted((a, b) => b.createTime - a.createTime),
      incentiveAllowed: isIncentiveOn(house.config.env, visitor.country),
    }
  },
  claimBenefit: ({ taskId }, asking) => claim(house, taskId, asking),
})

async function vouchersOf(sql: Sql, userId: string): Promise<Voucher[]> {
  const rows = await sql.query<{
    id: string
    task: Voucher['task']
    amount: Decimal
    rest: Decimal
    created_ms: string
    used_ms: string | null
  }>('select id, task, amount, rest, created_ms, used_ms from voucher where user_id = $1 order by id desc limit $2', [userId, shown])
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
async function envelopesOf(sql: Sql, userId: string): Promise<Envelope[]> {
  const rows = await sql.query<{ id: string; day: string; level: number; amount: Decimal; created_ms: string; paid_ms: string | null }>(
    `select id, day, level, amount, created_ms, paid_ms from welfare_grant
     where user_id = $1 and kind = 'envelope' order by day desc limit $2`,
    [userId, shown],
  )
  return rows.map(({ id, day, level, amount, created_ms, paid_ms }) => ({
    id,
    sunday: dayPlus(day, -1),
    level,
    amount: q8(amount),
    createTime: asInstant(Number(paid_ms ?? created_ms)),
    waits: paid_ms === null,
  }))
}
