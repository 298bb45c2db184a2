import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { add, largerDecimal, multiply, q8, smallerDecimal, zero } from '../decimal.ts'

/** Arbitrage hosting (docs/rules/earn.md): the person's share of the day's funding, never below zero, never above the highest rate. */
export const arbitrageHostingDailyRate = (fundings: readonly Decimal[], share: Decimal, rateMax: Decimal): Decimal =>
  smallerDecimal(
    largerDecimal(
      multiply(
        share,
        fundings.reduce((sum, rate) => add(sum, rate), zero),
      ),
      zero,
    ),
    rateMax,
  )

/** What leaving early costs: so much of the principal at most, and never more than the income that came in. */
export const arbitrageHostingExitFee = (principal: Decimal, feeRate: Decimal, accrued: Decimal): Decimal =>
  smallerDecimal(q8(multiply(feeRate, principal)), q8(accrued))

/** A year in which every day were like this one, as a percentage. */
export const dailyRateToYearlyPercent = (rate: Decimal): Decimal => multiply(rate, '365', asDecimal('100'))
