import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, larger, multiply, q8, smaller, zero } from './decimal.ts'

/** Arbitrage hosting (product §2.9): the person's share of the day's funding, never below zero, never above the highest rate. */
export const hostingRate = (fundings: readonly Decimal[], share: Decimal, rateMax: Decimal): Decimal =>
  smaller(
    larger(
      multiply(
        share,
        fundings.reduce((sum, rate) => add(sum, rate), zero),
      ),
      zero,
    ),
    rateMax,
  )

/** What leaving early costs: so much of the principal at most, and never more than the income that came in. */
export const hostingExitFee = (principal: Decimal, feeRate: Decimal, accrued: Decimal): Decimal =>
  smaller(q8(multiply(feeRate, principal)), q8(accrued))

/** A year in which every day were like this one, as a percentage. */
export const yearlyPercent = (rate: Decimal): Decimal => multiply(rate, '365', asDecimal('100'))
