import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallets, post } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { tryAdjustWelfareFundRow, lockAndReadWelfareFund } from '#ledger/welfare.ts'
import { add, compareDecimals, negate, q8, subtract, zero } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { forEachBatch, runBatchElseEach } from '../core/batches.ts'
import { log } from '../core/log.ts'
import { type NewNotice, writeNotices } from '../notifications/writeNotices.ts'
import { levelGrantCurrency as currency } from './unpaidGrants.ts'
import type { LevelGrantRow } from './rows.ts'
import { transactionWithEffects } from '../core/transactions.ts'

const atOnce = 100

/**
 * Pays what was promised, oldest first, each once; false when WELFARE does not hold the next: nothing is paid then, and it is tried again. One
 * that cannot be paid keeps no other waiting.
 */
export async function payDueLevelGrants(app: AppContext): Promise<boolean> {
  let isShort = false
  const read = async (behind: Unpaid = { id: '0' }): Promise<Unpaid[]> =>
    isShort
      ? []
      : app.db.query<Unpaid>('select id from welfare_grant where paid_ms is null and id > $1 order by id limit $2', [behind.id, atOnce])
  const pay = async (grants: readonly Unpaid[]): Promise<void> => {
    if (isShort) return
    isShort = await transactionWithEffects(app.db, (sql, afterCommit) => payBatch(app, sql, grants, afterCommit))
  }
  await forEachBatch(atOnce, read, (grants) =>
    runBatchElseEach(grants, pay, ({ id }, error) => log.error(`bonus or envelope ${id} could not be paid`, error)),
  )
  return !isShort
}

interface Unpaid {
  id: string
}

/** Gives whether WELFARE was short of one of them. */
async function payBatch(app: AppContext, sql: Sql, grants: readonly Unpaid[], afterCommit: (effect: () => void) => void): Promise<boolean> {
  const due = await sql.query<LevelGrantRow>(
    `select id, user_id, kind, day, level, amount from welfare_grant where id = any($1::bigint[]) and paid_ms is null
     order by id for update skip locked`,
    [grants.map(({ id }) => id)],
  )
  if (due.length === 0) return false
  await lockWallets(
    sql,
    due.map(({ user_id }) => user_id),
    accountTypes.real,
  )
  const payable = within(due, await lockAndReadWelfareFund(sql, currency))
  const total = payable.reduce<Decimal>((sum, { amount }) => add(sum, amount), zero)
  if (payable.length > 0 && !(await tryAdjustWelfareFundRow(sql, currency, negate(q8(total)))))
    throw new Error('WELFARE was locked and lost money')
  for (const grant of payable) await pay(app, sql, grant, afterCommit)
  await sql.query('update welfare_grant set paid_ms = $2 where id = any($1::bigint[])', [payable.map(({ id }) => id), app.clock.now()])
  await writeNotices(app, sql, payable.map(noticeOf), afterCommit)
  return payable.length < due.length
}

/** The first of them that the money reaches for. */
function within(due: readonly LevelGrantRow[], money: Decimal): LevelGrantRow[] {
  let left: Decimal = money
  const end = due.findIndex(({ amount }) => {
    if (compareDecimals(left, amount) < 0) return true
    left = subtract(left, amount)
    return false
  })
  return end === -1 ? [...due] : due.slice(0, end)
}

async function pay(app: AppContext, sql: Sql, grant: LevelGrantRow, afterCommit: (effect: () => void) => void): Promise<void> {
  const { id, user_id: user, kind, day, level, amount } = grant
  const type = kind === 'envelope' ? balanceRecordType.envelope : balanceRecordType.levelBonus
  await post(sql, {
    book: accountTypes.real,
    refType: kind,
    refId: id,
    remark: `${day} VIP ${level}`,
    // Besides all else: nothing is ever paid twice.
    requestId: `welfare ${id}`,
    at: app.clock.now(),
    legs: [
      { user, currency, bucket: 'AVAIL', amount: q8(amount), type },
      { house: 'WELFARE', currency, amount: negate(q8(amount)) },
    ],
  })
  await notifyBalances(app, sql, user, accountTypes.real, afterCommit)
}

const noticeOf = ({ id, user_id, kind, day, level, amount }: LevelGrantRow): NewNotice => ({
  userId: user_id,
  type: 'task',
  kind,
  params: { amount: add(amount, '0'), level: String(level), day },
  link: kind === 'envelope' ? '/fuliCenter' : '/vipLevel',
  refType: kind,
  refId: id,
})
