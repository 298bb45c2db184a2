import type { CreditLoanRequest, CreditLoanPreview, PledgedLoanRequest, PledgedLoanPreview } from '#contract/calls/loans.ts'
import { accountTypes, orderPreviewExpireMs } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { readAvailableBalance } from '#ledger/ledger.ts'
import { add, compareDecimals, multiply, q8, zero } from '#rules/decimal.ts'
import { loanAprOfDailyRate, loanInterestForDays, loanToValue, priceAtLtv } from '#rules/loan.ts'
import type { AppContext } from '../core/appContext.ts'
import type { RequestContext } from '../core/handlers.ts'
import { verifyClaimsToken, signClaimsToken } from '../core/signedText.ts'
import { type LoanOffer, type PledgedLoanOffer, requireCreditLoanOffer, requirePledgedLoanOffer } from './request.ts'

const kind = 'ln1'
/** No price moves in a credit (docs/rules/wire.md). */
const goodForMs = 600_000
const dayMs = 86_400_000

type Ask = CreditLoanRequest | PledgedLoanRequest

/** Two that ask for the same have the same text, whatever the order of their keys and '10.0' or '10'. */
const textOf = (ask: Ask): string =>
  JSON.stringify([
    ask.setId,
    add(ask.amount, '0'),
    ask.days,
    ...('purpose' in ask ? [ask.purpose, ask.income] : [ask.collateralCurrency, add(ask.collateralAmount, '0')]),
  ])

/** Every term that the person agreed to. */
export const serializeLoanTerms = (offer: LoanOffer | PledgedLoanOffer): string =>
  JSON.stringify([
    offer.dailyRate,
    offer.set.lateFactor,
    offer.set.graceDays,
    ...('liqLtv' in offer ? [offer.callLtv, offer.liqLtv, offer.liqFee] : []),
  ])

interface Claims {
  user: string
  ask: string
  terms: string
  expireAtMs: number
}

/** The terms that were shown, if this token is ours, of this person, for this ask and not expired; otherwise undefined. */
export function readLoanConfirmToken(key: Buffer, token: string | undefined, userId: string, ask: Ask, nowMs: number): string | undefined {
  const claims = verifyClaimsToken(key, kind, token) as Claims | undefined
  return claims?.user === userId && claims.ask === textOf(ask) && nowMs < claims.expireAtMs ? claims.terms : undefined
}

const signed = (key: Buffer, userId: string, ask: Ask, offer: LoanOffer, expireAtMs: number) => ({
  confirmToken: signClaimsToken(key, kind, {
    user: userId,
    ask: textOf(ask),
    terms: serializeLoanTerms(offer),
    expireAtMs,
  } satisfies Claims),
  expireAt: asInstant(expireAtMs),
})

/** What every loan costs, APR first; rates are fractions. */
function costLines({ set, amount, days, dailyRate }: LoanOffer) {
  const interest = loanInterestForDays(amount, dailyRate, days)
  return [
    { key: 'apr', value: loanAprOfDailyRate(dailyRate), unit: '' },
    { key: 'dailyRate', value: dailyRate, unit: '' },
    { key: 'totalInterest', value: interest, unit: set.currency },
    { key: 'lateRate', value: add(multiply(dailyRate, set.lateFactor), '0'), unit: '' },
    { key: 'toRepay', value: q8(add(amount, interest)), unit: set.currency },
    { key: 'graceDays', value: asDecimal(String(set.graceDays)), unit: 'd' },
  ]
}

/** Every number of a credit, signed for ten minutes. Refuses what applying refuses. */
export async function previewCreditLoan(
  app: AppContext,
  key: Buffer,
  ask: CreditLoanRequest,
  context: RequestContext,
): Promise<CreditLoanPreview> {
  const offer = await requireCreditLoanOffer(app, ask, context)
  const now = app.clock.now()
  const { currency } = offer.set
  return {
    action: 'loanCredit',
    lines: costLines(offer),
    fees: [],
    youGet: offer.amount,
    getCurrency: currency,
    // Nothing is paid before the payout, and nothing but interest for it.
    youPay: q8(zero),
    payCurrency: currency,
    // However late it is repaid, interest never exceeds what was lent.
    worstLoss: { amount: offer.amount, currency },
    warnings: [
      { level: 'info', key: 'creditLowersLeverage' },
      { level: 'warn', key: 'lateInterest' },
    ],
    endTime: asInstant(now + offer.days * dayMs),
    ...signed(key, context.visitor.userId, ask, offer, now + goodForMs),
  }
}

/** The same of a pledge at the price of now, for 15 seconds. The prices of call and sale are those at the end of the term; before they are lower. */
export async function previewPledgedLoan(
  app: AppContext,
  key: Buffer,
  ask: PledgedLoanRequest,
  context: RequestContext,
): Promise<PledgedLoanPreview> {
  const offer = await requirePledgedLoanOffer(app, ask, context)
  const now = app.clock.now()
  const { currency } = offer.set
  const toRepay = add(offer.amount, loanInterestForDays(offer.amount, offer.dailyRate, offer.days))
  const fee = q8(multiply(toRepay, offer.liqFee))
  const canPay =
    compareDecimals(await readAvailableBalance(context.sql, context.visitor.userId, accountTypes.real, offer.currency), offer.collateral) >=
    0
  const at = (ltv: Decimal) => priceAtLtv(toRepay, offer.collateral, ltv, offer.step)
  return {
    action: 'loanPledge',
    lines: [
      ...costLines(offer),
      { key: 'price', value: offer.price, unit: currency },
      { key: 'ltv', value: loanToValue(offer.amount, offer.collateral, offer.price), unit: '' },
      { key: 'callPrice', value: at(offer.callLtv), unit: currency },
      { key: 'liqPrice', value: at(offer.liqLtv), unit: currency },
      { key: 'liqFee', value: offer.liqFee, unit: '' },
    ],
    fees: [{ key: 'liqFee', amount: fee, currency, rate: offer.liqFee }],
    youGet: offer.amount,
    getCurrency: currency,
    youPay: offer.collateral,
    payCurrency: offer.currency,
    worstLoss: { amount: offer.collateral, currency: offer.currency },
    warnings: [
      { level: 'warn', key: 'collateralCanBeSold' },
      { level: 'warn', key: 'lateInterest' },
      ...(canPay ? [] : [{ level: 'warn' as const, key: 'insufficientBalance' }]),
    ],
    endTime: asInstant(now + offer.days * dayMs),
    ...signed(key, context.visitor.userId, ask, offer, now + orderPreviewExpireMs),
  }
}
