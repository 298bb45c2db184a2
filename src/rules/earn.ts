import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compare, divide, isZero, multiply, q8, truncate } from './decimal.ts'

const one = asDecimal('1')
const shareScale = 16

/** What an order gets for a day (product §2.9): weight × the day's value × the share that the reserve could pay, 8 decimals. */
export const incomeOf = (weight: Decimal, value: Decimal, paid: Decimal): Decimal => q8(multiply(weight, value, paid))

/** The share of what is due that a reserve can pay: 1, or less and never more than it has. */
export const paidShare = (reserve: Decimal, due: Decimal): Decimal =>
  isZero(due) || compare(reserve, due) >= 0 ? one : truncate(divide(reserve, due), shareScale)
