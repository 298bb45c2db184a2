import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { compareDecimals, divide, isZero, multiply, q8, truncate } from '../decimal.ts'

const fullShare = asDecimal('1')
const shareScale = 16

/** What an order gets for a day (docs/rules/earn.md): weight × the day's value × the share that the reserve could pay, 8 decimals. */
export const earnDailyIncome = (weight: Decimal, value: Decimal, paid: Decimal): Decimal => q8(multiply(weight, value, paid))

/** The share of what is due that a reserve can pay: 1, or less and never more than it has. */
export const reservePayableShare = (reserve: Decimal, amountDue: Decimal): Decimal =>
  isZero(amountDue) || compareDecimals(reserve, amountDue) >= 0 ? fullShare : truncate(divide(reserve, amountDue), shareScale)
