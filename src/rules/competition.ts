import type { Decimal } from '#contract/decimal.ts'
import { compareDecimals, divide, subtract, truncate } from './decimal.ts'

/** Equity over fund, less 1, as a fraction of four decimals toward zero: 108,257.13 of 100,000 is 0.0825 (docs/rules/competitions.md). */
export const competitionYieldRate = (equity: Decimal, fund: Decimal): Decimal => truncate(subtract(divide(equity, fund), '1'), 4)

/** How far an equity is below the highest before it, a fraction of eight decimals toward zero. */
export const competitionDrawdown = (peak: Decimal, equity: Decimal): Decimal =>
  compareDecimals(equity, peak) >= 0 ? truncate('0', 8) : truncate(divide(subtract(peak, equity), peak), 8)
