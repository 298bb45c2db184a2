import type { LoanOrder } from '#contract/calls/loans.ts'
import type { Decimal } from '#contract/decimal.ts'
import { serverDayAt } from '#contract/time.ts'
import { type LoanDebt, loanDebtOn, type RunningLoan } from '#rules/loan.ts'

/** A row of `loan`. Times are epoch milliseconds. */
export interface LoanRow {
  id: string
  order_no: string
  user_id: string
  set_id: string
  kind: number
  currency: string
  amount: Decimal
  days: number
  daily_rate: Decimal
  late_factor: Decimal
  grace_days: number
  purpose: string | null
  income: string | null
  collateral_currency: string | null
  collateral: Decimal
  collateral_sold: Decimal
  collateral_returned: Decimal
  price_step: Decimal | null
  init_ltv: Decimal | null
  call_ltv: Decimal | null
  liq_ltv: Decimal | null
  liq_fee: Decimal | null
  status: number
  reason: LoanOrder['reason']
  created_ms: string
  review_by_ms: string | null
  decided_ms: string | null
  decided_by: string
  start_ms: string | null
  end_ms: string | null
  start_day: string | null
  end_day: string | null
  closed_ms: string | null
  principal_left: Decimal
  interest_from: string | null
  interest_carried: Decimal
  late_carried: Decimal
  interest_paid: Decimal
  late_paid: Decimal
  overdue_ms: string | null
  reckoned_day: string | null
  call_price: Decimal | null
  liq_price: Decimal | null
  called_ms: string | null
  reminders: number
  notices: number
  notice_day: string | null
  debit_day: string | null
  liq_sec: string | null
  liq_mid: Decimal | null
  liq_exec: Decimal | null
  liq_fee_paid: Decimal | null
  covered: Decimal | null
}

/** One that was paid out. */
export type PaidOutLoanRow = LoanRow & RunningLoan & { start_ms: string; end_ms: string }

/** One that is paid out and has collateral. */
export type PaidOutPledgedLoanRow = PaidOutLoanRow & {
  collateral_currency: string
  price_step: Decimal
  call_ltv: Decimal
  liq_ltv: Decimal
  liq_fee: Decimal
}

export const isLoanPaidOut = (row: LoanRow): row is PaidOutLoanRow => row.start_day !== null
export const isPaidOutPledgedLoan = (row: LoanRow): row is PaidOutPledgedLoanRow => isLoanPaidOut(row) && row.collateral_currency !== null

export interface LoanRepaymentRow {
  id: string
  loan_id: string
  principal: Decimal
  interest: Decimal
  late: Decimal
  how: LoanOrder['repayments'][number]['how']
  at_ms: string
}

/** What is owed on it at a moment. */
export const debtOfLoanAt = (row: PaidOutLoanRow, nowMs: number): LoanDebt => loanDebtOn(row, serverDayAt(nowMs))
