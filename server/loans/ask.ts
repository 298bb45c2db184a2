import type { CreditAsk, LoanSet, PledgeAsk } from '#contract/calls/loans.ts'
import { book, ledgerScale } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { loanKind } from '#contract/states.ts'
import type { Sql } from '#db/database.ts'
import { loanPoolOf } from '#ledger/loanPool.ts'
import { refuseHalted } from '#market/halts.ts'
import { freshQuoteOf } from '#market/freshQuote.ts'
import type { MarketQuote } from '#market/market.ts'
import { add, compare, isPositive, q8, scaleOf } from '#rules/decimal.ts'
import { maxLoan } from '#rules/loan.ts'
import { isPastDue } from '../debt.ts'
import type { House } from '../house.ts'
import type { Asking } from '../http/handlers.ts'
import { mayTrade } from '../mayTrade.ts'
import { creditLimit, isWaiting } from './limit.ts'
import type { LoanRow } from './rows.ts'
import { loanSets, marketOf, rateOf } from './sets.ts'
import { openLoans } from './store.ts'

/** What is asked for, as it is offered now. */
export interface Offer {
  set: LoanSet
  amount: Decimal
  days: number
  dailyRate: Decimal
}

/** A pledge also says what it is worth, and when it is called and sold. */
export interface PledgeOffer extends Offer {
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
export const plain = (amount: Decimal): Decimal => add(amount, '0')

/**
 * Everything about a credit but the proof that it was confirmed. Refuses region, selfExcluded, guestRestricted, kycRequired, notFound,
 * termInvalid, validation, belowMin, aboveMax, levelTooLow, hasOverdue, alreadyApplied, loanLimit {left} and loanPoolShort {left}.
 * Exact while the wallet is locked.
 */
export async function readCredit(house: House, ask: CreditAsk, asking: Asking): Promise<Offer> {
  await mayTrade(house, { accountType: book.real, product: 'loan', symbols: [] }, asking)
  const { offer, open } = await readAsk(house, ask, loanKind.credit, asking)
  if (open.some(isWaiting)) throw new Refusal('alreadyApplied')
  const { left } = await creditLimit(asking.sql, asking.visitor.userId, open, house.clock.now())
  if (compare(offer.amount, left) > 0) throw new Refusal('loanLimit', { left: plain(left) })
  await refusePool(asking.sql, offer)
  return offer
}

/**
 * The same for a pledge, at the newest price; refuses collateralUnsupported, symbolHalted, marketClosed, feedStale, marketSimulated and
 * ltvTooHigh {max} besides, and neither limit nor application.
 */
export async function readPledge(house: House, ask: PledgeAsk, asking: Asking): Promise<PledgeOffer> {
  const { collateralCurrency: currency, collateralAmount } = ask
  const symbol = marketOf(currency)
  await mayTrade(house, { accountType: book.real, product: 'loan', symbols: [] }, asking)
  const { offer } = await readAsk(house, ask, loanKind.pledge, asking)
  const taken = offer.set.collaterals.find((one) => one.currency === currency)
  const { callLtv, liqLtv, liqFee } = offer.set
  if (!taken || callLtv === null || liqLtv === null || liqFee === null) throw new Refusal('collateralUnsupported')
  await mayTrade(house, { accountType: book.real, product: 'loan', symbols: [symbol] }, asking)
  refuseScale('collateralAmount', collateralAmount)
  await refuseHalted(asking.sql, symbol)
  const { quote, step } = freshPrice(house, symbol)
  const most = maxLoan(collateralAmount, quote.mid, taken.initLtv)
  if (compare(offer.amount, most) > 0) throw new Refusal('ltvTooHigh', { max: plain(most) })
  await refusePool(asking.sql, offer)
  return { ...offer, currency, collateral: q8(collateralAmount), price: quote.mid, step, initLtv: taken.initLtv, callLtv, liqLtv, liqFee }
}

interface Wish {
  setId: string
  amount: Decimal
  days: number
}

async function readAsk(
  house: House,
  { setId, amount, days }: Wish,
  kind: number,
  { sql, visitor }: Asking,
): Promise<{ offer: Offer; open: LoanRow[] }> {
  const set = loanSets.find((one) => one.id === setId && one.kind === kind)
  if (!set) throw new Refusal('notFound')
  const dailyRate = rateOf(set, days)
  if (dailyRate === undefined) throw new Refusal('termInvalid')
  refuseScale('amount', amount)
  if (compare(amount, set.minAmount) < 0) throw new Refusal('belowMin', { min: `${set.minAmount} ${set.currency}` })
  if (compare(amount, set.maxAmount) > 0) throw new Refusal('aboveMax', { max: `${set.maxAmount} ${set.currency}` })
  const open = await openLoans(sql, visitor.userId)
  if (set.levelLimit > (await creditLimit(sql, visitor.userId, open, house.clock.now())).level)
    throw new Refusal('levelTooLow', { level: set.levelLimit })
  if (open.some((loan) => isPastDue(loan, house.clock.now()))) throw new Refusal('hasOverdue')
  return { offer: { set, amount: q8(amount), days, dailyRate }, open }
}

/** The ledger keeps eight digits after the point, and more would be lost. */
export function refuseScale(field: string, amount: Decimal): void {
  if (scaleOf(amount) > ledgerScale) throw new Refusal('validation', { field, rule: `at most ${ledgerScale} digits after the point` })
}

async function refusePool(sql: Sql, { set, amount }: Offer): Promise<void> {
  const left = await loanPoolOf(sql, set.currency)
  if (compare(amount, left) > 0) throw loanPoolShort(left)
}

export const loanPoolShort = (left: Decimal): Refusal =>
  new Refusal('loanPoolShort', { left: isPositive(left) ? plain(left) : asDecimal('0') })

/** The newest price of an open market and its step. Refuses collateralUnsupported, marketClosed and feedStale. */
function freshPrice({ market, clock }: House, symbol: string): { quote: MarketQuote; step: Decimal } {
  const spec = market.spec(symbol)
  if (!spec) throw new Refusal('collateralUnsupported')
  return { quote: freshQuoteOf(market, symbol, clock.now()), step: spec.tick }
}
