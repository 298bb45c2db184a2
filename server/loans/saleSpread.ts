import type { Decimal } from '#contract/decimal.ts'
import type { TermsByTime } from '../terms/termsByTime.ts'
import type { PaidOutPledgedLoanRow } from './rows.ts'

/** How far below the middle of the market a loan's collateral is sold, a fraction: as it was when the loan began (docs/rules/loans.md). */
export const collateralSaleSpreadOf = (terms: TermsByTime, { collateral_currency: coin, start_ms }: PaidOutPledgedLoanRow): Decimal =>
  terms.at('swap', coin, 'halfSpread', Number(start_ms))
