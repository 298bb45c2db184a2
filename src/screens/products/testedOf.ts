import type { Product, ProductDay } from '#contract/calls/products.ts'
import type { LastDays } from '#widgets/products/RateLine.tsx'
import { atAGlance } from './cases.ts'

/** The back-test at a glance, for a product of which no day is known yet; a fund has its unit value instead. */
export const testedOf = ({ last30, rateKind }: Product, days: readonly ProductDay[] | undefined): LastDays | undefined =>
  last30 === null && rateKind !== 'nav' && days ? atAGlance(days.filter(({ isBackTest }) => isBackTest)) : undefined
