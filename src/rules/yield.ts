import type { Decimal } from '#contract/decimal.ts'
import { divide, multiply, subtract } from './decimal.ts'

const yearDays = '365'

/** Pledge (product §2.9): what a pledged coin brings in a day, from what its network pays in a year, after our stated share of it. */
export const pledgeRate = (networkRate: Decimal, commission: Decimal): Decimal =>
  divide(multiply(networkRate, subtract('1', commission)), yearDays)

/** What one gets of a year at the network's rate. */
export const pledgeYear = (networkRate: Decimal, commission: Decimal): Decimal => multiply(networkRate, subtract('1', commission))
