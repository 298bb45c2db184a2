import type { OptionChain } from '#contract/calls/options.ts'

/** The volatility that a day's options are priced with. */
export type DayVolatilitySurface = OptionChain['surface']
