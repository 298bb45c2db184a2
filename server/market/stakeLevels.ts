import { asDecimal, type Decimal } from '#contract/decimal.ts'

/** What each network pays in a year for pledged coins, as a fraction: levels of our own for the sandbox, not market data (product §5.3). */
export const stakeLevels: Readonly<Record<string, Decimal>> = {
  ETH: asDecimal('0.032'),
  SOL: asDecimal('0.065'),
  DOT: asDecimal('0.11'),
}
