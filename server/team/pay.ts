import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { lockWallets, post } from '#ledger/ledger.ts'
import { notifyBalances } from '#ledger/notifyBalances.ts'
import { add, negate, q8 } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { forEachBatch, runBatchElseEach } from '../core/batches.ts'
import { log } from '../core/log.ts'
import { writeNotices } from '../notifications/writeNotices.ts'
import { transactionWithEffects } from '../core/transactions.ts'

const currency = 'USDT'
const atOnce = 100

interface IncomeRow {
  id: string
  inviter_id: string
  day: string
  amount: Decimal
}

/** Pays every income that is worked out, each once, out of the fees that it is a share of. One that cannot be paid keeps no other waiting. */
export function payDueTeamIncomes(app: AppContext): Promise<void> {
  const read = (behind: Unpaid = { id: '0' }) =>
    app.db.query<Unpaid>('select id from team_income where paid_ms is null and id > $1 order by id limit $2', [behind.id, atOnce])
  const pay = (incomes: readonly Unpaid[]): Promise<void> =>
    transactionWithEffects(app.db, (sql, afterCommit) => payBatch(app, sql, incomes, afterCommit))
  return forEachBatch(atOnce, read, (incomes) =>
    runBatchElseEach(incomes, pay, ({ id }, error) => log.error(`team income ${id} could not be paid`, error)),
  )
}

type Unpaid = Pick<IncomeRow, 'id'>

async function payBatch(app: AppContext, sql: Sql, incomes: readonly Unpaid[], afterCommit: (effect: () => void) => void): Promise<void> {
  const due = await sql.query<IncomeRow>(
    `select id, inviter_id, day, amount from team_income where id = any($1::bigint[]) and paid_ms is null order by id for update skip locked`,
    [incomes.map(({ id }) => id)],
  )
  if (due.length === 0) return
  await lockWallets(
    sql,
    due.map(({ inviter_id }) => inviter_id),
    accountTypes.real,
  )
  const at = app.clock.now()
  for (const { id, inviter_id: user, day, amount } of due) {
    await post(sql, {
      book: accountTypes.real,
      refType: 'teamIncome',
      refId: id,
      remark: day,
      // Besides all else: no day is ever paid twice.
      requestId: `team income ${id}`,
      at,
      legs: [
        { user, currency, bucket: 'AVAIL', amount: q8(amount), type: balanceRecordType.teamIncome },
        { house: 'FEE', currency, amount: negate(q8(amount)) },
      ],
    })
    await notifyBalances(app, sql, user, accountTypes.real, afterCommit)
  }
  await sql.query('update team_income set paid_ms = $2 where id = any($1::bigint[])', [due.map(({ id }) => id), at])
  await writeNotices(
    app,
    sql,
    due.map(({ id, inviter_id, day, amount }) => ({
      userId: inviter_id,
      type: 'transaction',
      kind: 'teamIncome',
      params: { amount: add(amount, '0'), day },
      link: '/tuanduiYaoqing',
      refType: 'teamIncome',
      refId: id,
    })),
    afterCommit,
  )
}
