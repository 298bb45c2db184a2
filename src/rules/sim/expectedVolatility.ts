import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { formatScaledPrice, scaledPriceOne } from '../scaled.ts'
import { dayOf, startOfDayNumber } from './days.ts'
import { expectedJumpVariance } from './jumps.ts'
import { isSimFactor, simMarkets, type SimMarket } from './markets.ts'
import { isOpenAt } from './openHours.ts'
import { createRegimeVarianceForecast, timeOfDayVarianceThousandthsAt } from './volatility.ts'

const hourSeconds = 3_600
const thousand = 1_000
const digits = 4

/**
 * The volatility a year at which a market of `sim2` is expected to move between two full hours (Unix seconds): a fraction, four decimals, cut.
 * `volatility` is what is published of its class for the first of them. Everything that is known ahead is in it: the regime of the day until
 * midnight, the hours and weekends, the time in which the market is closed, and jumps. Whole numbers but for two roots. At the end the mean of
 * so many last seconds may count instead of a price: it moves with a third of their variance.
 */
export function expectedYearlyVolatility(
  market: SimMarket,
  volatility: Decimal,
  fromSec: number,
  toSec: number,
  averagedSeconds = 0,
): Decimal {
  const { category } = market
  const expectedRegimeAt = createRegimeVarianceForecast(volatility)
  const midnight = startOfDayNumber(dayOf(fromSec) + 1)
  let variance = 0
  for (let sec = fromSec; sec < toSec; sec += hourSeconds) {
    if (!isOpenAt(category, sec)) continue
    const share = sec + hourSeconds < toSec ? 1 : 1 - (2 * averagedSeconds) / (3 * hourSeconds)
    variance +=
      share * timeOfDayVarianceThousandthsAt(category, sec) * expectedRegimeAt(sec < midnight ? (sec - fromSec) / hourSeconds : undefined)
  }
  const mean = (variance / ((toSec - fromSec) / hourSeconds) / thousand) * (1 + expectedJumpVarianceOf(market))
  const yearlySigma = simMarkets[market.symbol]?.sigmaYear ?? 0
  return asDecimal(
    formatScaledPrice(BigInt(Math.floor(yearlySigma * Math.sqrt(mean / thousand) * 1e6)) * (scaledPriceOne / 1_000_000n), digits),
  )
}

/** What jumps add to the variance of a market's open time, as a share of it. */
const expectedJumpVarianceOf = ({ parts }: SimMarket): number =>
  parts.reduce((sum, { of, share }) => sum + ((share * share) / (thousand * thousand)) * expectedJumpVariance(isSimFactor(of)), 0)
