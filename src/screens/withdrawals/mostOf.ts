import type { Decimal } from '#contract/decimal.ts'
import { asDecimal } from '#contract/decimal.ts'
import { isNegative, smaller, subtract, zero } from '#rules/decimal.ts'

interface Leaving {
  available: Decimal
  currency: string
  /** It goes to an address in its first 24 h. */
  isYoung: boolean
  /** Undefined while it is not known. */
  allowance: { leftUsdt: Decimal; youngLeftUsdt: Decimal } | undefined
}

/** What goes to new addresses stays below its limit. */
const belowUsdt = asDecimal('0.01')

/** The most that can leave now. The day's limits are in USDT; what they allow of another currency only the server can say (product §2.13). */
export function mostOf({ available, currency, isYoung, allowance }: Leaving): Decimal {
  if (currency !== 'USDT' || !allowance) return available
  const young = subtract(allowance.youngLeftUsdt, belowUsdt)
  const limit = isYoung ? smaller(allowance.leftUsdt, young) : allowance.leftUsdt
  return isNegative(limit) ? zero : smaller(available, limit)
}
