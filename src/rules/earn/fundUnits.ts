import type { Decimal } from '#contract/decimal.ts'
import { compareDecimals, divide, multiply, truncate } from '../decimal.ts'

const unitScale = 8

/** Units for money at a unit value, and what units are worth at one: truncated to 8 decimals. */
export const fundUnitsForMoney = (money: Decimal, nav: Decimal): Decimal => truncate(divide(money, nav), unitScale)
export const fundUnitsValue = (units: Decimal, nav: Decimal): Decimal => truncate(multiply(units, nav), unitScale)

/** What of an order's cost belongs to a part of its units. */
export const fundUnitsCostBasis = (cost: Decimal, part: Decimal, units: Decimal): Decimal =>
  compareDecimals(part, units) >= 0 ? cost : truncate(divide(multiply(cost, part), units), unitScale)
