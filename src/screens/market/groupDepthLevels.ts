import type { Decimal } from '#contract/decimal.ts'
import { add, ceilToStep, compareDecimals, floorToStep, zero } from '#rules/decimal.ts'

export interface DepthLevel {
  price: Decimal
  quantity: Decimal
  /** This and all better ones. */
  total: Decimal
}

/** A side of the book by steps of price, best first: bids fall to their step and asks rise to it, so that neither looks better than it is. */
export function groupDepthLevels(
  side: 'bid' | 'ask',
  levels: readonly (readonly [Decimal, Decimal])[],
  step: Decimal,
  maxLevels: number,
): DepthLevel[] {
  const grouped: DepthLevel[] = []
  let total = zero
  for (const [exact, quantity] of levels) {
    const price = side === 'bid' ? floorToStep(exact, step) : ceilToStep(exact, step)
    const last = grouped.at(-1)
    total = add(total, quantity)
    if (last && compareDecimals(last.price, price) === 0) Object.assign(last, { quantity: add(last.quantity, quantity), total })
    else if (grouped.length === maxLevels) break
    else grouped.push({ price, quantity, total })
  }
  return grouped
}
