import type { Decimal } from '#contract/decimal.ts'
import { asDecimal } from '#contract/decimal.ts'
import { isNegative, smallerDecimal, subtract, zero } from '#rules/decimal.ts'

interface MaxWithdrawalInput {
  available: Decimal
  currency: string
  /** It goes to an address in its first 24 h. */
  isYoung: boolean
  /** Undefined while it is not known. */
  allowance: { leftUsdt: Decimal; youngLeftUsdt: Decimal } | undefined
}

/** What goes to new addresses stays below its limit. */
const roundingMarginUsdt = asDecimal('0.01')

/** The most that can leave now. The day's limits are in USDT; what they allow of another currency only the server can say (docs/rules/deposits-and-withdrawals.md). */
export function maxWithdrawal({ available, currency, isYoung, allowance }: MaxWithdrawalInput): Decimal {
  if (currency !== 'USDT' || !allowance) return available
  const newAddressLeft = subtract(allowance.youngLeftUsdt, roundingMarginUsdt)
  const limit = isYoung ? smallerDecimal(allowance.leftUsdt, newAddressLeft) : allowance.leftUsdt
  return isNegative(limit) ? zero : smallerDecimal(available, limit)
}
