import { featuresOf } from '#account/countries.ts'
import type { LoanAccount } from '#contract/calls/loans.ts'
import { loanKind } from '#contract/states.ts'
import { asInstant, type Instant } from '#contract/time.ts'
import { add, compare, isZero, multiply, q8, zero } from '#rules/decimal.ts'
import { creditLimitOf, debtOn, ltvOf } from '#rules/loan.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { isPastDue } from '../debt.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { mayTrade } from '../mayTrade.ts'
import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import { type CreditLimit, creditLimit, isWaiting } from './limit.ts'
import { debtAt, isPaidOut, isPledged, type LoanRow, type PaidRow, type PledgedRow } from './rows.ts'
import { loanCurrency, loanSets, marketOf } from './sets.ts'
import { isRunning } from './shown.ts'
import { openLoans } from './store.ts'

const sum = (amounts: readonly Decimal[]): Decimal => q8(amounts.reduce((total, amount) => add(total, amount), zero))

/** What a person owes, may have, and why not (product §1.9 call 150). */
export async function loanAccountOf(house: House, asking: Asking): Promise<LoanAccount> {
  const { sql, visitor } = asking
  const now = house.clock.now()
  const open = await openLoans(sql, visitor.userId)
  const running = open.filter((row): row is PaidRow => isRunning(row) && isPaidOut(row))
  const limit = await creditLimit(sql, visitor.userId, open, now)
  const owed = (rows: readonly PaidRow[]) => sum(rows.map((row) => debtAt(row, now).total))
  const why = await reasonWhyNot(house, asking, open, limit)
  const next = limit.kycLevel < 2 ? limit.kycLevel + 1 : undefined
  return {
    currency: loanCurrency,
    creditLimit: limit.limit,
    creditUsed: limit.used,
    creditLeft: limit.left,
    kycLevel: limit.kycLevel,
    nextLimitBy: next === undefined ? null : next === 1 ? 'kyc1' : 'kyc2',
    nextLimit: next === undefined ? null : creditLimitOf(next, limit.level),
    outstanding: owed(running),
    overdue: owed(running.filter((row) => isPastDue(row, now))),
    nextDue: nextDue(running, now),
    pledge: pledgeOf(house, running.filter(isPledged), now),
    canApply: why === null,
    why,
  }
}

/** The loan that ends first, and what it will be then; of one that is overdue what it is now. */
function nextDue(running: readonly PaidRow[], now: Instant | number): LoanAccount['nextDue'] {
  const [first] = running.toSorted((a, b) => Number(a.end_ms) - Number(b.end_ms))
  if (!first) return null
  const debt = isPastDue(first, now) ? debtAt(first, now) : debtOn(first, first.end_day)
  return { time: asInstant(Number(first.end_ms)), amount: debt.total, orderId: first.id }
}

function pledgeOf({ market }: House, pledged: readonly PledgedRow[], now: number): LoanAccount['pledge'] {
  const debt = sum(pledged.map((row) => debtAt(row, now).total))
  const priced = pledged.map(({ collateral, collateral_currency }) => ({
    collateral,
    mid: market.quote(marketOf(collateral_currency))?.mid,
  }))
  const value = sum(priced.map(({ collateral, mid }) => (mid === undefined ? zero : multiply(collateral, mid))))
  const isWhole = priced.every(({ mid }) => mid !== undefined) && !isZero(value)
  return { debt, collateralValue: value, ltv: isWhole ? ltvOf(debt, value, asDecimal('1')) : null }
}

/** Why no credit can be asked for now; null when one can. */
async function reasonWhyNot(
  house: House,
  asking: Asking,
  open: readonly LoanRow[],
  { kycLevel, left }: CreditLimit,
): Promise<LoanAccount['why']> {
  if (featuresOf(asking.visitor.country, house.config.env).loan !== 'real') return 'region'
  if (asking.visitor.isGuest || kycLevel < 1) return 'kyc'
  const isOnBreak = await mayTrade(house, { accountType: book.real, product: 'loan', symbols: [] }, asking).then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refusal) return error.refusal === 'selfExcluded'
      throw error
    },
  )
  if (isOnBreak) return 'selfExcluded'
  if (open.some((row) => isPastDue(row, house.clock.now()))) return 'overdue'
  if (open.some(isWaiting)) return 'pending'
  const least = loanSets.find(({ kind }) => kind === loanKind.credit)?.minAmount ?? zero
  return compare(left, least) < 0 ? 'limitUsed' : null
}
