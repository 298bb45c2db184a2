import type { LoanOrder } from '#contract/calls/loans.ts'
import type { Decimal } from '#contract/decimal.ts'
import { loanStatus } from '#contract/states.ts'
import { asInstant, type Instant, serverDayAt } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, q8, zero } from '#rules/decimal.ts'
import { loanAprOfDailyRate, type LoanDebt, loanInterestForDays, loanToValue, loanOverdueDays } from '#rules/loan.ts'
import type { AppContext } from '../core/appContext.ts'
import { debtOfLoanAt, isLoanPaidOut, type LoanRow, type LoanRepaymentRow } from './rows.ts'
import { collateralMarketOf } from '../terms/loanTerms.ts'
import { readLoanRepayments } from './store.ts'

/** A payout can be given back for so long (docs/rules/loans.md). */
export const loanReturnWindowMs = 86_400_000

const at = (ms: string | null): Instant | null => (ms === null ? null : asInstant(Number(ms)))
export const isLoanRunning = ({ status }: Pick<LoanRow, 'status'>): boolean => status === loanStatus.paid || status === loanStatus.overdue
const nothing: LoanDebt = { principal: q8(zero), interest: q8(zero), late: q8(zero), total: q8(zero) }

/** Loans as the wire shows them, with what is owed now. */
export async function toLoanOrders(app: AppContext, sql: Sql, rows: readonly LoanRow[], nowMs: number): Promise<LoanOrder[]> {
  const repayments =
    rows.length > 0
      ? await readLoanRepayments(
          sql,
          rows.map(({ id }) => id),
        )
      : []
  const byLoan = Map.groupBy(repayments, ({ loan_id }) => loan_id)
  return rows.map((row) => toLoanOrder(app, row, byLoan.get(row.id) ?? [], nowMs))
}

export async function serializeLoan(app: AppContext, sql: Sql, row: LoanRow, nowMs: number): Promise<LoanOrder> {
  return (await toLoanOrders(app, sql, [row], nowMs))[0] as LoanOrder
}

function toLoanOrder(app: AppContext, row: LoanRow, repayments: readonly LoanRepaymentRow[], nowMs: number): LoanOrder {
  const debt = isLoanRunning(row) && isLoanPaidOut(row) ? debtOfLoanAt(row, nowMs) : nothing
  const returnUntil = row.start_ms === null ? null : Number(row.start_ms) + loanReturnWindowMs
  const isReviewed = row.status === loanStatus.pendingReview || row.status === loanStatus.underReview
  return {
    id: row.id,
    orderNo: row.order_no,
    kind: row.kind,
    currency: row.currency,
    amount: row.amount,
    days: row.days,
    dailyRate: row.daily_rate,
    apr: loanAprOfDailyRate(row.daily_rate),
    lateFactor: row.late_factor,
    graceDays: row.grace_days,
    totalInterest: loanInterestForDays(row.amount, row.daily_rate, row.days),
    accruedInterest: debt.interest,
    lateInterest: debt.late,
    principalLeft: debt.principal,
    outstanding: debt.total,
    collateral: collateralOf(app, row, debt.total),
    status: row.status,
    reason: row.reason,
    startTime: at(row.start_ms),
    endTime: at(row.end_ms),
    returnUntil: row.status === loanStatus.paid && returnUntil !== null && nowMs < returnUntil ? asInstant(returnUntil) : null,
    reviewBy: isReviewed ? at(row.review_by_ms) : null,
    overdueDays: row.status === loanStatus.overdue && isLoanPaidOut(row) ? loanOverdueDays(row, serverDayAt(nowMs)) : 0,
    createTime: asInstant(Number(row.created_ms)),
    closeTime: at(row.closed_ms),
    repayments: repayments.map(({ id, principal, interest, late, how, at_ms }) => ({
      id,
      time: asInstant(Number(at_ms)),
      principal,
      interest,
      lateInterest: late,
      how,
    })),
  }
}

function collateralOf({ market }: AppContext, row: LoanRow, debt: Decimal): LoanOrder['collateral'] {
  const { collateral_currency: currency, collateral: held } = row
  if (currency === null) return null
  const isHeld = isLoanRunning(row)
  const price = market.quote(collateralMarketOf(currency))?.mid ?? null
  return {
    currency,
    amount: q8(add(held, row.collateral_sold, row.collateral_returned)),
    sold: row.collateral_sold,
    returned: row.collateral_returned,
    price,
    ltv: isHeld && price !== null ? loanToValue(debt, held, price) : null,
    callPrice: isHeld ? row.call_price : null,
    liqPrice: isHeld ? row.liq_price : null,
    ...(row.call_ltv !== null && { callLtv: row.call_ltv }),
    ...(row.liq_ltv !== null && { liqLtv: row.liq_ltv }),
    isCalled: isHeld && row.called_ms !== null,
  }
}
