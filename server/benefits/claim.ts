import type { Task } from '#contract/calls/benefits.ts'
import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { recordType } from '#contract/states.ts'
import { lockWallet, post } from '#ledger/ledger.ts'
import { tellBalances } from '#ledger/tellBalances.ts'
import { changeWelfare } from '#ledger/welfare.ts'
import { negate, q8 } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { newId } from '../ids.ts'
import { isIncentiveOn } from '../incentives.ts'
import { rewards } from './rewards.ts'
import { type TaskRow, tasksOf, toTask } from './tasks.ts'

const currency = 'USDT'

/** Gives the reward of a task that is done, once. Refuses taskNotDone, alreadyClaimed, regionProduct for vouchers, and rewardShort while WELFARE does not hold it. */
export async function claim(house: House, id: Task['id'], asking: Asking): Promise<Task> {
  const { sql, visitor } = asking
  const now = house.clock.now()
  const { kind, amount } = rewards[id]
  if (kind === 'voucher' && !isIncentiveOn(house.config.env, visitor.country)) throw new Refusal('regionProduct')
  const known = (await tasksOf(sql, visitor.userId, now)).find(({ task }) => task === id)
  if (!known) throw new Refusal('taskNotDone')
  const [claimed] = await sql.query<TaskRow>(
    `update benefit_task set claimed_ms = greatest($3, done_ms) where user_id = $1 and task = $2 and claimed_ms is null
     returning task, done_ms, claimed_ms`,
    [visitor.userId, id, now],
  )
  if (!claimed) throw new Refusal('alreadyClaimed')
  await (kind === 'demo' ? giveDemo(house, id, amount, asking) : giveVoucher(house, id, amount, asking))
  return toTask(id, claimed)
}

async function giveVoucher(house: House, task: Task['id'], amount: Decimal, { sql, visitor }: Asking): Promise<void> {
  // Set aside now, so that what was promised is there whenever it is used.
  if (!(await changeWelfare(sql, currency, negate(amount)))) throw new Refusal('rewardShort')
  const now = house.clock.now()
  await sql.query('insert into voucher (id, user_id, task, amount, rest, created_ms) values ($1, $2, $3, $4, $4, $5)', [
    newId(now),
    visitor.userId,
    task,
    amount,
    now,
  ])
}

async function giveDemo(house: House, task: Task['id'], amount: Decimal, { sql, visitor, afterCommit }: Asking): Promise<void> {
  const user = visitor.userId
  await lockWallet(sql, user, book.demo)
  await post(sql, {
    book: book.demo,
    refType: 'task',
    refId: `${task}-${user}`,
    requestId: `task ${task} of ${user}`,
    at: house.clock.now(),
    legs: [
      { user, currency, bucket: 'AVAIL', amount: q8(amount), type: recordType.taskReward },
      { house: 'ISSUE', currency, amount: negate(q8(amount)) },
    ],
  })
  await tellBalances(house, sql, user, book.demo, afterCommit)
}
