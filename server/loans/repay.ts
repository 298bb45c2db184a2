import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { loanStatus, recordType } from '#contract/states.ts'
import { wireDay } from '#contract/time.ts'
import { available, type Leg } from '#ledger/ledger.ts'
import { changeLoanPool } from '#ledger/loanPool.ts'
import { add, compare, isZero, negate, q8, subtract, zero } from '#rules/decimal.ts'
import { debtOn, interestFromAfter, splitPayment } from '#rules/loan.ts'
import { postLoan, moving, pricesFor } from './payOut.ts'
import { debtAt, isPledged, type LoanRow, type PaidRow, type PledgedRow, type RepaymentRow } from './rows.ts'
import { marketOf } from './sets.ts'
import { changeLoan, insertRepayment } from './store.ts'
import { type Doing, tellMoney } from './tell.ts'

/** What comes back of a loan: principal to the pool, interest to the house's fees, both out of what is available. */
export const repayingLegs = ({ user_id: user, currency }: LoanRow, principal: Decimal, interest: Decimal): Leg[] => [
  { user, currency, bucket: 'AVAIL', amount: negate(principal), type: recordType.principalRepaid },
  { house: 'LOAN_POOL', currency, amount: principal },
  { user, currency, bucket: 'AVAIL', amount: negate(interest), type: recordType.interest },
  { house: 'FEE', currency, amount: interest },
]

/** Says the whole that is missing, not a part of it. */
async function refuseShort({ sql }: Doing, { user_id, currency }: LoanRow, needed: Decimal): Promise<void> {
  const has = await available(sql, user_id, book.real, currency)
  if (compare(has, needed) < 0) throw new Refusal('insufficientBalance', { available: q8(has), needed: q8(needed), currency })
}

/** What lies there as collateral goes back to its owner. */
const releasing = (row: LoanRow): Leg[] =>
  row.collateral_currency === null ? [] : moving(row, row.collateral_currency, row.collateral, recordType.collateralRelease)

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
export async function takeRepayment(
  doing: Doing,
  row: PaidRow,
  money: Decimal,
  how: Extract<RepaymentRow['how'], 'own' | 'debited'>,
): Promise<LoanRow> {
  const { sql, now } = doing
  const today = wireDay(now)
  const debt = debtAt(row, now)
  const { late, interest, principal } = splitPayment(debt, money)
  const isOver = compare(money, debt.total) >= 0
  await refuseShort(doing, row, add(late, interest, principal))
  await postLoan(doing, row, [...repayingLegs(row, principal, q8(add(interest, late))), ...(isOver ? releasing(row) : [])])
  if (!isZero(principal)) await changeLoanPool(sql, row.currency, principal)
  await insertRepayment(sql, { loan_id: row.id, principal, interest, late, how }, now)
  const paid = { interest_paid: q8(add(row.interest_paid, interest)), late_paid: q8(add(row.late_paid, late)) }
  const changed = isOver
    ? { ...paid, ...settled(row, now) }
    : reckoned(doing, {
        ...row,
        ...paid,
        principal_left: q8(subtract(row.principal_left, principal)),
        interest_from: interestFromAfter(row, today),
        interest_carried: q8(subtract(debt.interest, interest)),
        late_carried: q8(subtract(debt.late, late)),
      })
  const after = await changeLoan(sql, row.id, changed)
  await tellMoney(doing, after)
  return after
}

/** What changes in the row, with the prices of its collateral for what is owed now; a call that the newest price no longer makes is over. */
function reckoned({ now }: Doing, after: PaidRow): Partial<LoanRow> {
  const { principal_left, interest_from, interest_carried, late_carried, interest_paid, late_paid } = after
  const kept = { principal_left, interest_from, interest_carried, late_carried, interest_paid, late_paid }
  return isPledged(after) ? { ...kept, ...pricesNow(after, now) } : kept
}

const pricesNow = (row: PledgedRow, now: number) => pricesFor(row, debtOn(row, wireDay(now)), wireDay(now))

/** More coins beside those that are there, and the prices that they make. Wallet and loan are locked. Refuses insufficientBalance. */
export async function takeCollateral(doing: Doing, row: PledgedRow, amount: Decimal): Promise<LoanRow> {
  const { sql, now } = doing
  await postLoan(doing, row, moving(row, row.collateral_currency, amount, recordType.collateralLock))
  const collateral = q8(add(row.collateral, amount))
  const after = await changeLoan(sql, row.id, { collateral, ...pricesNow({ ...row, collateral }, now) })
  await tellMoney(doing, after)
  return after
}

/** The call is over once the newest price is above the one at which it is made. */
export async function endCall({ house, sql }: Doing, row: LoanRow): Promise<LoanRow> {
  if (row.called_ms === null || row.collateral_currency === null || row.call_price === null) return row
  const quote = house.market.quote(marketOf(row.collateral_currency))
  return quote && compare(quote.mid, row.call_price) > 0 ? changeLoan(sql, row.id, { called_ms: null }) : row
}

/** The payout goes back as if it had not been: no interest, what was paid of it comes back, and so does the collateral. */
export async function takeReturn(doing: Doing, row: PaidRow): Promise<LoanRow> {
  const { sql, now } = doing
  const principal = q8(row.principal_left)
  const interest = negate(row.interest_paid)
  await refuseShort(doing, row, add(principal, interest))
  await postLoan(doing, row, [...repayingLegs(row, principal, interest).toReversed(), ...releasing(row)])
  await changeLoanPool(sql, row.currency, principal)
  await insertRepayment(sql, { loan_id: row.id, principal, interest, late: q8(zero), how: 'returned' }, now)
  const after = await changeLoan(sql, row.id, { ...settled(row, now), interest_paid: q8(zero) })
  await tellMoney(doing, after)
  return after
}
