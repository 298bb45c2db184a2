import { isNegative, isPositive } from '#rules/decimal.ts'

/** The colour of a yield: none where nothing was won or lost. */
export const yieldTone = (rate: string): 'rise' | 'fall' | undefined => (isNegative(rate) ? 'fall' : isPositive(rate) ? 'rise' : undefined)
