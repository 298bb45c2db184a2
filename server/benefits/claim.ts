import type { RewardTask } from '#contract/calls/benefits.ts'
import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { balanceRecordType } from '#contract/states.ts'
import { lockWallet, post } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { tryAdjustWelfareFundRow } from '#ledger/welfare.ts'
import { negate, q8 } from '#rules/decimal.ts'
import { regionRefusal } from '../core/countries.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { newRowId } from '../core/ids.ts'
import { areIncentivesAvailable } from '../core/incentives.ts'
import { taskRewards } from '../core/taskRewards.ts'
import { type RewardTaskRow, syncCompletedRewardTasks, toRewardTask } from './tasks.ts'

const currency = 'USDT'

/** Gives the reward of a task that is done, once. Refuses taskNotDone, alreadyClaimed, regionProduct for vouchers, and rewardShort while WELFARE does not hold it. */
export async function claimReward(app: AppContext, id: RewardTask['id'], context: RequestContext): Promise<RewardTask> {
  const { sql, visitor } = context
  const now = app.clock.now()
  const { kind, amount } = taskRewards[id]
  if (kind === 'voucher' && !areIncentivesAvailable(app, visitor))
    throw regionRefusal('regionProduct', visitor, { standing: app, products: ['incentive'] })
  const known = (await syncCompletedRewardTasks(sql, visitor.userId, now)).find(({ task }) => task === id)
  if (!known) throw new Refusal('taskNotDone')
  const [claimed] = await sql.query<RewardTaskRow>(
    `update benefit_task set claimed_ms = greatest($3, done_ms) where user_id = $1 and task = $2 and claimed_ms is null
     returning task, done_ms, claimed_ms`,
    [visitor.userId, id, now],
  )
  if (!claimed) throw new Refusal('alreadyClaimed')
  await (kind === 'demo' ? giveDemo(app, id, amount, context) : giveVoucher(app, id, amount, context))
  return toRewardTask(id, claimed)
}

async function giveVoucher(app: AppContext, task: RewardTask['id'], amount: Decimal, { sql, visitor }: RequestContext): Promise<void> {
  // Set aside now, so that what was promised is there whenever it is used.
  if (!(await tryAdjustWelfareFundRow(sql, currency, negate(amount)))) throw new Refusal('rewardShort')
  const now = app.clock.now()
  await sql.query('insert into voucher (id, user_id, task, amount, rest, created_ms) values ($1, $2, $3, $4, $4, $5)', [
    newRowId(now),
    visitor.userId,
    task,
    amount,
    now,
  ])
}

async function giveDemo(
  app: AppContext,
  task: RewardTask['id'],
  amount: Decimal,
  { sql, visitor, afterCommit }: RequestContext,
): Promise<void> {
  const user = visitor.userId
  await lockWallet(sql, user, accountTypes.demo)
  await post(sql, {
    book: accountTypes.demo,
    refType: 'task',
    refId: `${task}-${user}`,
    requestId: `task ${task} of ${user}`,
    at: app.clock.now(),
    legs: [
      { user, currency, bucket: 'AVAIL', amount: q8(amount), type: balanceRecordType.taskReward },
      { house: 'ISSUE', currency, amount: negate(q8(amount)) },
    ],
  })
  await notifyBalances(app, sql, user, accountTypes.demo, afterCommit)
}
