import type { EarnProduct, EarnProductDay } from '#contract/calls/products.ts'
import type { RecentRateStats } from '#widgets/products/ProductRateText.tsx'
import { summarizeNewest30ProductDays } from './scenarios.ts'

/** The back-test at a glance, for a product of which no day is known yet; a fund has its unit value instead. */
export const summarizeBackTestIfNoRecentRates = (
  { last30, rateKind }: EarnProduct,
  days: readonly EarnProductDay[] | undefined,
): RecentRateStats | undefined =>
  last30 === null && rateKind !== 'nav' && days ? summarizeNewest30ProductDays(days.filter(({ isBackTest }) => isBackTest)) : undefined
