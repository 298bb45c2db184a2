import { book } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { loanStatus, recordType } from '#contract/states.ts'
import { asInstant, wireDay } from '#contract/time.ts'
import { type Leg, post } from '#ledger/ledger.ts'
import { changeLoanPool } from '#ledger/loanPool.ts'
import { isZero, negate } from '#rules/decimal.ts'
import { type Debt, debtOn, priceAtLtv } from '#rules/loan.ts'
import { dayPlus } from '#rules/serverDay.ts'
import type { LoanRow, PaidRow, PledgedRow } from './rows.ts'
import { changeLoan } from './store.ts'
import { type Doing, loanRef } from './tell.ts'

const dayMs = 86_400_000

/** Books what moves with a loan; legs of nothing are left out. Wallet and loan are locked. */
export async function postLoan({ sql, now }: Doing, row: LoanRow, legs: readonly Leg[]): Promise<void> {
  const moved = legs.filter(({ amount }) => !isZero(amount))
  if (moved.length === 0) return
  await post(sql, { book: book.real, refType: loanRef, refId: row.id, orderNo: row.order_no, at: asInstant(now), legs: moved })
}

/** From one bucket of a person to another, whole. */
export const moving = (
  { user_id: user }: Pick<LoanRow, 'user_id'>,
  currency: string,
  amount: Decimal,
  type: typeof recordType.collateralLock | typeof recordType.collateralRelease,
): Leg[] => {
  const [from, to] = type === recordType.collateralLock ? (['AVAIL', 'COLLATERAL'] as const) : (['COLLATERAL', 'AVAIL'] as const)
  return [
    { user, currency, bucket: from, amount: negate(amount), type },
    { user, currency, bucket: to, amount, type },
  ]
}

/** At and below which prices so much collateral is called for and sold, for what is owed on a day. */
export const pricesFor = (
  { call_ltv, liq_ltv, price_step, collateral }: Pick<PledgedRow, 'call_ltv' | 'liq_ltv' | 'price_step' | 'collateral'>,
  debt: Debt,
  day: string,
): Pick<PledgedRow, 'reckoned_day' | 'call_price' | 'liq_price'> => ({
  reckoned_day: day,
  call_price: priceAtLtv(debt.total, collateral, call_ltv, price_step),
  liq_price: priceAtLtv(debt.total, collateral, liq_ltv, price_step),
})

/**
 * Pays a passed loan out of the pool, and takes a pledge's collateral in the same posting; undefined, and nothing done, while the pool is
 * short. Wallet and loan are locked. Refuses insufficientBalance of the collateral.
 */
export async function payOut(doing: Doing, row: LoanRow, collateral?: Decimal): Promise<LoanRow | undefined> {
  const { sql, now } = doing
  const { user_id: user, currency, amount } = row
  if (!(await changeLoanPool(sql, currency, negate(amount)))) return undefined
  const day = wireDay(now)
  const started = {
    status: loanStatus.paid,
    start_ms: String(now),
    end_ms: String(now + row.days * dayMs),
    start_day: day,
    end_day: dayPlus(day, row.days),
    interest_from: day,
    principal_left: amount,
  }
  const held = collateral === undefined ? {} : pledged({ ...row, ...started, collateral } as PledgedRow, day)
  const paid = await changeLoan(sql, row.id, { ...started, ...held })
  await postLoan(doing, row, [
    ...(collateral === undefined ? [] : moving(row, row.collateral_currency ?? '', collateral, recordType.collateralLock)),
    { user, currency, bucket: 'AVAIL', amount, type: recordType.loanPaidOut },
    { house: 'LOAN_POOL', currency, amount: negate(amount) },
  ])
  return paid
}

const pledged = (row: PledgedRow, day: string): Partial<PaidRow> => ({
  collateral: row.collateral,
  ...pricesFor(row, debtOn(row, day), day),
})
