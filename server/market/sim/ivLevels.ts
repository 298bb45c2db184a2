import { asDecimal, type Decimal } from '#contract/decimal.ts'
import type { ImpliedVolatilitySurface } from '#rules/option/option.ts'

/** Two points for each 5 % below the price (docs/rules/seed-data.md). */
const skew: Decimal = asDecimal('0.02')

/** The volatility that each day's options are priced with, by market: levels of our own. What holds is what was published of them. */
export const defaultIvSurfaces: Readonly<Record<string, ImpliedVolatilitySurface>> = {
  BTCUSDT: { iv: asDecimal('0.5'), skew },
  ETHUSDT: { iv: asDecimal('0.65'), skew },
  XAUUSD: { iv: asDecimal('0.17'), skew },
}
