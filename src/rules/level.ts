import type { Decimal } from '#contract/decimal.ts'
import { multiply } from './decimal.ts'

/** The average of 14 days that keeps a level: nine tenths of what reaches it (docs/rules/levels-and-team.md). */
export const levelRetentionThreshold = (minAssets: Decimal): Decimal => multiply(minAssets, '0.9')
