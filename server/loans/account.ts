import { productAvailabilitiesOf } from '../core/countries.ts'
import type { LoanAccount } from '#contract/calls/loans.ts'
import { loanKind } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { add, compareDecimals, isZero, multiply, q8, zero } from '#rules/decimal.ts'
import { creditLoanLimitOf, loanDebtOn, loanToValue } from '#rules/loan.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { isLoanPastDue } from '../risk/debt.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { assertCanTrade } from '../risk/assertCanTrade.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { type LoanCreditLimit, readLoanCreditLimit, isWaitingCreditApplication } from './limit.ts'
import { debtOfLoanAt, isLoanPaidOut, isPledgedLoan, type LoanRow, type PaidLoanRow, type PledgedLoanRow } from './rows.ts'
import { loanCurrency, loanTermSets, collateralMarketOf } from '../terms/loanTerms.ts'
import { isLoanRunning } from './serialize.ts'
import { readOpenLoans } from './store.ts'

const sum = (amounts: readonly Decimal[]): Decimal => q8(amounts.reduce((total, amount) => add(total, amount), zero))

/** What a person owes, may have, and why not (docs/rules/loans.md). */
export async function readLoanAccount(app: AppContext, context: RequestContext): Promise<LoanAccount> {
  const { sql, visitor } = context
  const now = app.clock.now()
  const open = await readOpenLoans(sql, visitor.userId)
  const running = open.filter((row): row is PaidLoanRow => isLoanRunning(row) && isLoanPaidOut(row))
  const limit = await readLoanCreditLimit(sql, visitor.userId, open, now)
  const owed = (rows: readonly PaidLoanRow[]) => sum(rows.map((row) => debtOfLoanAt(row, now).total))
  const why = await reasonWhyNot(app, context, open, limit)
  const next = limit.kycLevel < 2 ? limit.kycLevel + 1 : undefined
  return {
    currency: loanCurrency,
    creditLimit: limit.limit,
    creditUsed: limit.used,
    creditLeft: limit.left,
    kycLevel: limit.kycLevel,
    nextLimitBy: next === undefined ? null : next === 1 ? 'kyc1' : 'kyc2',
    nextLimit: next === undefined ? null : creditLoanLimitOf(next, limit.level),
    outstanding: owed(running),
    overdue: owed(running.filter((row) => isLoanPastDue(row, now))),
    nextDue: nextDue(running, now),
    pledge: pledgeOf(app, running.filter(isPledgedLoan), now),
    canApply: why === null,
    why,
  }
}

/** The loan that ends first, and what it will be then; of one that is overdue what it is now. */
function nextDue(running: readonly PaidLoanRow[], now: Instant | number): LoanAccount['nextDue'] {
  const [first] = running.toSorted((a, b) => Number(a.end_ms) - Number(b.end_ms))
  if (!first) return null
  const debt = isLoanPastDue(first, now) ? debtOfLoanAt(first, now) : loanDebtOn(first, first.end_day)
  return { time: asInstant(Number(first.end_ms)), amount: debt.total, orderId: first.id }
}

function pledgeOf({ market }: AppContext, pledged: readonly PledgedLoanRow[], now: number): LoanAccount['pledge'] {
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
): Promise<LoanAccount['why']> {
  if (productAvailabilitiesOf(context.visitor, app).loan !== 'real') return 'region'
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
  if (open.some(isWaitingCreditApplication)) return 'pending'
  const least = loanTermSets.find(({ kind }) => kind === loanKind.credit)?.minAmount ?? zero
  return compareDecimals(left, least) < 0 ? 'limitUsed' : null
}
