import { loanDurationOptionsDays, type LoanPlan } from '#contract/calls/loans.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { loanKind } from '#contract/states.ts'
import { add, q8 } from '#rules/decimal.ts'
import { loanAprOfDailyRate, loanInterestForDays } from '#rules/loan.ts'

/** What everything is lent in. */
export const loanCurrency = 'USDT'

export type LoanDailyRatesByDuration = Record<(typeof loanDurationOptionsDays)[number], string>

const offered = (rates: LoanDailyRatesByDuration): LoanPlan['daysOptions'] =>
  loanDurationOptionsDays.map((days) => ({ days, dailyRate: asDecimal(rates[days]), apr: loanAprOfDailyRate(asDecimal(rates[days])) }))

/** Durations with their rates, and what 1,000 cost for 30 days of it. */
export function loanDurationsAndExampleOf(rates: LoanDailyRatesByDuration): Pick<LoanPlan, 'daysOptions' | 'example'> {
  const [amount, days, dailyRate] = [asDecimal('1000'), 30, asDecimal(rates[30])] as const
  const interest = loanInterestForDays(amount, dailyRate, days)
  return {
    daysOptions: offered(rates),
    example: { amount, days, apr: loanAprOfDailyRate(dailyRate), interest, toRepay: q8(add(amount, interest)) },
  }
}

const shared = { currency: loanCurrency, minAmount: asDecimal('100'), lateFactor: asDecimal('1.5'), graceDays: 3, levelLimit: 0 }
const collateralsAt = (initLtv: string, ...currencies: string[]) =>
  currencies.map((currency) => ({ currency, initLtv: asDecimal(initLtv) }))

/** The terms on which loans are given (docs/rules/{loans,seed-data}.md). A loan keeps those under which it was taken. */
export const loanPlansOfRelease: readonly LoanPlan[] = [
  {
    ...shared,
    id: 'credit-usdt',
    kind: loanKind.credit,
    maxAmount: asDecimal('5000'),
    ...loanDurationsAndExampleOf({ 7: '0.0002', 14: '0.00025', 30: '0.0003', 60: '0.00035', 90: '0.0004' }),
    callLtv: null,
    liqLtv: null,
    liqFee: null,
    collaterals: [],
  },
  {
    ...shared,
    id: 'pledge-usdt',
    kind: loanKind.pledge,
    maxAmount: asDecimal('100000'),
    ...loanDurationsAndExampleOf({ 7: '0.0002', 14: '0.0002', 30: '0.0002', 60: '0.0002', 90: '0.0002' }),
    callLtv: asDecimal('0.75'),
    liqLtv: asDecimal('0.83'),
    liqFee: asDecimal('0.01'),
    collaterals: [...collateralsAt('0.6', 'BTC', 'ETH'), ...collateralsAt('0.5', 'SOL', 'BNB', 'XRP')],
  },
]

/** Everything that is ever taken as collateral. */
export const loanCollateralCurrencies: readonly string[] = loanPlansOfRelease.flatMap(({ collaterals }) =>
  collaterals.map(({ currency }) => currency),
)

/** The market whose prices a collateral is valued and sold at. */
export const collateralMarketOf = (currency: string): string => `${currency}${loanCurrency}`

export const loanDailyRateOf = (set: LoanPlan, days: number): Decimal | undefined =>
  set.daysOptions.find((option) => option.days === days)?.dailyRate
