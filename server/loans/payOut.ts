import { accountTypes } from '#contract/constants.ts'
import type { Decimal } from '#contract/decimal.ts'
import { loanStatus, balanceRecordType } from '#contract/states.ts'
import { asInstant, serverDayAt } from '#contract/time.ts'
import { type Leg, post } from '#ledger/ledger.ts'
import { tryAdjustLoanPoolRow } from '#ledger/loanPool.ts'
import { isZero, negate } from '#rules/decimal.ts'
import { type LoanDebt, loanDebtOn, priceAtLtv } from '#rules/loan.ts'
import { addServerDays } from '#rules/serverDay.ts'
import type { LoanRow, PaidOutLoanRow, PaidOutPledgedLoanRow } from './rows.ts'
import { changeLoan } from './store.ts'
import { type LoanTransactionContext, loanRefType } from './notify.ts'

const dayMs = 86_400_000

/** Books what moves with a loan; legs of nothing are left out. Wallet and loan are locked. */
export async function postLoanLegs({ sql, now }: LoanTransactionContext, row: LoanRow, legs: readonly Leg[]): Promise<void> {
  const moved = legs.filter(({ amount }) => !isZero(amount))
  if (moved.length === 0) return
  await post(sql, { book: accountTypes.real, refType: loanRefType, refId: row.id, orderNo: row.order_no, at: asInstant(now), legs: moved })
}

/** From one bucket of a person to another, whole. */
export const collateralTransferLegs = (
  { user_id: user }: Pick<LoanRow, 'user_id'>,
  currency: string,
  amount: Decimal,
  type: typeof balanceRecordType.collateralLock | typeof balanceRecordType.collateralRelease,
): Leg[] => {
  const [from, to] = type === balanceRecordType.collateralLock ? (['AVAIL', 'COLLATERAL'] as const) : (['COLLATERAL', 'AVAIL'] as const)
  return [
    { user, currency, bucket: from, amount: negate(amount), type },
    { user, currency, bucket: to, amount, type },
  ]
}

/** At and below which prices so much collateral is called for and sold, for what is owed on a day. */
export const collateralTriggerPrices = (
  { call_ltv, liq_ltv, price_step, collateral }: Pick<PaidOutPledgedLoanRow, 'call_ltv' | 'liq_ltv' | 'price_step' | 'collateral'>,
  debt: LoanDebt,
  day: string,
): Pick<PaidOutPledgedLoanRow, 'reckoned_day' | 'call_price' | 'liq_price'> => ({
  reckoned_day: day,
  call_price: priceAtLtv(debt.total, collateral, call_ltv, price_step),
  liq_price: priceAtLtv(debt.total, collateral, liq_ltv, price_step),
})

/**
 * Pays a passed loan out of the pool, and takes a pledge's collateral in the same posting; undefined, and nothing done, while the pool is
 * short. Wallet and loan are locked. Refuses insufficientBalance of the collateral.
 */
export async function tryPayOutLoan(doing: LoanTransactionContext, row: LoanRow, collateral?: Decimal): Promise<LoanRow | undefined> {
  const { sql, now } = doing
  const { user_id: user, currency, amount } = row
  if (!(await tryAdjustLoanPoolRow(sql, currency, negate(amount)))) return undefined
  const day = serverDayAt(now)
  const started = {
    status: loanStatus.paid,
    start_ms: String(now),
    end_ms: String(now + row.days * dayMs),
    start_day: day,
    end_day: addServerDays(day, row.days),
    interest_from: day,
    principal_left: amount,
  }
  const held = collateral === undefined ? {} : pledged({ ...row, ...started, collateral } as PaidOutPledgedLoanRow, day)
  const paid = await changeLoan(sql, row.id, { ...started, ...held })
  await postLoanLegs(doing, row, [
    ...(collateral === undefined
      ? []
      : collateralTransferLegs(row, row.collateral_currency ?? '', collateral, balanceRecordType.collateralLock)),
    { user, currency, bucket: 'AVAIL', amount, type: balanceRecordType.loanPaidOut },
    { house: 'LOAN_POOL', currency, amount: negate(amount) },
  ])
  return paid
}

const pledged = (row: PaidOutPledgedLoanRow, day: string): Partial<PaidOutLoanRow> => ({
  collateral: row.collateral,
  ...collateralTriggerPrices(row, loanDebtOn(row, day), day),
})
