import { asDecimal } from '#contract/decimal.ts'

/** The smallest contract that is opened, by its notional in USDT (docs/rules/contracts.md). */
export const minContractNotionalUsdt = asDecimal('10')

/** What somebody of the first level of verification can withdraw a day, USDT (docs/rules/deposits-and-withdrawals.md). */
export const basicDailyWithdrawalLimitUsdt = asDecimal('5000')
