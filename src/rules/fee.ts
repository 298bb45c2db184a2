import type { Decimal } from '#contract/decimal.ts'
import { multiply, subtract } from './decimal.ts'

/** A fee rate less what a person's level takes off, a fraction (docs/rules/seed-data.md). */
export const discountedFeeRate = (rate: Decimal, discount: Decimal): Decimal => multiply(rate, subtract('1', discount))
