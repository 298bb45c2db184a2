import type { Decimal } from '#contract/decimal.ts'
import { asDecimal } from '#contract/decimal.ts'
import { optionSettlementAverageSeconds } from '#rules/option/option.ts'
import { dayOf, daySeconds, startOfDayNumber } from '#rules/sim/days.ts'
import { drawSimPriceJump } from '#rules/sim/jumps.ts'
import type { SimMarket } from '#rules/sim/markets.ts'
import { isOpenAt } from '#rules/sim/openHours.ts'
import {
  type SimDayRegime,
  publishedVolatility,
  regimeBytesPerDay,
  simDayRegimeFrom,
  volatilityStepSeconds,
  simVarianceMillionthsAt,
} from '#rules/sim/volatility.ts'

/** Days of one simulated market by the rule `sim2`, each 5 minutes drawn at once: its regimes, hours, sessions and jumps are those of the rule. */
export interface OptionPath {
  market: SimMarket
  /** 00:00 UTC+8 of its first day. */
  firstSec: number
  /** At a multiple of 5 minutes. */
  priceAt(sec: number): number
  /** The mean of the seconds before an expiry. */
  settlementAt(expirySec: number): number
  /** The mean of those seconds that are over at that moment. */
  averagedAt(expirySec: number, sec: number): number
  /** What stands in the record at a full hour. */
  volatilityAt(sec: number): Decimal
}

/** Chance that is always the same: mulberry32. */
export function chanceFrom(seed: number) {
  let state = seed >>> 0
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const unit = (): number => (word() + 0.5) / 2 ** 32
  return {
    unit,
    normal: (): number => Math.sqrt(-2 * Math.log(unit())) * Math.cos(2 * Math.PI * unit()),
    bytes: (count: number): Uint8Array => Uint8Array.from({ length: count }, () => word() >>> 24),
  }
}

const stepsInDay = daySeconds / volatilityStepSeconds
const jumpBytes = 16

/** Its part of the distance to the reference level that a usual second takes back. */
const pull = 134e-9

/** `level`: where it begins, as a multiple of the reference level. */
export function walkPath(market: SimMarket, firstSec: number, days: number, chance: ReturnType<typeof chanceFrom>, level = 1): OptionPath {
  const { category, parts } = market
  const sigma = Number(market.sigma) / 1e9
  const prices = new Float64Array(days * stepsInDay + 1)
  /** The mean of each 5 minutes. */
  const means = new Float64Array(days * stepsInDay)
  const regimes: SimDayRegime[] = []
  const ref = Number(market.ref) / 1e10
  let price = ref * level
  prices[0] = price
  for (let day = 0; day < days; day++) {
    const begins = firstSec + day * daySeconds
    const regime = simDayRegimeFrom(chance.bytes(regimeBytesPerDay))
    regimes.push(regime)
    const jumps = parts.flatMap(({ of, share }) => {
      const jump = drawSimPriceJump(chance.bytes(jumpBytes), of)
      return jump ? [{ ...jump, size: (jump.size * share) / 1e6 }] : []
    })
    for (let step = 0; step < stepsInDay; step++) {
      const sec = begins + step * volatilityStepSeconds
      const at = day * stepsInDay + step
      const before = price
      if (isOpenAt(category, sec)) {
        const deviation = sigma * Math.sqrt(simVarianceMillionthsAt(regime, category, sec) / 1e6)
        const size = jumps.reduce(
          (sum, worker) => (Math.floor(worker.second / volatilityStepSeconds) === step ? sum + worker.size : sum),
          0,
        )
        const moved = Math.exp(
          deviation * Math.sqrt(volatilityStepSeconds) * chance.normal() - (deviation * deviation * volatilityStepSeconds) / 2,
        )
        price = price * moved * (1 + deviation * size) + (ref - price) * pull * (deviation / sigma) ** 2 * volatilityStepSeconds
        means[at] = (before + price) / 2 + before * deviation * Math.sqrt(volatilityStepSeconds / 12) * chance.normal()
      } else means[at] = price
      prices[at + 1] = price
    }
  }
  const placeOf = (sec: number): number => (sec - firstSec) / volatilityStepSeconds
  const meanOf = (fromSec: number, toSec: number): number => {
    const own = means.subarray(placeOf(fromSec), placeOf(toSec))
    return own.reduce((sum, worker) => sum + worker, 0) / own.length
  }
  return {
    market,
    firstSec,
    priceAt: (sec) => prices[placeOf(sec)]!,
    settlementAt: (expirySec) => meanOf(expirySec - optionSettlementAverageSeconds, expirySec),
    averagedAt: (expirySec, sec) => meanOf(expirySec - optionSettlementAverageSeconds, sec),
    volatilityAt: (sec) => asDecimal(publishedVolatility(regimes[dayOf(sec) - dayOf(firstSec)]!, sec)),
  }
}

/** Of paths that begin on each day of the week in turn. */
export function* optionPaths(market: SimMarket, count: number, days: number, level = 1): Generator<OptionPath> {
  const chance = chanceFrom(1)
  const monday = dayOf(Date.parse('2026-11-22T16:00:00Z') / 1000)
  for (let at = 0; at < count; at++) yield walkPath(market, startOfDayNumber(monday + (at % 7)), days, chance, level)
}
