import { loanStatus } from '#contract/states.ts'
import { asInstant, serverDayAt } from '#contract/time.ts'
import { add, multiply, negate, q8, subtract, zero } from '#rules/decimal.ts'
import { loanInterestForDays } from '#rules/loan.ts'
import { type ExplainedSettlement, type SettlementExplainer, zeroOrOneSettlementFigure, settlementInput } from '../orders/explainer.ts'
import type { TermsByTime } from '../terms/termsByTime.ts'
import { isRowId } from '../core/ids.ts'
import { trimLoanAmountZeros } from './request.ts'
import { isLoanPaidOut, isPaidOutPledgedLoan, type LoanRow, type PaidOutPledgedLoanRow, type LoanRepaymentRow } from './rows.ts'
import { collateralMarketOf } from '../terms/loanTerms.ts'
import { collateralSaleSpreadOf } from './saleSpread.ts'
import { findOwnLoan, readLoanRepayments } from './store.ts'
import { loanRefType } from './notify.ts'

/** Why a loan cost what it cost, payment by payment, and why its collateral was sold (docs/rules/{ledger,loans}.md). */
export const loanSettlementExplainer = (terms: TermsByTime): SettlementExplainer => ({
  refType: loanRefType,
  explain: async (sql, id, userId) => {
    const row = isRowId(id) ? await findOwnLoan(sql, id, userId) : undefined
    return row && explained(row, await readLoanRepayments(sql, [id]), terms)
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from loan where id > $1 and status in (4, -3) and closed_ms between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit],
    ),
})

const states: Record<number, ExplainedSettlement['state']> = {
  [loanStatus.pendingReview]: 'pending',
  [loanStatus.underReview]: 'pending',
  [loanStatus.passed]: 'pending',
  [loanStatus.paid]: 'running',
  [loanStatus.overdue]: 'running',
  [loanStatus.settled]: 'done',
  [loanStatus.liquidated]: 'done',
}

function explained(row: LoanRow, repayments: readonly LoanRepaymentRow[], terms: TermsByTime): ExplainedSettlement {
  const own = momentsOf(repayments.filter(({ how }) => how !== 'collateral'))
  const isSold = row.status === loanStatus.liquidated && isPaidOutPledgedLoan(row)
  const isOver = isSold || row.status === loanStatus.settled
  // What the sale brought beyond debt and fee came to the person: less was lost.
  const sale = repayments.find(({ how }) => how === 'collateral')
  const proceeds = isSold && sale ? proceedsOf(row) : zero
  const repaidBySale = sale ? add(sale.principal, sale.interest, sale.late, row.liq_fee_paid ?? zero) : zero
  const surplus = isSold ? subtract(add(proceeds, row.covered ?? zero), repaidBySale) : zero
  const paid = repayments.reduce((sum, { interest, late }) => add(sum, interest, late), zero)
  const net = q8(negate(subtract(add(paid, row.liq_fee_paid ?? zero), surplus)))
  return {
    what: loanRefType,
    formula: loanRefType,
    orderNo: row.order_no,
    accountType: 1,
    state: states[row.status] ?? 'cancelled',
    at: asInstant(Number(row.closed_ms ?? row.start_ms ?? row.created_ms)),
    inputs: [
      settlementInput('amount', trimLoanAmountZeros(row.amount)),
      settlementInput('unit', row.currency),
      settlementInput('days', row.days),
      settlementInput('dailyRate', trimLoanAmountZeros(row.daily_rate)),
      ...(isLoanPaidOut(row)
        ? [
            settlementInput('lateFactor', trimLoanAmountZeros(row.late_factor)),
            settlementInput('graceDays', row.grace_days),
            settlementInput('startDay', row.start_day),
            settlementInput('endDay', row.end_day),
          ]
        : []),
      ...own.flatMap(([moment, { principal, interest, late, how }]) => [
        settlementInput(`payment@${moment}`, trimLoanAmountZeros(add(principal, interest, late)), 'ledger'),
        ...(how === 'returned' ? [settlementInput(`givenBack@${moment}`, 1, 'ledger')] : []),
      ]),
      ...(isSold ? saleInputs(row, terms) : []),
    ],
    figures: [
      ...zeroOrOneSettlementFigure('totalInterest', loanInterestForDays(row.amount, row.daily_rate, row.days), row.currency),
      ...own.flatMap(([moment, { principal, interest, late }]) => [
        ...zeroOrOneSettlementFigure(`late@${moment}`, late, row.currency),
        ...zeroOrOneSettlementFigure(`interest@${moment}`, interest, row.currency),
        ...zeroOrOneSettlementFigure(`principal@${moment}`, principal, row.currency),
      ]),
      ...(isSold ? saleFigures(row, proceeds) : []),
      ...(isOver ? zeroOrOneSettlementFigure('net', net, row.currency) : []),
    ],
    result: isOver ? { name: 'net', value: net, unit: row.currency } : null,
    records: isSold ? [{ use: 'sale', symbol: collateralMarketOf(row.collateral_currency), sec: Number(row.liq_sec) }] : [],
  }
}

/** Each with its moment in seconds; of several in one millisecond each has its own. */
function momentsOf(repayments: readonly LoanRepaymentRow[]): [string, LoanRepaymentRow][] {
  let lastMs = 0
  return repayments.map((repayment) => {
    lastMs = Math.max(lastMs + 1, Number(repayment.at_ms))
    return [String(lastMs / 1000), repayment]
  })
}

/** What the sale brought. */
const proceedsOf = (row: PaidOutPledgedLoanRow) => q8(multiply(row.collateral_sold, row.liq_exec ?? zero))

const saleInputs = (row: PaidOutPledgedLoanRow, terms: TermsByTime) => [
  settlementInput('coin', row.collateral_currency),
  settlementInput('collateral', trimLoanAmountZeros(add(row.collateral_sold, row.collateral_returned))),
  settlementInput('priceStep', trimLoanAmountZeros(row.price_step), 'market'),
  settlementInput('liqLtv', trimLoanAmountZeros(row.liq_ltv)),
  settlementInput('liqFee', trimLoanAmountZeros(row.liq_fee)),
  settlementInput('halfSpread', collateralSaleSpreadOf(terms, row), 'rule'),
  settlementInput('soldMs', Number(row.liq_sec) * 1000),
  settlementInput('soldFor', row.overdue_ms !== null && row.debit_day === serverDayAt(Number(row.closed_ms)) ? 'overdue' : 'ltv'),
]

const saleFigures = (row: PaidOutPledgedLoanRow, proceeds: LoanRow['amount']) => {
  const { currency, collateral_currency: coin } = row
  return [
    ...zeroOrOneSettlementFigure('mid', row.liq_mid, currency),
    ...zeroOrOneSettlementFigure('price', row.liq_exec, currency),
    ...zeroOrOneSettlementFigure('sold', row.collateral_sold, coin),
    ...zeroOrOneSettlementFigure('proceeds', proceeds, currency),
    ...zeroOrOneSettlementFigure('returned', row.collateral_returned, coin),
    ...zeroOrOneSettlementFigure('fee', row.liq_fee_paid, currency),
    ...zeroOrOneSettlementFigure('covered', row.covered, currency),
  ]
}
