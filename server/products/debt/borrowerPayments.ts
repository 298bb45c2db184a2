import { debtProjectStatus } from '#contract/states.ts'
import type { Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { compareDecimals, isPositive } from '#rules/decimal.ts'
import { addServerDays } from '#rules/serverDay.ts'
import { newRowId } from '#server/core/ids.ts'
import { readDefaultedDebtAmountOwed } from './debtClaims.ts'
import { readDebtInstalmentTotal, readUnpaidDebtInstalments, type DebtProjectKey, findDebtProject } from './debtStore.ts'

/** A row of debt_receipt. */
export interface BorrowerPayment extends DebtProjectKey {
  id: string
  number: number | null
  amount: Decimal
  claims: Decimal | null
  is_final: boolean
  status: number
  day: string
  proposed_by: string
  decided_by: string | null
  at_ms: string
}

export const borrowerPaymentStatus = { proposed: 0, agreed: 1, shared: 2, declined: -1 } as const

/** Why a receipt is not taken, in words that are the caller's. */
export type BorrowerPaymentRefusal = 'unknown' | 'notRepaying' | 'notDefaulted' | 'waiting' | 'nothingOwed' | 'moreThanOwed' | 'onceADay'

const insert = async (sql: Sql, row: Omit<BorrowerPayment, 'decided_by' | 'status' | 'id'>): Promise<BorrowerPayment> => {
  const [made] = await sql.query<BorrowerPayment>(
    `insert into debt_receipt (id, product_id, book, number, amount, claims, is_final, day, proposed_by, at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *`,
    [
      newRowId(Number(row.at_ms)),
      row.product_id,
      row.book,
      row.number,
      row.amount,
      row.claims,
      row.is_final,
      row.day,
      row.proposed_by,
      row.at_ms,
    ],
  )
  return made as BorrowerPayment
}

/** Writes down that the borrower paid the oldest open instalment. It is shared out once somebody agrees. */
export async function proposeDebtRepayment(
  sql: Sql,
  key: DebtProjectKey,
  by: string,
  nowMs: number,
): Promise<BorrowerPayment | BorrowerPaymentRefusal> {
  const project = await findDebtProject(sql, key, { lock: true })
  if (!project) return 'unknown'
  if (project.status !== debtProjectStatus.repaying) return 'notRepaying'
  const waiting = await sql.query('select 1 from debt_receipt where product_id = $1 and book = $2 and status = 0', [
    key.product_id,
    key.book,
  ])
  if (waiting.length > 0) return 'waiting'
  const [due] = await readUnpaidDebtInstalments(sql, key)
  if (!due) return 'nothingOwed'
  const amount = await readDebtInstalmentTotal(sql, project, due)
  const { product_id, book } = project
  return insert(sql, {
    product_id,
    book,
    number: due.number,
    amount,
    claims: null,
    is_final: due.is_last,
    day: due.due_day,
    proposed_by: by,
    at_ms: String(nowMs),
  })
}

/** Writes down what came in after a default; `final`: nothing more will come. All that is owed is final by itself. */
export async function proposeDebtRecovery(
  sql: Sql,
  key: DebtProjectKey,
  { amount, final }: { amount: Decimal; final: boolean },
  by: string,
  nowMs: number,
): Promise<BorrowerPayment | BorrowerPaymentRefusal> {
  const project = await findDebtProject(sql, key, { lock: true })
  if (!project) return 'unknown'
  if (project.status !== debtProjectStatus.defaulted) return 'notDefaulted'
  // What a receipt shares out is of all that is owed then: the next one waits until the last is shared out.
  const open = await sql.query('select 1 from debt_receipt where product_id = $1 and book = $2 and status in (0, 1)', [
    key.product_id,
    key.book,
  ])
  if (open.length > 0) return 'waiting'
  const claims = await readDefaultedDebtAmountOwed(sql, project)
  if (compareDecimals(amount, claims) > 0) return 'moreThanOwed'
  if (!isPositive(amount) && !final) return 'nothingOwed'
  const day = serverDayAt(nowMs)
  const today = await sql.query(
    'select 1 from debt_receipt where product_id = $1 and book = $2 and number is null and day = $3 and status >= 0',
    [key.product_id, key.book, day],
  )
  if (today.length > 0) return 'onceADay'
  const { product_id, book } = project
  return insert(sql, {
    product_id,
    book,
    number: null,
    amount,
    claims,
    is_final: final || compareDecimals(amount, claims) === 0,
    day,
    proposed_by: by,
    at_ms: String(nowMs),
  })
}

/** It is true: the instalment is paid, nobody waits for it any more, and from now on it is shared out. False where it was decided before. */
export async function tryMarkBorrowerPaymentApproved(
  sql: Sql,
  { id, product_id, book, number }: BorrowerPayment,
  by: string,
  nowMs: number,
): Promise<boolean> {
  const project = await findDebtProject(sql, { product_id, book }, { lock: true })
  // A default in between makes it a recovery: that is another receipt.
  if (number !== null && project?.status !== debtProjectStatus.repaying) return false
  const agreed = await sql.query('update debt_receipt set status = 1, decided_by = $2 where id = $1 and status = 0 returning 1', [id, by])
  if (agreed.length === 0) return false
  if (number === null) return true
  await sql.query('update debt_due set paid_ms = $4 where product_id = $1 and book = $2 and number = $3', [product_id, book, number, nowMs])
  await sql.query(
    `update product_order set late_since_ms = null where product_id = $1 and account_type = $2 and type = 5 and status in (1, 3)
       and late_since_ms is not null`,
    [product_id, book],
  )
  return true
}

/** Ends one that waits; nothing is shared out. */
export const markBorrowerPaymentDeclined = (sql: Sql, id: string, by: string): Promise<unknown> =>
  sql.query('update debt_receipt set status = -1, decided_by = $2 where id = $1 and status = 0', [id, by])

/** All that wait for somebody to agree, oldest first. */
export const readPendingBorrowerPayments = (sql: Sql): Promise<BorrowerPayment[]> =>
  sql.query<BorrowerPayment>('select * from debt_receipt where status = 0 order by id')

export const findBorrowerPaymentById = async (sql: Sql, id: string): Promise<BorrowerPayment | undefined> =>
  (await sql.query<BorrowerPayment>('select * from debt_receipt where id = $1', [id]))[0]

/** The day whose income a receipt is: the last that it is for. */
export const borrowerPaymentIncomeDay = ({ day }: Pick<BorrowerPayment, 'day'>): string => addServerDays(day, -1)
