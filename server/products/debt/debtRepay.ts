import { debtProjectStatus } from '#contract/states.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { debtDefaultAfterDays, debtLateAfterDays } from '#rules/earn/debt.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../../core/appContext.ts'
import type { NoticeKind } from '../../notifications/noticeTexts.ts'
import { writeNotices } from '../../notifications/writeNotices.ts'
import { tryMarkBorrowerPaymentApproved, proposeDebtRepayment } from './borrowerPayments.ts'
import { readUnpaidDebtInstalments, type DebtProjectKey, findDebtProject } from './debtStore.ts'
import type { ProductOrderRow } from '../rows.ts'
import { loadProductNameByUserLookup, productOrderNoticeOf } from '../notify.ts'
import { type AfterCommit, transactionWithEffects } from '../../core/transactions.ts'

/** Who repays in a sandbox: example borrowers, by themselves, on the day. */
const exampleBorrower = 'example borrower'

/** Lets an example borrower pay what is due by now. */
export const payDueExampleDebtInstalment = (app: AppContext, key: DebtProjectKey): Promise<void> =>
  app.db.transaction(async (sql) => {
    const now = app.clock.now()
    await findDebtProject(sql, key, { lock: true })
    const [due] = await readUnpaidDebtInstalments(sql, key)
    if (!due || startOfServerDay(due.due_day) > now) return
    const receipt = await proposeDebtRepayment(sql, key, exampleBorrower, now)
    if (typeof receipt !== 'string') await tryMarkBorrowerPaymentApproved(sql, receipt, exampleBorrower, now)
  })

/** Says of a project that its oldest instalment is late after 5 days, and that it defaulted after 30. */
export async function markDebtLateOrDefaulted(app: AppContext, key: DebtProjectKey): Promise<void> {
  await transactionWithEffects(app.db, async (sql, afterCommit) => {
    const project = await findDebtProject(sql, key, { lock: true })
    const [due] = await readUnpaidDebtInstalments(sql, key)
    if (project?.status !== debtProjectStatus.repaying || !due) return
    const today = serverDayAt(app.clock.now())
    if (addServerDays(due.due_day, debtLateAfterDays) > today) return
    await markLate(app, sql, key, due.due_day, afterCommit)
    const defaults = addServerDays(due.due_day, debtDefaultAfterDays)
    if (defaults <= today) await markDebtProjectDefaulted(app, sql, key, defaults, afterCommit)
  })
}

/** Orders say since when; their owners are told once. */
async function markLate(app: AppContext, sql: Sql, key: DebtProjectKey, dueDay: string, afterCommit: AfterCommit): Promise<void> {
  const late = await sql.query<ProductOrderRow>(
    `update product_order set late_since_ms = $3 where product_id = $1 and account_type = $2 and type = 5 and status in (1, 3)
       and late_since_ms is distinct from $3 returning *`,
    [key.product_id, key.book, startOfServerDay(dueDay)],
  )
  await tellAll(app, sql, key, late, 'debtLate', { day: dueDay }, afterCommit)
}

/** The project has defaulted as of that day, and its running orders with it. The project is locked and repaying. */
export async function markDebtProjectDefaulted(
  app: AppContext,
  sql: Sql,
  key: DebtProjectKey,
  day: string,
  afterCommit: AfterCommit,
): Promise<void> {
  await sql.query('update debt_project set status = -2, defaulted_day = $3 where product_id = $1 and book = $2', [
    key.product_id,
    key.book,
    day,
  ])
  await defaultOrders(app, sql, key, afterCommit)
}

/** Orders of a defaulted project that still run: all of them at first, and later what was frozen then. */
async function defaultOrders(app: AppContext, sql: Sql, key: DebtProjectKey, afterCommit: AfterCommit): Promise<void> {
  const orders = await sql.query<ProductOrderRow>(
    `update product_order set status = 6 where product_id = $1 and account_type = $2 and type = 5 and status = 1 returning *`,
    [key.product_id, key.book],
  )
  await tellAll(app, sql, key, orders, 'debtDefaulted', {}, afterCommit)
}

/**
 * Of a project that has defaulted already, the orders that run again after a freeze are marked as defaulted, in a transaction of its own.
 * Does nothing to a project that has not defaulted.
 */
export async function markUnfrozenDebtOrdersDefaulted(app: AppContext, key: DebtProjectKey): Promise<void> {
  await transactionWithEffects(app.db, async (sql, afterCommit) => {
    const project = await findDebtProject(sql, key, { lock: true })
    if (project?.status === debtProjectStatus.defaulted) await defaultOrders(app, sql, key, afterCommit)
  })
}

async function tellAll(
  app: AppContext,
  sql: Sql,
  { product_id }: DebtProjectKey,
  orders: readonly ProductOrderRow[],
  kind: NoticeKind,
  params: Record<string, string>,
  afterCommit: AfterCommit,
): Promise<void> {
  const nameFor = await loadProductNameByUserLookup(
    sql,
    product_id,
    orders.map(({ user_id }) => user_id),
  )
  const notices = orders.map((order) => productOrderNoticeOf(order, kind, { name: nameFor(order.user_id), ...params }))
  await writeNotices(app, sql, notices, afterCommit)
}
