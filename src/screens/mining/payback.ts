import type { Product } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import { multiply, q8 } from '#rules/decimal.ts'
import { isLoss, paybackDays } from '#rules/mining.ts'

type Miner = NonNullable<Product['miner']>

/** What one machine would bring if every day were like this one. */
export interface Outlook {
  dayUsdt: Decimal
  /** All days of its term together. */
  termUsdt: Decimal
  /** null: never. */
  days: number | null
  /** The term is over before the price is earned. */
  isLoss: boolean
}

export function outlookOf({ price }: Pick<Miner, 'price'>, dayUsdt: Decimal, termDays: number): Outlook {
  const days = paybackDays(price, dayUsdt)
  return { dayUsdt, termUsdt: q8(multiply(dayUsdt, String(termDays))), days, isLoss: isLoss(days, termDays) }
}
