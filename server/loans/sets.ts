import { loanDays, type LoanSet } from '#contract/calls/loans.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { loanKind } from '#contract/states.ts'
import { add, q8 } from '#rules/decimal.ts'
import { aprOf, interestOf } from '#rules/loan.ts'

/** What everything is lent in. */
export const loanCurrency = 'USDT'

const offered = (rates: Record<(typeof loanDays)[number], string>): LoanSet['daysOptions'] =>
  loanDays.map((days) => ({ days, dailyRate: asDecimal(rates[days]), apr: aprOf(asDecimal(rates[days])) }))

/** Durations with their rates, and what 1,000 cost for 30 days of it. */
function terms(rates: Record<(typeof loanDays)[number], string>): Pick<LoanSet, 'daysOptions' | 'example'> {
  const [amount, days, dailyRate] = [asDecimal('1000'), 30, asDecimal(rates[30])] as const
  const interest = interestOf(amount, dailyRate, days)
  return { daysOptions: offered(rates), example: { amount, days, apr: aprOf(dailyRate), interest, toRepay: q8(add(amount, interest)) } }
}

const shared = { currency: loanCurrency, minAmount: asDecimal('100'), lateFactor: asDecimal('1.5'), graceDays: 3, levelLimit: 0 }
const taken = (initLtv: string, ...currencies: string[]) => currencies.map((currency) => ({ currency, initLtv: asDecimal(initLtv) }))

/** The terms on which loans are given (product §2.12, §5.4). A loan keeps those under which it was taken. */
export const loanSets: readonly LoanSet[] = [
  {
    ...shared,
    id: 'credit-usdt',
    kind: loanKind.credit,
    maxAmount: asDecimal('5000'),
    ...terms({ 7: '0.0002', 14: '0.00025', 30: '0.0003', 60: '0.00035', 90: '0.0004' }),
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
    ...terms({ 7: '0.0002', 14: '0.0002', 30: '0.0002', 60: '0.0002', 90: '0.0002' }),
    callLtv: asDecimal('0.75'),
    liqLtv: asDecimal('0.83'),
    liqFee: asDecimal('0.01'),
    collaterals: [...taken('0.6', 'BTC', 'ETH'), ...taken('0.5', 'SOL', 'BNB', 'XRP')],
  },
]

/** Everything that is ever taken as collateral. */
export const collateralCurrencies: readonly string[] = loanSets.flatMap(({ collaterals }) => collaterals.map(({ currency }) => currency))

/** The market whose prices a collateral is valued and sold at. */
export const marketOf = (currency: string): string => `${currency}${loanCurrency}`

export const rateOf = (set: LoanSet, days: number): Decimal | undefined => set.daysOptions.find((option) => option.days === days)?.dailyRate
