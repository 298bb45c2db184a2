import { asDecimal, type Decimal } from '#contract/decimal.ts'

/** What each network pays in a year for pledged coins, as a fraction: levels of our own for the sandbox, not market data (docs/rules/seed-data.md). */
export const baseStakingYields: Readonly<Record<string, Decimal>> = {
  ETH: asDecimal('0.032'),
  SOL: asDecimal('0.065'),
  DOT: asDecimal('0.11'),
}
