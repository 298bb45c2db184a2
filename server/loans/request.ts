import type { CreditLoanRequest, LoanPlan, PledgedLoanRequest } from '#contract/calls/loans.ts'
import { accountTypes, ledgerScale } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { loanKind } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { readLoanPoolBalance } from '#ledger/loanPool.ts'
import { assertMarketNotHalted } from '#market/halts.ts'
import { requireFreshQuote } from '#market/freshQuote.ts'
import { assertEndsByDelisting } from '#market/marketClosed.ts'
import type { MarketQuote } from '#market/market.ts'
import { add, compareDecimals, isPositive, q8, decimalPlacesOfStep } from '#rules/decimal.ts'
import { maxLoanForCollateral } from '#rules/loan.ts'
import { isLoanPastDue } from '../risk/debt.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { assertCanTrade } from '../risk/assertCanTrade.ts'
import { readLoanCreditLimit, isUndecidedOrUnpaidCreditApplication } from './limit.ts'
import type { LoanRow } from './rows.ts'
import { collateralMarketOf, loanDailyRateOf } from '../terms/loanTerms.ts'
import { loanPlansAt } from './plansByTime.ts'
import { readOpenLoans } from './store.ts'

const dayMs = 86_400_000

/** What is asked for, as it is offered now. */
export interface LoanOffer {
  set: LoanPlan
  amount: Decimal
  days: number
  dailyRate: Decimal
}

/** A pledge also says what it is worth, and when it is called and sold. */
export interface PledgedLoanOffer extends LoanOffer {
  currency: string
  collateral: Decimal
  price: Decimal
  step: Decimal
  initLtv: Decimal
  callLtv: Decimal
  liqLtv: Decimal
  liqFee: Decimal
}

/** '100' for '100.00000000'. */
export const trimLoanAmountZeros = (amount: Decimal): Decimal => add(amount, '0')

/**
 * Everything about a credit but the proof that it was confirmed. Refuses region, selfExcluded, guestRestricted, kycRequired, notFound,
 * termInvalid, validation, belowMin, aboveMax, levelTooLow, hasOverdue, alreadyApplied, loanLimit {left} and loanPoolShort {left}.
 * Exact while the wallet is locked.
 */
export async function requireCreditLoanOffer(app: AppContext, ask: CreditLoanRequest, context: RequestContext): Promise<LoanOffer> {
  await assertCanTrade(app, { accountType: accountTypes.real, product: 'loan', symbols: [] }, context)
  const { offer, open } = await readAsk(app, ask, loanKind.credit, context)
  if (open.some(isUndecidedOrUnpaidCreditApplication)) throw new Refusal('alreadyApplied')
  const { left } = await readLoanCreditLimit(context.sql, context.visitor.userId, open, app.clock.now())
  if (compareDecimals(offer.amount, left) > 0) throw new Refusal('loanLimit', { left: trimLoanAmountZeros(left) })
  await refusePool(context.sql, offer)
  return offer
}

/**
 * The same for a pledge, at the newest price; refuses collateralUnsupported, symbolHalted, marketDelisted, marketClosed, feedStale, marketSimulated and
 * ltvTooHigh {max} besides, and neither limit nor application.
 */
export async function requirePledgedLoanOffer(
  app: AppContext,
  ask: PledgedLoanRequest,
  context: RequestContext,
): Promise<PledgedLoanOffer> {
  const { collateralCurrency: currency, collateralAmount } = ask
  const symbol = collateralMarketOf(currency)
  await assertCanTrade(app, { accountType: accountTypes.real, product: 'loan', symbols: [] }, context)
  const { offer } = await readAsk(app, ask, loanKind.pledge, context)
  const accepted = offer.set.collaterals.find((collateral) => collateral.currency === currency)
  const { callLtv, liqLtv, liqFee } = offer.set
  if (!accepted || callLtv === null || liqLtv === null || liqFee === null) throw new Refusal('collateralUnsupported')
  await assertCanTrade(app, { accountType: accountTypes.real, product: 'loan', symbols: [symbol] }, context)
  refuseExcessDecimals('collateralAmount', collateralAmount)
  await assertMarketNotHalted(context.sql, symbol)
  assertEndsByDelisting(app.market, symbol, app.clock.now() + ask.days * dayMs)
  const { quote, step } = freshPrice(app, symbol)
  const most = maxLoanForCollateral(collateralAmount, quote.mid, accepted.initLtv)
  if (compareDecimals(offer.amount, most) > 0) throw new Refusal('ltvTooHigh', { max: trimLoanAmountZeros(most) })
  await refusePool(context.sql, offer)
  return {
    ...offer,
    currency,
    collateral: q8(collateralAmount),
    price: quote.mid,
    step,
    initLtv: accepted.initLtv,
    callLtv,
    liqLtv,
    liqFee,
  }
}

interface Wish {
  setId: string
  amount: Decimal
  days: number
}

async function readAsk(
  app: AppContext,
  { setId, amount, days }: Wish,
  kind: number,
  { sql, visitor }: RequestContext,
): Promise<{ offer: LoanOffer; open: LoanRow[] }> {
  const set = loanPlansAt(app.terms, app.clock.now()).find((termSet) => termSet.id === setId && termSet.kind === kind)
  if (!set) throw new Refusal('notFound')
  const dailyRate = loanDailyRateOf(set, days)
  if (dailyRate === undefined) throw new Refusal('termInvalid')
  refuseExcessDecimals('amount', amount)
  if (compareDecimals(amount, set.minAmount) < 0) throw new Refusal('belowMin', { min: `${set.minAmount} ${set.currency}` })
  if (compareDecimals(amount, set.maxAmount) > 0) throw new Refusal('aboveMax', { max: `${set.maxAmount} ${set.currency}` })
  const open = await readOpenLoans(sql, visitor.userId)
  if (set.levelLimit > (await readLoanCreditLimit(sql, visitor.userId, open, app.clock.now())).level)
    throw new Refusal('levelTooLow', { level: set.levelLimit })
  if (open.some((loan) => isLoanPastDue(loan, app.clock.now()))) throw new Refusal('hasOverdue')
  return { offer: { set, amount: q8(amount), days, dailyRate }, open }
}

/** The ledger keeps eight digits after the point, and more would be lost. */
export function refuseExcessDecimals(field: string, amount: Decimal): void {
  if (decimalPlacesOfStep(amount) > ledgerScale)
    throw new Refusal('validation', { field, rule: `at most ${ledgerScale} digits after the point` })
}

async function refusePool(sql: Sql, { set, amount }: LoanOffer): Promise<void> {
  const left = await readLoanPoolBalance(sql, set.currency)
  if (compareDecimals(amount, left) > 0) throw loanPoolShortRefusal(left)
}

export const loanPoolShortRefusal = (left: Decimal): Refusal =>
  new Refusal('loanPoolShort', { left: isPositive(left) ? trimLoanAmountZeros(left) : asDecimal('0') })

/** The newest price of an open market and its step. Refuses collateralUnsupported, marketClosed and feedStale. */
function freshPrice({ market, clock }: AppContext, symbol: string): { quote: MarketQuote; step: Decimal } {
  const spec = market.spec(symbol)
  if (!spec) throw new Refusal('collateralUnsupported')
  return { quote: requireFreshQuote(market, symbol, clock.now()), step: spec.tick }
}
