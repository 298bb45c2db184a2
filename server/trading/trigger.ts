import type { Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { add, multiply, subtract } from '#rules/decimal.ts'
import { type Held, liquidationPrice } from '#rules/position.ts'

/**
 * A conversion may drift this far from that of the opening before its positions are re-checked at every record.
 * Within it the true distance to the close-out is at least 1 / 1.15 ≈ 0.87 of the distance at opening, so 0.8 of it is a safe bound.
 */
export const conversionDrift = '0.15'
const safeShare = '0.8'

/**
 * The price that finds this position in the index. No mark on the entry's side of it can make the margin insufficient;
 * a mark beyond it makes the position a candidate, which the exact rule then decides. Exact unless the quote is converted to USDT.
 */
export function triggerPrice(held: Held, priceScale: number, isConverted: boolean): Decimal {
  const exact = liquidationPrice(held, priceScale)
  if (!isConverted) return exact
  const distance = held.direction === direction.long ? subtract(held.openPrice, exact) : subtract(exact, held.openPrice)
  const bound = multiply(distance, safeShare)
  return held.direction === direction.long ? subtract(held.openPrice, bound) : add(held.openPrice, bound)
}
