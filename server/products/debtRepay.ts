import { debtStatus } from '#contract/states.ts'
import { wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { defaultAfterDays, lateAfterDays } from '#rules/debt.ts'
import { dayPlus, startOfDay } from '#rules/serverDay.ts'
import type { House } from '../house.ts'
import type { NoticeKind } from '../noticeWords.ts'
import { writeNotices } from '../notice.ts'
import { agreeReceipt, proposeRepayment } from './debtReceipts.ts'
import { openDues, type ProjectKey, projectOf } from './debtStore.ts'
import type { ProductOrderRow } from './rows.ts'
import { namesFor, noticeOf } from './tell.ts'

type AfterCommit = (effect: () => void) => void

/** Who repays in a sandbox: example borrowers, by themselves, on the day. */
const exampleBorrower = 'example borrower'

/** Lets an example borrower pay what is due by now. */
export const repayExample = (house: House, key: ProjectKey): Promise<void> =>
  house.db.transaction(async (sql) => {
    const now = house.clock.now()
    await projectOf(sql, key, { lock: true })
    const [due] = await openDues(sql, key)
    if (!due || startOfDay(due.due_day) > now) return
    const receipt = await proposeRepayment(sql, key, exampleBorrower, now)
    if (typeof receipt !== 'string') await agreeReceipt(sql, receipt, exampleBorrower, now)
  })

/** Says of a project that its oldest instalment is late after 5 days, and that it defaulted after 30. */
export async function judgeLate(house: House, key: ProjectKey): Promise<void> {
  const effects: (() => void)[] = []
  await house.db.transaction(async (sql) => {
    effects.length = 0
    const afterCommit: AfterCommit = (effect) => effects.push(effect)
    const project = await projectOf(sql, key, { lock: true })
    const [due] = await openDues(sql, key)
    if (project?.status !== debtStatus.repaying || !due) return
    const today = wireDay(house.clock.now())
    if (dayPlus(due.due_day, lateAfterDays) > today) return
    await markLate(house, sql, key, due.due_day, afterCommit)
    const defaults = dayPlus(due.due_day, defaultAfterDays)
    if (defaults <= today) await defaultProject(house, sql, key, defaults, afterCommit)
  })
  for (const effect of effects) effect()
}

/** Orders say since when; their owners are told once. */
async function markLate(house: House, sql: Sql, key: ProjectKey, dueDay: string, afterCommit: AfterCommit): Promise<void> {
  const late = await sql.query<ProductOrderRow>(
    `update product_order set late_since_ms = $3 where product_id = $1 and account_type = $2 and type = 5 and status in (1, 3)
       and late_since_ms is distinct from $3 returning *`,
    [key.product_id, key.book, startOfDay(dueDay)],
  )
  await tellAll(house, sql, key, late, 'debtLate', { day: dueDay }, afterCommit)
}

/** The project has defaulted as of that day, and its running orders with it. The project is locked and repaying. */
export async function defaultProject(house: House, sql: Sql, key: ProjectKey, day: string, afterCommit: AfterCommit): Promise<void> {
  await sql.query('update debt_project set status = -2, defaulted_day = $3 where product_id = $1 and book = $2', [
    key.product_id,
    key.book,
    day,
  ])
  await defaultOrders(house, sql, key, afterCommit)
}

/** Orders of a defaulted project that still run: all of them at first, and later what was frozen then. */
async function defaultOrders(house: House, sql: Sql, key: ProjectKey, afterCommit: AfterCommit): Promise<void> {
  const orders = await sql.query<ProductOrderRow>(
    `update product_order set status = 6 where product_id = $1 and account_type = $2 and type = 5 and status = 1 returning *`,
    [key.product_id, key.book],
  )
  await tellAll(house, sql, key, orders, 'debtDefaulted', {}, afterCommit)
}

/** The same in a transaction of its own. */
export async function defaultThawed(house: House, key: ProjectKey): Promise<void> {
  const effects: (() => void)[] = []
  await house.db.transaction(async (sql) => {
    effects.length = 0
    const project = await projectOf(sql, key, { lock: true })
    if (project?.status === debtStatus.defaulted) await defaultOrders(house, sql, key, (effect) => effects.push(effect))
  })
  for (const effect of effects) effect()
}

async function tellAll(
  house: House,
  sql: Sql,
  { product_id }: ProjectKey,
  orders: readonly ProductOrderRow[],
  kind: NoticeKind,
  params: Record<string, string>,
  afterCommit: AfterCommit,
): Promise<void> {
  const nameFor = await namesFor(
    sql,
    product_id,
    orders.map(({ user_id }) => user_id),
  )
  const notices = orders.map((order) => noticeOf(order, kind, { name: nameFor(order.user_id), ...params }))
  await writeNotices(house, sql, notices, afterCommit)
}
