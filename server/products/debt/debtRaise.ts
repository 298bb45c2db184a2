import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { debtProjectStatus, productOrderStatus, balanceRecordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType, Leg } from '#ledger/ledger.ts'
import { debtProjectInstalments } from '#rules/earn/debt.ts'
import { add, negate, q8, zero } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'
import type { AppContext } from '../../core/appContext.ts'
import { writeNotices } from '../../notifications/writeNotices.ts'
import { earliestProductStartDay } from '../cooling.ts'
import { type DebtProject, isDebtFullyFunded, type DebtProjectKey, findDebtProject } from './debtStore.ts'
import { postProductOrderLegs } from '../money.ts'
import type { ProductOrderRow } from '../rows.ts'
import { updateProductOrder } from '../store.ts'
import { loadProductNameByUserLookup, productOrderNoticeOf } from '../notify.ts'
import { transactionWithEffects } from '../../core/transactions.ts'

/** How much is committed; nobody can commit or withdraw until the transaction ends. Lock wallets first. */
export async function lockDebtSoldAmount(sql: Sql, { product_id, book }: DebtProjectKey): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>('select amount from product_sold where product_id = $1 and book = $2 for update', [
    product_id,
    book,
  ])
  return row?.amount ?? zero
}

/** The smallest amount that can be put in. */
export const readMinDebtInvestment = async (sql: Sql, productId: string): Promise<Decimal> =>
  (await sql.query<{ min_money: Decimal }>('select min_money from product where id = $1', [productId]))[0]?.min_money ?? asDecimal('0')

const committed = (sql: Sql, { product_id, book }: DebtProjectKey): Promise<ProductOrderRow[]> =>
  sql.query<ProductOrderRow>(
    'select * from product_order where product_id = $1 and account_type = $2 and type = 5 and status = 0 order by id for update',
    [product_id, book],
  )

/**
 * The first midnight at which the newest of them can be bound: what is committed can be withdrawn before, in the REAL book for 24 hours in
 * any case.
 */
const firstDayAfter = (orders: readonly Pick<ProductOrderRow, 'bought_ms'>[], book: AccountType): string =>
  earliestProductStartDay(Math.max(...orders.map(({ bought_ms }) => Number(bought_ms))), book)

/** Starts a fully funded project at its midnight: all its orders at once, the money to the borrower, the instalments written down. */
export async function startFundedDebtProject(app: AppContext, key: DebtProjectKey): Promise<void> {
  const isStarted = await transactionWithEffects(app.db, async (sql, afterCommit) => {
    const people = await sql.query<{ user_id: string }>(
      'select distinct user_id from product_order where product_id = $1 and account_type = $2 and type = 5 and status = 0',
      [key.product_id, key.book],
    )
    const locked = new Set(people.map(({ user_id }) => user_id))
    await sql.query('select from wallet where book = $1 and user_id = any($2::bigint[]) order by user_id for update', [
      key.book,
      [...locked],
    ])
    const sold = await lockDebtSoldAmount(sql, key)
    const project = await findDebtProject(sql, key, { lock: true })
    if (
      project?.status !== debtProjectStatus.raising ||
      !isDebtFullyFunded(project, sold, await readMinDebtInvestment(sql, key.product_id))
    )
      return false
    const orders = await committed(sql, key)
    const now = app.clock.now()
    const startDay = firstDayAfter(orders, key.book)
    // Somebody joined after the wallets were locked, or it is not midnight yet: it is looked at again.
    if (orders.some(({ user_id }) => !locked.has(user_id)) || startOfServerDay(startDay) > now) return false
    await start(app, sql, project, orders, startDay, afterCommit)
    return true
  })
  if (isStarted) app.events.missed()
}

async function start(
  app: AppContext,
  sql: Sql,
  project: DebtProject,
  orders: readonly ProductOrderRow[],
  startDay: string,
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  const { product_id, book, days, repay } = project
  const raised = q8(orders.reduce((sum, { money }) => add(sum, money), zero))
  await sql.query('update debt_project set status = 2, raised = $3, start_day = $4 where product_id = $1 and book = $2', [
    product_id,
    book,
    raised,
    startDay,
  ])
  for (const { number, fromDay, toDay, isLast } of debtProjectInstalments(days, repay)) {
    await sql.query(
      'insert into debt_due (product_id, book, number, from_day, to_day, is_last, due_day) values ($1, $2, $3, $4, $5, $6, $7)',
      [product_id, book, number, fromDay, toDay, isLast, addServerDays(startDay, toDay)],
    )
  }
  for (const order of orders) {
    const { held } = await postProductOrderLegs(sql, order, lendingLegs(order), app.clock.now())
    // No end day: what is due to an order stands with its project.
    await updateProductOrder(sql, order.id, { status: productOrderStatus.running, start_day: startDay, held })
  }
  const nameFor = await loadProductNameByUserLookup(
    sql,
    product_id,
    orders.map(({ user_id }) => user_id),
  )
  const notices = orders.map((order) => productOrderNoticeOf(order, 'debtStarted', { name: nameFor(order.user_id), day: startDay }))
  await writeNotices(app, sql, notices, afterCommit)
}

const lendingLegs = ({ user_id: user, currency, held }: ProductOrderRow): Leg[] => [
  { user, currency, bucket: 'INVEST', amount: negate(held), type: balanceRecordType.productBuy },
  { house: 'BORROWERS', currency, amount: held },
]

/** Opens what is to be opened now. */
export const openScheduledDebtProjects = (sql: Sql, nowMs: number): Promise<unknown> =>
  sql.query('update debt_project set status = 1 where status = 0 and opens_ms <= $1', [nowMs])
