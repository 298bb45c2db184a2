import { book as books } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { debtStatus, productOrderStatus, recordType } from '#contract/states.ts'
import { wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { type Book, type Leg, lockWallet } from '#ledger/ledger.ts'
import { instalments } from '#rules/debt.ts'
import { add, compare, negate, q8, zero } from '#rules/decimal.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import { writeNotices } from '../notice.ts'
import { type DebtProject, isFull, type ProjectKey, projectOf } from './debtStore.ts'
import { refund } from './leave.ts'
import { postOrder } from './money.ts'
import type { ProductOrderRow } from './rows.ts'
import { changeOrder, lockOrder } from './store.ts'
import { namesFor, noticeOf, notify, tellMoney } from './tell.ts'

const coolingMs = 24 * 3_600_000
const atOnce = 200

/** How much is committed; nobody can commit or withdraw until the transaction ends. Lock wallets first. */
async function holdSold(sql: Sql, { product_id, book }: ProjectKey): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>('select amount from product_sold where product_id = $1 and book = $2 for update', [
    product_id,
    book,
  ])
  return row?.amount ?? zero
}

const leastOf = async (sql: Sql, productId: string): Promise<Decimal> =>
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
export function firstDayAfter(orders: readonly Pick<ProductOrderRow, 'bought_ms'>[], book: Book): string {
  const newest = Math.max(...orders.map(({ bought_ms }) => Number(bought_ms))) + (book === books.real ? coolingMs : 1)
  return dayPlus(wireDay(newest - 1), 1)
}

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

/** Ends a project that was not fully funded by its deadline; its orders are given back one by one. */
export const failUnfunded = (house: House, key: ProjectKey): Promise<void> =>
  house.db.transaction(async (sql) => {
    const sold = await holdSold(sql, key)
    const project = await projectOf(sql, key, { lock: true })
    const now = house.clock.now()
    if (project?.status !== debtStatus.raising || now < Number(project.deadline_ms)) return
    if (isFull(project, sold, await leastOf(sql, key.product_id))) return
    await sql.query('update debt_project set status = -1, closed_ms = $3 where product_id = $1 and book = $2', [
      key.product_id,
      key.book,
      now,
    ])
  })

/** Gives back all that was committed to a failed project, also what was bought in the moment of its end. */
export async function refundFailed(house: House, { product_id, book }: ProjectKey): Promise<void> {
  for (let afterId: string | undefined = '0'; afterId !== undefined; ) {
    const found: Pick<ProductOrderRow, 'id' | 'user_id'>[] = await house.db.query<Pick<ProductOrderRow, 'id' | 'user_id'>>(
      `select id, user_id from product_order where product_id = $1 and account_type = $2 and type = 5 and status = 0 and id > $3
       order by id limit ${atOnce}`,
      [product_id, book, afterId],
    )
    for (const { id, user_id } of found)
      await refundOne(house, book, id, user_id).catch((error: unknown) => console.error(`debt order ${id} was not given back`, error))
    afterId = found.length === atOnce ? found.at(-1)?.id : undefined
  }
}

async function refundOne(house: House, book: Book, id: string, userId: string): Promise<void> {
  const effects: (() => void)[] = []
  await house.db.transaction(async (sql) => {
    effects.length = 0
    await lockWallet(sql, userId, book)
    const order = await lockOrder(sql, id)
    if (order.status !== productOrderStatus.notStarted) return
    const given = await refund(sql, order, house.clock.now())
    await notify(house, sql, given, 'debtFailed', { returned: q8(order.held), currency: order.currency }, (effect) => effects.push(effect))
    await tellMoney(house, sql, given, (effect) => effects.push(effect))
  })
  for (const effect of effects) effect()
}

/** Opens what is to be opened now. */
export const openDue = (sql: Sql, nowMs: number): Promise<unknown> =>
  sql.query('update debt_project set status = 1 where status = 0 and opens_ms <= $1', [nowMs])

/** Whether so much more leaves nothing, or a rest that somebody can still put in. */
export const leavesRoom = (rest: Decimal, money: Decimal, least: Decimal): boolean => {
  const left = compare(rest, money)
  return left <= 0 || compare(add(rest, negate(money)), least) >= 0
}
