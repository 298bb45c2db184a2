import type { Decimal } from '#contract/decimal.ts'
import { add, divide, multiply, q8, zero } from '../decimal.ts'

/** How many of these tokens are free after the first parts of a schedule, in percent; after the last, all (docs/rules/token-sales.md). */
export const unlockedAmount = (num: Decimal, percents: readonly Decimal[], isLast: boolean): Decimal =>
  isLast
    ? num
    : q8(
        divide(
          multiply(
            num,
            percents.reduce((sum, percent) => add(sum, percent), zero),
          ),
          '100',
        ),
      )

/** What so many tokens cost at the price of the draw, 8 decimals. */
export const ieoTokensCost = (num: Decimal, winPrice: Decimal): Decimal => q8(multiply(num, winPrice))
