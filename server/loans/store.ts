import type { Sql } from '#db/database.ts'
import type { LoanRow, LoanRepaymentRow } from './rows.ts'

export type NewLoan = Pick<
  LoanRow,
  'id' | 'order_no' | 'user_id' | 'set_id' | 'kind' | 'currency' | 'amount' | 'days' | 'daily_rate' | 'late_factor' | 'grace_days'
> & { created_ms: number } & Partial<
    Pick<LoanRow, 'purpose' | 'income' | 'collateral_currency' | 'price_step' | 'init_ltv' | 'call_ltv' | 'liq_ltv' | 'liq_fee'>
  > & { review_by_ms?: number }

export async function insertLoan(sql: Sql, row: NewLoan): Promise<LoanRow> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const [inserted] = await sql.query<LoanRow>(
    `insert into loan (${columns.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  )
  return inserted as LoanRow
}

type Changed = { [Column in keyof LoanRow]?: LoanRow[Column] | number }

/** Changes a loan that the caller has locked. */
export async function changeLoan(sql: Sql, id: string, changed: Changed): Promise<LoanRow> {
  const columns = Object.keys(changed)
  const [row] = await sql.query<LoanRow>(
    `update loan set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')} where id = $1 returning *`,
    [id, ...Object.values(changed)],
  )
  if (!row) throw new Error(`loan ${id} is not there`)
  return row
}

/** One's own; undefined for anything else. */
export async function findOwnLoan(sql: Sql, id: string, userId: string): Promise<LoanRow | undefined> {
  const [row] = await sql.query<LoanRow>('select * from loan where id = $1 and user_id = $2', [id, userId])
  return row
}

/** As it is now, and nobody else may change it until the transaction ends. Lock the wallet first. */
export async function lockLoan(sql: Sql, id: string): Promise<LoanRow> {
  const [row] = await sql.query<LoanRow>('select * from loan where id = $1 for update', [id])
  if (!row) throw new Error(`loan ${id} is not there`)
  return row
}

/** Everything of a person's that is not over, oldest first. */
export const readOpenLoans = (sql: Sql, userId: string): Promise<LoanRow[]> =>
  sql.query<LoanRow>('select * from loan where user_id = $1 and status in (0, 1, 2, 3, 5) order by id', [userId])

interface LoanFilter {
  userId: string
  kind: number | undefined
  statuses: readonly number[] | undefined
  limit: number
  offset: number
}

/** One page, newest first, with the count of all that match. */
export async function loansPage(
  sql: Sql,
  { userId, kind, statuses, limit, offset }: LoanFilter,
): Promise<{ rows: LoanRow[]; total: number }> {
  const where = 'user_id = $1 and ($2::smallint is null or kind = $2) and ($3::smallint[] is null or status = any($3))'
  const values = [userId, kind ?? null, statuses ?? null]
  const [counted] = await sql.query<{ total: string }>(`select count(*) as total from loan where ${where}`, values)
  const rows = await sql.query<LoanRow>(`select * from loan where ${where} order by id desc limit $4 offset $5`, [...values, limit, offset])
  return { rows, total: Number(counted?.total ?? 0) }
}

export const readLoanRepayments = (sql: Sql, loanIds: readonly string[]): Promise<LoanRepaymentRow[]> =>
  sql.query<LoanRepaymentRow>('select * from loan_repayment where loan_id = any($1::bigint[]) order by id', [[...loanIds]])

export const insertLoanRepayment = (
  sql: Sql,
  { loan_id, principal, interest, late, how }: Omit<LoanRepaymentRow, 'id' | 'at_ms'>,
  atMs: number,
): Promise<unknown> =>
  sql.query('insert into loan_repayment (loan_id, principal, interest, late, how, at_ms) values ($1, $2, $3, $4, $5, $6)', [
    loan_id,
    principal,
    interest,
    late,
    how,
    atMs,
  ])
