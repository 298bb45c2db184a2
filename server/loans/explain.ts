import { loanStatus } from '#contract/states.ts'
import { asInstant, wireDay } from '#contract/time.ts'
import { add, multiply, negate, q8, subtract, zero } from '#rules/decimal.ts'
import { interestOf } from '#rules/loan.ts'
import { type Explained, type Explainer, figure, input } from '../explained.ts'
import { isRowId } from '../ids.ts'
import { plain } from './ask.ts'
import { isPaidOut, isPledged, type LoanRow, type PledgedRow, type RepaymentRow } from './rows.ts'
import { marketOf } from './sets.ts'
import { ownLoan, repaymentsOf } from './store.ts'
import { loanRef } from './tell.ts'

/** Why a loan cost what it cost, payment by payment, and why its collateral was sold (product §1.3 call 51, §2.12). */
export const loanExplainer: Explainer = {
  refType: loanRef,
  explain: async (sql, id, userId) => {
    const row = isRowId(id) ? await ownLoan(sql, id, userId) : undefined
    return row && explained(row, await repaymentsOf(sql, [id]))
  },
  settled: (sql, { afterId, fromMs, toMs, limit }) =>
    sql.query<{ id: string; userId: string }>(
      `select id, user_id as "userId" from loan where id > $1 and status in (4, -3) and closed_ms between $2 and $3 order by id limit $4`,
      [afterId, fromMs, toMs, limit],
    ),
}

const states: Record<number, Explained['state']> = {
  [loanStatus.pendingReview]: 'pending',
  [loanStatus.underReview]: 'pending',
  [loanStatus.passed]: 'pending',
  [loanStatus.paid]: 'running',
  [loanStatus.overdue]: 'running',
  [loanStatus.settled]: 'done',
  [loanStatus.liquidated]: 'done',
}

function explained(row: LoanRow, repayments: readonly RepaymentRow[]): Explained {
  const own = momentsOf(repayments.filter(({ how }) => how !== 'collateral'))
  const isSold = row.status === loanStatus.liquidated && isPledged(row)
  const isOver = isSold || row.status === loanStatus.settled
  // What the sale brought beyond debt and fee came to the person: less was lost.
  const sale = repayments.find(({ how }) => how === 'collateral')
  const proceeds = isSold && sale ? proceedsOf(row) : zero
  const repaidBySale = sale ? add(sale.principal, sale.interest, sale.late, row.liq_fee_paid ?? zero) : zero
  const surplus = isSold ? subtract(add(proceeds, row.covered ?? zero), repaidBySale) : zero
  const paid = repayments.reduce((sum, { interest, late }) => add(sum, interest, late), zero)
  const net = q8(negate(subtract(add(paid, row.liq_fee_paid ?? zero), surplus)))
  return {
    what: loanRef,
    formula: loanRef,
    orderNo: row.order_no,
    accountType: 1,
    state: states[row.status] ?? 'cancelled',
    at: asInstant(Number(row.closed_ms ?? row.start_ms ?? row.created_ms)),
    inputs: [
      input('amount', plain(row.amount)),
      input('unit', row.currency),
      input('days', row.days),
      input('dailyRate', plain(row.daily_rate)),
      ...(isPaidOut(row)
        ? [
            input('lateFactor', plain(row.late_factor)),
            input('graceDays', row.grace_days),
            input('startDay', row.start_day),
            input('endDay', row.end_day),
          ]
        : []),
      ...own.flatMap(([moment, { principal, interest, late, how }]) => [
        input(`payment@${moment}`, plain(add(principal, interest, late)), 'ledger'),
        ...(how === 'returned' ? [input(`givenBack@${moment}`, 1, 'ledger')] : []),
      ]),
      ...(isSold ? saleInputs(row) : []),
    ],
    figures: [
      ...figure('totalInterest', interestOf(row.amount, row.daily_rate, row.days), row.currency),
      ...own.flatMap(([moment, { principal, interest, late }]) => [
        ...figure(`late@${moment}`, late, row.currency),
        ...figure(`interest@${moment}`, interest, row.currency),
        ...figure(`principal@${moment}`, principal, row.currency),
      ]),
      ...(isSold ? saleFigures(row, proceeds) : []),
      ...(isOver ? figure('net', net, row.currency) : []),
    ],
    result: isOver ? { name: 'net', value: net, unit: row.currency } : null,
    records: isSold ? [{ use: 'sale', symbol: marketOf(row.collateral_currency), sec: Number(row.liq_sec) }] : [],
  }
}

/** Each with its moment in seconds; of several in one millisecond each has its own. */
function momentsOf(repayments: readonly RepaymentRow[]): [string, RepaymentRow][] {
  let lastMs = 0
  return repayments.map((one) => {
    lastMs = Math.max(lastMs + 1, Number(one.at_ms))
    return [String(lastMs / 1000), one]
  })
}

/** What the sale brought. */
const proceedsOf = (row: PledgedRow) => q8(multiply(row.collateral_sold, row.liq_exec ?? zero))

const saleInputs = (row: PledgedRow) => [
  input('coin', row.collateral_currency),
  input('collateral', plain(add(row.collateral_sold, row.collateral_returned))),
  input('priceStep', plain(row.price_step), 'market'),
  input('liqLtv', plain(row.liq_ltv)),
  input('liqFee', plain(row.liq_fee)),
  input('soldMs', Number(row.liq_sec) * 1000),
  input('soldFor', row.overdue_ms !== null && row.debit_day === wireDay(Number(row.closed_ms)) ? 'overdue' : 'ltv'),
]

const saleFigures = (row: PledgedRow, proceeds: LoanRow['amount']) => {
  const { currency, collateral_currency: coin } = row
  return [
    ...figure('mid', row.liq_mid, currency),
    ...figure('price', row.liq_exec, currency),
    ...figure('sold', row.collateral_sold, coin),
    ...figure('proceeds', proceeds, currency),
    ...figure('returned', row.collateral_returned, coin),
    ...figure('fee', row.liq_fee_paid, currency),
    ...figure('covered', row.covered, currency),
  ]
}
