import type { EarnProduct } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import { multiply, q8 } from '#rules/decimal.ts'
import { isMiningLoss, miningPaybackDays } from '#rules/earn/mining.ts'

type Miner = NonNullable<EarnProduct['miner']>

/** What one machine would bring if every day were like this one. */
export interface MiningOutlook {
  dayUsdt: Decimal
  /** All days of its term together. */
  termUsdt: Decimal
  /** null: never. */
  days: number | null
  /** The term is over before the price is earned. */
  isLoss: boolean
}

export function computeMiningOutlook({ price }: Pick<Miner, 'price'>, dayUsdt: Decimal, termDays: number): MiningOutlook {
  const days = miningPaybackDays(price, dayUsdt)
  return { dayUsdt, termUsdt: q8(multiply(dayUsdt, String(termDays))), days, isLoss: isMiningLoss(days, termDays) }
}
