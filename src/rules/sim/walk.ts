import type { HmacFunction } from './draw.ts'
import { normalDrawFromDigest } from './draw.ts'
import type { SimMarket } from './markets.ts'
import { isOpenAt } from './openHours.ts'
import { nextSim1Price, sim1HmacText } from './sim1.ts'
import { sim2HmacTexts, simDay } from './sim2.ts'

/** By which rule a day's prices follow from its seed. */
export type SimRuleVersion = 'sim1' | 'sim2'

/** The price of a market one second later, in whole numbers of 1e-10. */
export type NextSimPriceFunction = (market: SimMarket, price: bigint, sec: number) => bigint

/** How prices move on a day of that rule. */
export function walkOf(rule: SimRuleVersion, hmac: HmacFunction, day: number): NextSimPriceFunction {
  if (rule === 'sim2') return simDay(hmac, day).next
  return ({ symbol, ref, sigma }, price, sec) => nextSim1Price(price, ref, sigma, normalDrawFromDigest(hmac(sim1HmacText(symbol, sec))))
}

/** Whose HMACs a market's prices of these seconds of one day follow from. */
export const simHmacTexts = (rule: SimRuleVersion, market: SimMarket, secs: readonly number[]): string[] =>
  rule === 'sim2' ? sim2HmacTexts(market, secs) : secs.map((sec) => sim1HmacText(market.symbol, sec))

/** Over a longer pause of a market's record its price stands still, from the pause's beginning or from some second of it on. */
export const longestSimWalkSeconds = 6 * 3600

/** A price of the record, in whole numbers of 1e-10. */
export interface SimRecordedPrice {
  sec: number
  price: bigint
}

interface Stretch {
  market: SimMarket
  price: bigint
  fromSec: number
  /** Included. */
  toSec: number
  walkAt(sec: number): NextSimPriceFunction
  /** After a long pause: the record that may follow at once from any second of the stretch, as prices stood still from there on. */
  after?: SimRecordedPrice | undefined
}

/** Walks from one second to another, without those in which the market is closed. */
export function walkSimPrice({ market, price, fromSec, toSec, walkAt, after }: Stretch): { price: bigint; isReached: boolean } {
  let at = price
  for (let sec = fromSec; sec <= toSec; sec++) {
    if (!isOpenAt(market.category, sec)) continue
    at = walkAt(sec)(market, at, sec)
    if (after && walkAt(after.sec)(market, at, after.sec) === after.price) return { price: after.price, isReached: true }
  }
  return { price: at, isReached: false }
}

/** What the price of a record must be by the one before it, each second by the rule of its day (public/sim2.txt, 7). */
export function followingPrice(market: SimMarket, before: SimRecordedPrice, after: SimRecordedPrice, walkAt: Stretch['walkAt']): bigint {
  const over = { market, price: before.price, fromSec: before.sec + 1, toSec: after.sec, walkAt }
  if (after.sec - before.sec <= longestSimWalkSeconds) return walkSimPrice(over).price
  const still = walkAt(after.sec)(market, before.price, after.sec)
  if (still === after.price) return still
  const walked = walkSimPrice({ ...over, toSec: after.sec - 1, after })
  return walked.isReached ? walked.price : still
}
