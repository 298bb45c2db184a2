import type { CandlePeriod } from '#contract/calls/market.ts'

/** Seconds in a bar of each period. */
export const barPeriodSeconds: Record<CandlePeriod, number> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1800,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
  '1w': 604_800,
}

// Days begin at 00:00 UTC+8 and weeks on that Monday (docs/rules/time-and-numbers.md); 1970-01-01 was a Thursday.
const dayShift = 28_800
const weekShift = dayShift + 3 * 86_400

/** The second at which the bar holding `sec` begins. */
export function barOpenSecond(period: CandlePeriod, sec: number): number {
  const length = barPeriodSeconds[period]
  const shift = period === '1w' ? weekShift : dayShift
  return Math.floor((sec + shift) / length) * length - shift
}
