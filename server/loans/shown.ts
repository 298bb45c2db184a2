import type { LoanOrder } from '#contract/calls/loans.ts'
import type { Decimal } from '#contract/decimal.ts'
import { loanStatus } from '#contract/states.ts'
import { asInstant, type Instant, wireDay } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import { add, q8, zero } from '#rules/decimal.ts'
import { aprOf, type Debt, interestOf, ltvOf, overdueDays } from '#rules/loan.ts'
import type { House } from '../house.ts'
import { debtAt, isPaidOut, type LoanRow, type RepaymentRow } from './rows.ts'
import { marketOf } from './sets.ts'
import { repaymentsOf } from './store.ts'

/** A payout can be given back for so long (product §2.12). */
export const returnMs = 86_400_000

const at = (ms: string | null): Instant | null => (ms === null ? null : asInstant(Number(ms)))
export const isRunning = ({ status }: Pick<LoanRow, 'status'>): boolean => status === loanStatus.paid || status === loanStatus.overdue
const nothing: Debt = { principal: q8(zero), interest: q8(zero), late: q8(zero), total: q8(zero) }

/** Loans as the wire shows them, with what is owed now. */
export async function toLoanOrders(house: House, sql: Sql, rows: readonly LoanRow[], nowMs: number): Promise<LoanOrder[]> {
  const repayments =
    rows.length > 0
      ? await repaymentsOf(
          sql,
          rows.map(({ id }) => id),
        )
      : []
  const byLoan = Map.groupBy(repayments, ({ loan_id }) => loan_id)
  return rows.map((row) => toLoanOrder(house, row, byLoan.get(row.id) ?? [], nowMs))
}

export async function shownOne(house: House, sql: Sql, row: LoanRow, nowMs: number): Promise<LoanOrder> {
  return (await toLoanOrders(house, sql, [row], nowMs))[0] as LoanOrder
}

function toLoanOrder(house: House, row: LoanRow, repayments: readonly RepaymentRow[], nowMs: number): LoanOrder {
  const debt = isRunning(row) && isPaidOut(row) ? debtAt(row, nowMs) : nothing
  const returnUntil = row.start_ms === null ? null : Number(row.start_ms) + returnMs
  const isReviewed = row.status === loanStatus.pendingReview || row.status === loanStatus.underReview
  return {
    id: row.id,
    orderNo: row.order_no,
    kind: row.kind,
    currency: row.currency,
    amount: row.amount,
    days: row.days,
    dailyRate: row.daily_rate,
    apr: aprOf(row.daily_rate),
    totalInterest: interestOf(row.amount, row.daily_rate, row.days),
    accruedInterest: debt.interest,
    lateInterest: debt.late,
    principalLeft: debt.principal,
    outstanding: debt.total,
    collateral: collateralOf(house, row, debt.total),
    status: row.status,
    reason: row.reason,
    startTime: at(row.start_ms),
    endTime: at(row.end_ms),
    returnUntil: row.status === loanStatus.paid && returnUntil !== null && nowMs < returnUntil ? asInstant(returnUntil) : null,
    reviewBy: isReviewed ? at(row.review_by_ms) : null,
    overdueDays: row.status === loanStatus.overdue && isPaidOut(row) ? overdueDays(row, wireDay(nowMs)) : 0,
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

function collateralOf({ market }: House, row: LoanRow, debt: Decimal): LoanOrder['collateral'] {
  const { collateral_currency: currency, collateral: held } = row
  if (currency === null) return null
  const isHeld = isRunning(row)
  const price = market.quote(marketOf(currency))?.mid ?? null
  return {
    currency,
    amount: q8(add(held, row.collateral_sold, row.collateral_returned)),
    sold: row.collateral_sold,
    returned: row.collateral_returned,
    price,
    ltv: isHeld && price !== null ? ltvOf(debt, held, price) : null,
    callPrice: isHeld ? row.call_price : null,
    liqPrice: isHeld ? row.liq_price : null,
    isCalled: isHeld && row.called_ms !== null,
  }
}
