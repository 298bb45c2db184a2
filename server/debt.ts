import type { Decimal } from '#contract/decimal.ts'
import { loanKind, loanStatus } from '#contract/states.ts'
import { wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, q8, zero } from '#rules/decimal.ts'
import { debtOn, type RunningLoan } from '#rules/loan.ts'

/** The highest leverage while a credit is open (product §2.12). */
export const creditLever = 2

/** Past the end of its term, whether or not the due work has been there since. */
export const isPastDue = ({ status, end_ms }: { status: number; end_ms: string | null }, nowMs: number): boolean =>
  status === loanStatus.overdue || (status === loanStatus.paid && Number(end_ms) <= nowMs)

/** What a person owes on loans now, in USDT: in all, and what of it is overdue (product §2.12). */
export async function debtOf(sql: Sql, userId: string, nowMs: number): Promise<{ total: Decimal; overdue: Decimal }> {
  const rows = await sql.query<RunningLoan & { status: number; end_ms: string }>(
    'select * from loan where user_id = $1 and status in (3, 5)',
    [userId],
  )
  const sum = (of: readonly RunningLoan[]): Decimal => q8(of.reduce((total, row) => add(total, debtOn(row, wireDay(nowMs)).total), zero))
  return { total: sum(rows), overdue: sum(rows.filter((row) => isPastDue(row, nowMs))) }
}

/** What many people owe on loans now, in USDT; whoever is not in it owes nothing. */
export async function debtsOf(sql: Sql, userIds: readonly string[], nowMs: number): Promise<ReadonlyMap<string, Decimal>> {
  const rows = await sql.query<RunningLoan & { user_id: string }>(
    'select * from loan where user_id = any($1::bigint[]) and status in (3, 5)',
    [[...userIds]],
  )
  const today = wireDay(nowMs)
  const sums = new Map<string, Decimal>()
  for (const row of rows) sums.set(row.user_id, q8(add(sums.get(row.user_id) ?? zero, debtOn(row, today).total)))
  return sums
}

/** Whether a credit that was paid out is not repaid yet: until then leverage is low and second contracts are off (product §2.12). */
export async function hasOpenCredit(sql: Sql, userId: string): Promise<boolean> {
  const found = await sql.query('select from loan where user_id = $1 and kind = $2 and status in (3, 5) limit 1', [userId, loanKind.credit])
  return found.length > 0
}
