import type { Decimal } from '#contract/decimal.ts'
import { divide, multiply, roundDecimalAwayFromZero, subtract, truncate } from '../decimal.ts'

const yearDays = '365'
// So far behind the eighth decimal that nobody gains by it; cut off there, 36.5 coins at 3.2 % would bring 0.00287999 instead of 0.00288.
const rateScale = 36

/** Pledge (docs/rules/earn.md): what a pledged coin brings in a day, from what its network pays in a year, after our stated share of it. */
export const pledgeDailyRate = (networkRate: Decimal, commission: Decimal): Decimal =>
  roundDecimalAwayFromZero(divide(multiply(networkRate, subtract('1', commission)), yearDays), rateScale)

const wireScale = 18

/** The same as a receipt tells it: no number on the wire has more than 18 decimals. What comes in is computed from all of them. */
export const pledgeDailyRateOnReceipt = (dailyRate: Decimal): Decimal => truncate(dailyRate, wireScale)

/** What one gets of a year at the network's rate. */
export const pledgeAnnualRate = (networkRate: Decimal, commission: Decimal): Decimal => multiply(networkRate, subtract('1', commission))
