import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { debtStatus, productOrderStatus, recordType } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import type { Book, Leg } from '#ledger/ledger.ts'
import { instalments } from '#rules/debt.ts'
import { add, negate, q8, zero } from '#rules/decimal.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import { writeNotices } from '../notice.ts'
import { boundFrom } from './cooling.ts'
import { type DebtProject, isFull, type ProjectKey, projectOf } from './debtStore.ts'
import { postOrder } from './money.ts'
import type { ProductOrderRow } from './rows.ts'
import { changeOrder } from './store.ts'
import { namesFor, noticeOf } from './tell.ts'

/** How much is committed; nobody can commit or withdraw until the transaction ends. Lock wallets first. */
export async function holdSold(sql: Sql, { product_id, book }: ProjectKey): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>('select amount from product_sold where product_id = $1 and book = $2 for update', [
    product_id,
    book,
  ])
  return row?.amount ?? zero
}

/** The smallest amount that can be put in. */
export const leastOf = async (sql: Sql, productId: string): Promise<Decimal> =>
  (await sql.query<{ min_money: Decimal }>('select min_money from product where id = $1', [productId]))[0]?.min_money ?? asDecimal('0')

const committed = (sql: Sql, { product_id, book }: ProjectKey): Promise<ProductOrderRow[]> =>
  sql.query<ProductOrderRow>(
    'select * from product_order where product_id = $1 and account_type = $2 and type = 5 and status = 0 order by id for update',
    [product_id, book],
  )

/**
 * The first midnight at which the newest of them can be bound: what is committed can be withdrawn before, in the REAL book for 24 hours in
 * any case.
 */
const firstDayAfter = (orders: readonly Pick<ProductOrderRow, 'bought_ms'>[], book: Book): string =>
  boundFrom(Math.max(...orders.map(({ bought_ms }) => Number(bought_ms))), book)

/** Starts a fully funded project at its midnight: all its orders at once, the money to the borrower, the instalments written down. */
export async function startFunded(house: House, key: ProjectKey): Promise<void> {
  const effects: (() => void)[] = []
  const isStarted = await house.db.transaction(async (sql) => {
    effects.length = 0
    const people = await sql.query<{ user_id: string }>(
      'select distinct user_id from product_order where product_id = $1 and account_type = $2 and type = 5 and status = 0',
      [key.product_id, key.book],
    )
    const locked = new Set(people.map(({ user_id }) => user_id))
    await sql.query('select from wallet where book = $1 and user_id = any($2::bigint[]) order by user_id for update', [
      key.book,
      [...locked],
    ])
    const sold = await holdSold(sql, key)
    const project = await projectOf(sql, key, { lock: true })
    if (project?.status !== debtStatus.raising || !isFull(project, sold, await leastOf(sql, key.product_id))) return false
    const orders = await committed(sql, key)
    const now = house.clock.now()
    const startDay = firstDayAfter(orders, key.book)
    // Somebody joined after the wallets were locked, or it is not midnight yet: it is looked at again.
    if (orders.some(({ user_id }) => !locked.has(user_id)) || startOfDay(startDay) > now) return false
    await start(house, sql, project, orders, startDay, (effect) => effects.push(effect))
    return true
  })
  for (const effect of effects) effect()
  if (isStarted) house.events.missed()
}

async function start(
  house: House,
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
  for (const { number, fromDay, toDay, isLast } of instalments(days, repay)) {
    await sql.query(
      'insert into debt_due (product_id, book, number, from_day, to_day, is_last, due_day) values ($1, $2, $3, $4, $5, $6, $7)',
      [product_id, book, number, fromDay, toDay, isLast, dayPlus(startDay, toDay)],
    )
  }
  for (const order of orders) {
    const { held } = await postOrder(sql, order, lendingLegs(order), house.clock.now())
    // No end day: what is due to an order stands with its project.
    await changeOrder(sql, order.id, { status: productOrderStatus.running, start_day: startDay, held })
  }
  const nameFor = await namesFor(
    sql,
    product_id,
    orders.map(({ user_id }) => user_id),
  )
  const notices = orders.map((order) => noticeOf(order, 'debtStarted', { name: nameFor(order.user_id), day: startDay }))
  await writeNotices(house, sql, notices, afterCommit)
}

const lendingLegs = ({ user_id: user, currency, held }: ProductOrderRow): Leg[] => [
  { user, currency, bucket: 'INVEST', amount: negate(held), type: recordType.productBuy },
  { house: 'BORROWERS', currency, amount: held },
]

/** Opens what is to be opened now. */
export const openDue = (sql: Sql, nowMs: number): Promise<unknown> =>
  sql.query('update debt_project set status = 1 where status = 0 and opens_ms <= $1', [nowMs])
