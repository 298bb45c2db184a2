import { productAvailabilitiesForResidence } from '../core/countries.ts'
import type { UserLoanSummary } from '#contract/calls/loans.ts'
import { loanKind } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { add, compareDecimals, isZero, multiply, q8, zero } from '#rules/decimal.ts'
import { creditLoanLimitForLevels, loanDebtOn, loanToValue } from '#rules/loan.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { isLoanPastDue } from '../risk/debt.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { assertCanTrade } from '../risk/assertCanTrade.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { type LoanCreditLimit, readLoanCreditLimit, isUndecidedOrUnpaidCreditApplication } from './limit.ts'
import { debtOfLoanAt, isLoanPaidOut, isPaidOutPledgedLoan, type LoanRow, type PaidOutLoanRow, type PaidOutPledgedLoanRow } from './rows.ts'
import { loanCurrency, loanPlansOfRelease, collateralMarketOf } from '../terms/loanTerms.ts'
import { isLoanRunning } from './serialize.ts'
import { readOpenLoans } from './store.ts'

const sum = (amounts: readonly Decimal[]): Decimal => q8(amounts.reduce((total, amount) => add(total, amount), zero))

/** What a person owes, may have, and why not (docs/rules/loans.md). */
export async function readLoanAccount(app: AppContext, context: RequestContext): Promise<UserLoanSummary> {
  const { sql, visitor } = context
  const now = app.clock.now()
  const open = await readOpenLoans(sql, visitor.userId)
  const running = open.filter((row): row is PaidOutLoanRow => isLoanRunning(row) && isLoanPaidOut(row))
  const limit = await readLoanCreditLimit(sql, visitor.userId, open, now)
  const owed = (rows: readonly PaidOutLoanRow[]) => sum(rows.map((row) => debtOfLoanAt(row, now).total))
  const why = await reasonWhyNot(app, context, open, limit)
  const next = limit.kycLevel < 2 ? limit.kycLevel + 1 : undefined
  return {
    currency: loanCurrency,
    creditLimit: limit.limit,
    creditUsed: limit.used,
    creditLeft: limit.left,
    kycLevel: limit.kycLevel,
    nextLimitBy: next === undefined ? null : next === 1 ? 'kyc1' : 'kyc2',
    nextLimit: next === undefined ? null : creditLoanLimitForLevels(next, limit.level),
    outstanding: owed(running),
    overdue: owed(running.filter((row) => isLoanPastDue(row, now))),
    nextDue: nextDue(running, now),
    pledge: pledgeOf(app, running.filter(isPaidOutPledgedLoan), now),
    canApply: why === null,
    why,
  }
}

/** The loan that ends first, and what it will be then; of one that is overdue what it is now. */
function nextDue(running: readonly PaidOutLoanRow[], now: Instant | number): UserLoanSummary['nextDue'] {
  const [first] = running.toSorted((a, b) => Number(a.end_ms) - Number(b.end_ms))
  if (!first) return null
  const debt = isLoanPastDue(first, now) ? debtOfLoanAt(first, now) : loanDebtOn(first, first.end_day)
  return { time: asInstant(Number(first.end_ms)), amount: debt.total, orderId: first.id }
}

function pledgeOf({ market }: AppContext, pledged: readonly PaidOutPledgedLoanRow[], now: number): UserLoanSummary['pledge'] {
  const debt = sum(pledged.map((row) => debtOfLoanAt(row, now).total))
  const priced = pledged.map(({ collateral, collateral_currency }) => ({
    collateral,
    mid: market.quote(collateralMarketOf(collateral_currency))?.mid,
  }))
  const value = sum(priced.map(({ collateral, mid }) => (mid === undefined ? zero : multiply(collateral, mid))))
  const isWhole = priced.every(({ mid }) => mid !== undefined) && !isZero(value)
  return { debt, collateralValue: value, ltv: isWhole ? loanToValue(debt, value, asDecimal('1')) : null }
}

/** Why no credit can be asked for now; null when one can. */
async function reasonWhyNot(
  app: AppContext,
  context: RequestContext,
  open: readonly LoanRow[],
  { kycLevel, left }: LoanCreditLimit,
): Promise<UserLoanSummary['why']> {
  if (productAvailabilitiesForResidence(context.visitor, app).loan !== 'real') return 'region'
  if (context.visitor.isGuest || kycLevel < 1) return 'kyc'
  const isOnBreak = await assertCanTrade(app, { accountType: accountTypes.real, product: 'loan', symbols: [] }, context).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refusal) return error.refusal === 'selfExcluded'
      throw error
    },
  )
  if (isOnBreak) return 'selfExcluded'
  if (open.some((row) => isLoanPastDue(row, app.clock.now()))) return 'overdue'
  if (open.some(isUndecidedOrUnpaidCreditApplication)) return 'pending'
  const least = loanPlansOfRelease.find(({ kind }) => kind === loanKind.credit)?.minAmount ?? zero
  return compareDecimals(left, least) < 0 ? 'limitUsed' : null
}
