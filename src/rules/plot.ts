import type { Decimal } from '#contract/decimal.ts'

/** The single lossy door: a float for plotting, for tints and for the order of a list, never for money. */
export const decimalToPlotNumber = (a: Decimal | string): number => Number(a)
