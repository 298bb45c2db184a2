import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { optionSettlementAverageSeconds, optionExpiryName, type ImpliedVolatilitySurface } from '#rules/option/option.ts'
import { optionExpirySecsOnSaleAt } from '#rules/option/optionChain.ts'
import { expectedYearlyVolatility } from '#rules/sim/expectedVolatility.ts'
import type { SimMarket } from '#rules/sim/markets.ts'
import { isOpenAt } from '#rules/sim/openHours.ts'

const weekSeconds = 7 * 86_400
/** A simulated market rises as easily as it falls: a strike above the price is worth no less than one below it. */
const evenSkew = asDecimal('0')

/**
 * What options on a market of `sim2` are priced with in the hour that begins then, by what is published of its class: what it is expected to
 * move in the coming week, and until each expiry on sale.
 */
export function simulatedIvSurface(market: SimMarket, volatility: Decimal, sinceSec: number): Required<ImpliedVolatilitySurface> {
  const until = (sec: number, averaged?: number): Decimal => expectedYearlyVolatility(market, volatility, sinceSec, sec, averaged)
  const expiries = optionExpirySecsOnSaleAt(sinceSec * 1000, (atMs) => isOpenAt(market.category, atMs / 1000))
  return {
    iv: until(sinceSec + weekSeconds),
    skew: evenSkew,
    byExpiry: Object.fromEntries(expiries.map((sec) => [optionExpiryName(sec), until(sec, optionSettlementAverageSeconds)])),
  }
}
