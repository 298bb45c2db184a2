import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { loanStatus, balanceRecordType } from '#contract/states.ts'
import { serverDayAt } from '#contract/time.ts'
import { readAvailableBalance, type Leg } from '#ledger/ledger.ts'
import { tryAdjustLoanPoolRow } from '#ledger/loanPool.ts'
import { add, compareDecimals, isZero, negate, q8, subtract, zero } from '#rules/decimal.ts'
import { loanDebtOn, interestStartDayAfterPayment, splitLoanPayment } from '#rules/loan.ts'
import { postLoanLegs, collateralTransferLegs, collateralTriggerPrices } from './payOut.ts'
import {
  debtOfLoanAt,
  isPaidOutPledgedLoan,
  type LoanRow,
  type PaidOutLoanRow,
  type PaidOutPledgedLoanRow,
  type LoanRepaymentRow,
} from './rows.ts'
import { collateralMarketOf } from '../terms/loanTerms.ts'
import { changeLoan, insertLoanRepayment } from './store.ts'
import { type LoanTransactionContext, notifyBorrowerBalances } from './notify.ts'

/** What comes back of a loan: principal to the pool, interest to the house's fees, both out of what is available. */
export const loanRepaymentLegs = ({ user_id: user, currency }: LoanRow, principal: Decimal, interest: Decimal): Leg[] => [
  { user, currency, bucket: 'AVAIL', amount: negate(principal), type: balanceRecordType.principalRepaid },
  { house: 'LOAN_POOL', currency, amount: principal },
  { user, currency, bucket: 'AVAIL', amount: negate(interest), type: balanceRecordType.interest },
  { house: 'FEE', currency, amount: interest },
]

/** Says the whole that is missing, not a part of it. */
async function refuseShort({ sql }: LoanTransactionContext, { user_id, currency }: LoanRow, needed: Decimal): Promise<void> {
  const has = await readAvailableBalance(sql, user_id, accountTypes.real, currency)
  if (compareDecimals(has, needed) < 0) throw new Refusal('insufficientBalance', { available: q8(has), needed: q8(needed), currency })
}

/** What lies there as collateral goes back to its owner. */
const releasing = (row: LoanRow): Leg[] =>
  row.collateral_currency === null
    ? []
    : collateralTransferLegs(row, row.collateral_currency, row.collateral, balanceRecordType.collateralRelease)

const settled = (row: LoanRow, now: number) => ({
  status: loanStatus.settled,
  closed_ms: now,
  principal_left: q8(zero),
  interest_carried: q8(zero),
  late_carried: q8(zero),
  collateral: q8(zero),
  collateral_returned: q8(add(row.collateral_returned, row.collateral)),
  called_ms: null,
})

/**
 * Takes so much out of what is available, at most what is owed: late interest first, then interest, then principal. What is left runs on;
 * nothing left ends the loan and gives the collateral back. Wallet and loan are locked. Refuses insufficientBalance.
 */
export async function applyLoanRepayment(
  doing: LoanTransactionContext,
  row: PaidOutLoanRow,
  money: Decimal,
  how: Extract<LoanRepaymentRow['how'], 'own' | 'debited'>,
): Promise<LoanRow> {
  const { sql, now } = doing
  const today = serverDayAt(now)
  const debt = debtOfLoanAt(row, now)
  const { late, interest, principal } = splitLoanPayment(debt, money)
  const isOver = compareDecimals(money, debt.total) >= 0
  await refuseShort(doing, row, add(late, interest, principal))
  await postLoanLegs(doing, row, [...loanRepaymentLegs(row, principal, q8(add(interest, late))), ...(isOver ? releasing(row) : [])])
  if (!isZero(principal)) await tryAdjustLoanPoolRow(sql, row.currency, principal)
  await insertLoanRepayment(sql, { loan_id: row.id, principal, interest, late, how }, now)
  const paid = { interest_paid: q8(add(row.interest_paid, interest)), late_paid: q8(add(row.late_paid, late)) }
  const changed = isOver
    ? { ...paid, ...settled(row, now) }
    : reckoned(doing, {
        ...row,
        ...paid,
        principal_left: q8(subtract(row.principal_left, principal)),
        interest_from: interestStartDayAfterPayment(row, today),
        interest_carried: q8(subtract(debt.interest, interest)),
        late_carried: q8(subtract(debt.late, late)),
      })
  const after = await changeLoan(sql, row.id, changed)
  await notifyBorrowerBalances(doing, after)
  return after
}

/** What changes in the row, with the prices of its collateral for what is owed now; a call that the newest price no longer makes is over. */
function reckoned({ now }: LoanTransactionContext, after: PaidOutLoanRow): Partial<LoanRow> {
  const { principal_left, interest_from, interest_carried, late_carried, interest_paid, late_paid } = after
  const balances = { principal_left, interest_from, interest_carried, late_carried, interest_paid, late_paid }
  return isPaidOutPledgedLoan(after) ? { ...balances, ...pricesNow(after, now) } : balances
}

const pricesNow = (row: PaidOutPledgedLoanRow, now: number) =>
  collateralTriggerPrices(row, loanDebtOn(row, serverDayAt(now)), serverDayAt(now))

/** More coins beside those that are there, and the prices that they make. Wallet and loan are locked. Refuses insufficientBalance. */
export async function addLoanCollateral(doing: LoanTransactionContext, row: PaidOutPledgedLoanRow, amount: Decimal): Promise<LoanRow> {
  const { sql, now } = doing
  await postLoanLegs(doing, row, collateralTransferLegs(row, row.collateral_currency, amount, balanceRecordType.collateralLock))
  const collateral = q8(add(row.collateral, amount))
  const after = await changeLoan(sql, row.id, { collateral, ...pricesNow({ ...row, collateral }, now) })
  await notifyBorrowerBalances(doing, after)
  return after
}

/** The call is over once the newest price is above the one at which it is made. */
export async function clearLoanMarginCallIfRecovered({ app, sql }: LoanTransactionContext, row: LoanRow): Promise<LoanRow> {
  if (row.called_ms === null || row.collateral_currency === null || row.call_price === null) return row
  const quote = app.market.quote(collateralMarketOf(row.collateral_currency))
  return quote && compareDecimals(quote.mid, row.call_price) > 0 ? changeLoan(sql, row.id, { called_ms: null }) : row
}

/** The payout goes back as if it had not been: no interest, what was paid of it comes back, and so does the collateral. */
export async function reverseLoanPayout(doing: LoanTransactionContext, row: PaidOutLoanRow): Promise<LoanRow> {
  const { sql, now } = doing
  const principal = q8(row.principal_left)
  const interest = negate(row.interest_paid)
  await refuseShort(doing, row, add(principal, interest))
  await postLoanLegs(doing, row, [...loanRepaymentLegs(row, principal, interest).toReversed(), ...releasing(row)])
  await tryAdjustLoanPoolRow(sql, row.currency, principal)
  await insertLoanRepayment(sql, { loan_id: row.id, principal, interest, late: q8(zero), how: 'returned' }, now)
  const after = await changeLoan(sql, row.id, { ...settled(row, now), interest_paid: q8(zero) })
  await notifyBorrowerBalances(doing, after)
  return after
}
