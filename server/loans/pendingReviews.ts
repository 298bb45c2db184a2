import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { q8, subtract } from '#rules/decimal.ts'
import { creditLoanLimitForLevels } from '#rules/loan.ts'
import type { WaitingReview } from '../core/review.ts'
import { validKycLevelSql } from './limit.ts'
import type { LoanRow } from './rows.ts'

interface WaitingRow extends LoanRow {
  kyc_level: number
  level: number
  /** What all open credits of this person take of the limit, this one too. */
  used: Decimal
  settled: number
  overdue: number
}

/** Applications that nobody has decided, oldest first, with what the decision is about. */
export async function readUndecidedCreditApplications(sql: Sql, limit: number, nowMs: number): Promise<WaitingReview[]> {
  const rows = await sql.query<WaitingRow>(
    `select l.*, ${validKycLevelSql('$2')} as kyc_level, a.level, s.* from loan l join account a on a.id = l.user_id
     cross join lateral (
       select coalesce(sum(case when status in (3, 5) then principal_left else amount end)
           filter (where kind = 1 and status in (0, 1, 2, 3, 5)), 0) as used,
         (count(*) filter (where status = 4))::integer as settled, (count(*) filter (where overdue_ms is not null))::integer as overdue
       from loan where user_id = l.user_id
     ) s where l.status in (0, 1) and l.kind = 1 order by l.created_ms, l.id limit $1`,
    [limit, nowMs],
  )
  return rows.map(toWaiting)
}

const toWaiting = (row: WaitingRow): WaitingReview => ({
  id: row.id,
  userId: row.user_id,
  submittedAt: asInstant(Number(row.created_ms)),
  dueAt: asInstant(Number(row.review_by_ms)),
  facts: {
    orderNo: row.order_no,
    amount: `${row.amount} ${row.currency}`,
    days: String(row.days),
    dailyRate: row.daily_rate,
    purpose: row.purpose ?? '',
    income: row.income ?? '',
    limit: `${creditLoanLimitForLevels(row.kyc_level, row.level)} ${row.currency}`,
    usedBeside: `${q8(subtract(row.used, row.amount))} ${row.currency}`,
    verification: String(row.kyc_level),
    level: String(row.level),
    loansSettled: String(row.settled),
    loansOverdueEver: String(row.overdue),
  },
  files: [],
})
