import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { AccountType } from '#ledger/ledger.ts'
import { add, compareDecimals, isPositive, negate, subtract } from '#rules/decimal.ts'
import { addServerDays, startOfServerDay } from '#rules/serverDay.ts'

/** A row of debt_project. */
export interface DebtProject {
  product_id: string
  book: AccountType
  status: number
  opens_ms: string
  deadline_ms: string
  target: Decimal
  annual_rate: Decimal
  days: number
  repay: 'maturity' | 'monthly'
  raised: Decimal | null
  start_day: string | null
  defaulted_day: string | null
  closed_ms: string | null
}

/** Which project, in which book: each raises and repays in both by itself. */
export type DebtProjectKey = Pick<DebtProject, 'product_id' | 'book'>

/** With `lock` nobody else may change it until the transaction ends. Lock wallets first. */
export async function findDebtProject(
  sql: Sql,
  { product_id, book }: DebtProjectKey,
  { lock = false } = {},
): Promise<DebtProject | undefined> {
  const [row] = await sql.query<DebtProject>(`select * from debt_project where product_id = $1 and book = $2 ${lock ? 'for update' : ''}`, [
    product_id,
    book,
  ])
  return row
}

/** Of both books. */
export const readAllDebtProjects = (sql: Sql): Promise<DebtProject[]> =>
  sql.query<DebtProject>('select * from debt_project order by book, product_id')

/** How long projects raise where nothing else is agreed. */
const usualDays = '45'

/** Gives every debt product its project in both books, with the terms it has then. Two servers may do it at once. */
export async function createMissingDebtProjects(sql: Sql, nowMs: number): Promise<void> {
  const missing = await sql.query<{ id: string; start_ms: string | null; end_ms: string | null; raise_days: string | null }>(
    `select id, start_ms, end_ms, terms->>'raiseDays' as raise_days from product p
     where type = 5 and not is_closed and (select count(*) from debt_project d where d.product_id = p.id) < 2`,
  )
  for (const { id, start_ms, end_ms, raise_days } of missing) {
    const opens = Number(start_ms ?? nowMs)
    const deadline = Number(end_ms ?? startOfServerDay(addServerDays(serverDayAt(opens), Number(raise_days ?? usualDays))))
    await sql.query(
      `insert into debt_project (product_id, book, opens_ms, deadline_ms, target, annual_rate, days, repay)
       select id, b.book, $2, $3, (terms->>'target')::numeric, (terms->>'annualRate')::numeric, days, terms->>'repay'
       from product cross join (values (1::smallint), (2::smallint)) b (book) where id = $1 on conflict do nothing`,
      [id, opens, deadline],
    )
  }
}

/** What is still to be had of a project, while it raises. */
export const remainingDebtTarget = ({ target }: Pick<DebtProject, 'target'>, sold: Decimal): Decimal => subtract(target, sold)

/**
 * Whether nobody can put more in. A rest below the smallest amount, which two buyers at one moment can leave, counts as nothing: what was
 * promised then goes to the borrower.
 */
export const isDebtFullyFunded = (project: Pick<DebtProject, 'target'>, sold: Decimal, least: Decimal): boolean =>
  isPositive(sold) && compareDecimals(remainingDebtTarget(project, sold), least) < 0

/** Whether so much more leaves nothing, or a rest that somebody can still put in. */
export const leavesNoTooSmallDebtRemainder = (rest: Decimal, money: Decimal, least: Decimal): boolean => {
  const left = compareDecimals(rest, money)
  return left <= 0 || compareDecimals(add(rest, negate(money)), least) >= 0
}

export interface DebtInstalment {
  product_id: string
  book: AccountType
  number: number
  from_day: number
  to_day: number
  is_last: boolean
  due_day: string
  paid_ms: string | null
}

/** What a project still owes, the oldest first. */
export const readUnpaidDebtInstalments = (sql: Sql, { product_id, book }: DebtProjectKey): Promise<DebtInstalment[]> =>
  sql.query<DebtInstalment>('select * from debt_due where product_id = $1 and book = $2 and paid_ms is null order by number', [
    product_id,
    book,
  ])

/** The newest of all when all are paid: the day by which a project is repaid, or the next instalment. */
export async function readNextOrLastDebtDueDay(sql: Sql, { product_id, book }: DebtProjectKey): Promise<string | null> {
  const [row] = await sql.query<{ day: string | null }>(
    `select coalesce(min(due_day) filter (where paid_ms is null), max(due_day)) as day from debt_due where product_id = $1 and book = $2`,
    [product_id, book],
  )
  return row?.day ?? null
}

/** The amount of an instalment: what all its running orders get of it. */
export async function readDebtInstalmentTotal(
  sql: Sql,
  { product_id, book, annual_rate }: DebtProject,
  due: DebtInstalment,
): Promise<Decimal> {
  const [row] = await sql.query<{ amount: Decimal }>(
    `select (coalesce(sum(trunc(money * $3 * $5 / 365, 8) - trunc(money * $3 * $4 / 365, 8) + case when $6 then money else 0 end), 0))::numeric(36, 8) as amount
     from product_order where product_id = $1 and account_type = $2 and type = 5 and status in (1, 3, 6)`,
    [product_id, book, annual_rate, due.from_day, due.to_day, due.is_last],
  )
  return row?.amount ?? asDecimal('0')
}
