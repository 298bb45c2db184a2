import type { Decimal } from '#contract/decimal.ts'
import { loanKind, loanStatus } from '#contract/states.ts'
import { serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, q8, subtract, zero } from '#rules/decimal.ts'
import { loanDebtOn, interestStartDayAfterPayment, type RunningLoan } from '#rules/loan.ts'

/** The highest leverage while a credit is open (docs/rules/loans.md). */
export const maxLeverWithCreditLoan = 2

/** Past the end of its term, whether or not the due work has been there since. */
export const isLoanPastDue = ({ status, end_ms }: { status: number; end_ms: string | null }, nowMs: number): boolean =>
  status === loanStatus.overdue || (status === loanStatus.paid && Number(end_ms) <= nowMs)

/** What a person owes on loans now, in USDT: in all, and what of it is overdue (docs/rules/loans.md). */
export async function readLoanDebt(sql: Sql, userId: string, nowMs: number): Promise<{ total: Decimal; overdue: Decimal }> {
  const rows = await sql.query<RunningLoan & { status: number; end_ms: string }>(
    'select * from loan where user_id = $1 and status in (3, 5)',
    [userId],
  )
  const sum = (of: readonly RunningLoan[]): Decimal =>
    q8(of.reduce((total, row) => add(total, loanDebtOn(row, serverDayAt(nowMs)).total), zero))
  return { total: sum(rows), overdue: sum(rows.filter((row) => isLoanPastDue(row, nowMs))) }
}

/** What a person owed just before a moment, in USDT, by the day that begins with it: every loan of then without what was repaid since. */
export async function readLoanDebtBefore(sql: Sql, userId: string, atMs: number): Promise<Decimal> {
  const rows = await sql.query<RunningLoan & { id: string }>(
    `select * from loan where user_id = $1 and status in (3, 4, 5, -3) and start_ms < $2 and (closed_ms is null or closed_ms >= $2)`,
    [userId, atMs],
  )
  if (rows.length === 0) return q8(zero)
  const repayments = await sql.query<Repayment & { loan_id: string }>(
    'select loan_id, principal, interest, late, at_ms from loan_repayment where loan_id = any($1::bigint[]) and at_ms < $2 order by id',
    [rows.map(({ id }) => id), atMs],
  )
  const owed = rows.map((row) => {
    const before = repayments.filter(({ loan_id }) => loan_id === row.id).reduce<RunningLoan>(repaid, asPaidOut(row))
    return loanDebtOn(before, serverDayAt(atMs)).total
  })
  return q8(owed.reduce<Decimal>((sum, each) => add(sum, each), zero))
}

interface Repayment {
  principal: Decimal
  interest: Decimal
  late: Decimal
  at_ms: string
}

const asPaidOut = (row: RunningLoan): RunningLoan => ({
  ...row,
  principal_left: row.amount,
  interest_from: row.start_day,
  interest_carried: zero,
  late_carried: zero,
  interest_paid: zero,
  late_paid: zero,
})

/** A loan after one more repayment: what it did not pay of the interest so far is carried. */
function repaid(loan: RunningLoan, { principal, interest, late, at_ms }: Repayment): RunningLoan {
  const day = serverDayAt(Number(at_ms))
  const debt = loanDebtOn(loan, day)
  return {
    ...loan,
    principal_left: subtract(loan.principal_left, principal),
    interest_from: interestStartDayAfterPayment(loan, day),
    interest_carried: subtract(debt.interest, interest),
    late_carried: subtract(debt.late, late),
    interest_paid: add(loan.interest_paid, interest),
    late_paid: add(loan.late_paid, late),
  }
}

/** What many people owe on loans now, in USDT; whoever is not in it owes nothing. */
export async function readLoanDebtsByUser(sql: Sql, userIds: readonly string[], nowMs: number): Promise<ReadonlyMap<string, Decimal>> {
  const rows = await sql.query<RunningLoan & { user_id: string }>(
    'select * from loan where user_id = any($1::bigint[]) and status in (3, 5)',
    [[...userIds]],
  )
  const today = serverDayAt(nowMs)
  const sums = new Map<string, Decimal>()
  for (const row of rows) sums.set(row.user_id, q8(add(sums.get(row.user_id) ?? zero, loanDebtOn(row, today).total)))
  return sums
}

/** Whether a credit that was paid out is not repaid yet: until then leverage is low and second contracts are off (docs/rules/loans.md). */
export async function hasOpenCreditLoan(sql: Sql, userId: string): Promise<boolean> {
  const found = await sql.query('select from loan where user_id = $1 and kind = $2 and status in (3, 5) limit 1', [userId, loanKind.credit])
  return found.length > 0
}
