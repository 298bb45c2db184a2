import type { Decimal } from '#contract/decimal.ts'
import { loanKind, loanStatus } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { add, largerDecimal, q8, subtract, zero } from '#rules/decimal.ts'
import { creditLoanLimitForLevels } from '#rules/loan.ts'
import { isLoanRunning } from './serialize.ts'
import type { LoanRow } from './rows.ts'

export interface LoanCreditLimit {
  kycLevel: number
  level: number
  limit: Decimal
  used: Decimal
  left: Decimal
}

/** In a question about accounts `a`: the level of verification, 0 once its papers have ended at that moment. */
export const validKycLevelSql = (now: string): string =>
  `case when a.kyc_closes_ms is null or a.kyc_closes_ms > ${now} then a.kyc_level else 0 end`

/** How much credit a person may have, by their valid papers and their level, and what of it these open loans take. */
export async function readLoanCreditLimit(sql: Sql, userId: string, open: readonly LoanRow[], nowMs: number): Promise<LoanCreditLimit> {
  const [row] = await sql.query<{ kyc_level: number; level: number }>(
    `select ${validKycLevelSql('$2')} as kyc_level, level from account a where id = $1`,
    [userId, nowMs],
  )
  const { kyc_level: kycLevel, level } = row ?? { kyc_level: 0, level: 0 }
  const limit = creditLoanLimitForLevels(kycLevel, level)
  const used = q8(
    open
      .filter(({ kind }) => kind === loanKind.credit)
      .reduce((sum, loan) => add(sum, isLoanRunning(loan) ? loan.principal_left : loan.amount), zero),
  )
  return { kycLevel, level, limit, used, left: q8(largerDecimal(subtract(limit, used), zero)) }
}

/** An application that nobody has decided or paid out yet. */
export const isUndecidedOrUnpaidCreditApplication = ({ kind, status }: Pick<LoanRow, 'kind' | 'status'>): boolean =>
  kind === loanKind.credit && !isLoanRunning({ status }) && status >= loanStatus.pendingReview && status <= loanStatus.passed
