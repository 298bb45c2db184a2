import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { levelTable } from '#db/seed/levels.ts'
import { productSeeds } from '#db/seed/products.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { defaultOptionPremiumFeeRate, defaultOptionNotionalFeeRate } from '#rules/option/option.ts'
import { defaultSpotFeeRate } from '#rules/spot.ts'
import { isSwapMarket, defaultSwapHalfSpread } from '#rules/swap.ts'
import { loanPlansOfRelease } from './loanTerms.ts'
import { secondContractOffersOfRelease } from './secondContractTerms.ts'

/** A figure of our terms. */
export interface ReleasedTerm {
  area: string
  subject: string
  name: string
  value: Decimal
}

const term = (area: string, subject: string, name: string, value: string): ReleasedTerm => ({
  area,
  subject,
  name,
  value: asDecimal(value),
})

/** What of a product's own terms is a price, and not a size or a text. */
export const productRateFields = ['share', 'exitFeeRate', 'commission', 'performanceFee', 'annualRate']

const loanTerms = (): ReleasedTerm[] =>
  loanPlansOfRelease.flatMap((set) => [
    ...set.daysOptions.map(({ days, dailyRate }) => term('loan', `${set.id} ${days}`, 'dailyRate', dailyRate)),
    term('loan', set.id, 'lateFactor', set.lateFactor),
    ...(['callLtv', 'liqLtv', 'liqFee'] as const).flatMap((name) => (set[name] === null ? [] : [term('loan', set.id, name, set[name])])),
    ...set.collaterals.map(({ currency, initLtv }) => term('loan', `${set.id} ${currency}`, 'initLtv', initLtv)),
  ])

/** All odds, fees, spreads and rates that this release has, but for those of withdrawals. */
export const termsOfReleaseExceptWithdrawals = (): ReleasedTerm[] => [
  ...symbolSeeds.flatMap(({ symbol, feeRate, spreadBps, maxLever }) => [
    term('contract', symbol, 'feeRate', feeRate),
    term('contract', symbol, 'spreadBps', spreadBps),
    term('contract', symbol, 'maxLever', String(maxLever.intl)),
    term('contract', symbol, 'maxLeverStrict', String(maxLever.strict)),
    term('contract', symbol, 'maxLeverNewUser', String(maxLever.newUser)),
  ]),
  term('spot', '', 'feeRate', defaultSpotFeeRate),
  ...symbolSeeds.filter(isSwapMarket).map(({ base }) => term('swap', base, 'halfSpread', defaultSwapHalfSpread(base))),
  term('option', '', 'feeOfValue', defaultOptionNotionalFeeRate),
  term('option', '', 'feeOfPremium', defaultOptionPremiumFeeRate),
  ...secondContractOffersOfRelease.map(({ symbol, seconds, odds }) => term('second', `${symbol} ${seconds}`, 'odds', odds)),
  ...loanTerms(),
  ...productSeeds.flatMap(({ id, rateMax, terms }) => [
    ...(Number(rateMax) > 0 ? [term('product', id, 'rateMax', rateMax)] : []),
    ...productRateFields.flatMap((name) => (terms[name] === undefined ? [] : [term('product', id, name, terms[name])])),
  ]),
  ...levelTable.map(({ level, feeDiscount }) => term('level', String(level), 'feeDiscount', feeDiscount)),
]
