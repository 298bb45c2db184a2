import { largerBigInt, smallerBigInt } from '#rules/scaled.ts'
import { drawSimDay, drawVolatilityRegime, simDrawDeviation, drawWickLength } from './chance.ts'
import { startOfDayNumber } from '#rules/sim/days.ts'
import type { SimDaySteps } from './daySteps.ts'
import { generateSimMinuteBars, type SimMinuteBars } from './fiveMinutes.ts'
import { memoizeNewestKeys } from './memo.ts'
import type { OhlcPrices } from './range.ts'
import { crossPrice, type SimMarket } from '#rules/sim/markets.ts'
import { volatilityStepSeconds, volatilityClass } from '#rules/sim/volatility.ts'
import { offsetPriceByBillionths, billion, brownianBridgeWalk, billionthsBetween, brownianBridgeWickLength } from './walk.ts'

/** What a sum of squares of a wick counts for; a little less than its variance, as 5 minutes of the market have 300 prices and not every one. */
const wickUnit = 11_700
/** The edges of a cross are cut twice: so far from them, in billionths, its highs and lows are the furthest all the same. */
const twiceCut = 3
/** Standard deviation of a second in that of 5 minutes, in millionths: 1 / √300. */
const secondInStep = 57_735

/** One generated day of a market in steps of 5 minutes, without those in which it is closed. */
export interface SimDayPath {
  /** Its steps by their places in the day. */
  readonly places: Int32Array
  /** Where it is at the start of each step and at the end of the last, in billionths away from its first price. */
  readonly edges: Float64Array
  /** The price there. */
  edge(at: number): bigint
  /** From one step up to another. */
  range(from: number, to: number): OhlcPrices
  /** The minutes of a step. */
  minutes(at: number): SimMinuteBars
}

/** The path of a day between its two prices, by the rule: factors, regime, hours and jumps. */
export function generateSimDayPath(market: SimMarket, day: number, steps: SimDaySteps, open: bigint, close: bigint): SimDayPath {
  const { places } = steps
  const spread = spreadOf(market, day, steps)
  const moves = new Float64Array(places.length)
  for (const { of, share } of market.parts) {
    const { draws, jump } = drawSimDay(`${of}|${day}`)
    const jumpStep = jump && Math.floor(jump.second / volatilityStepSeconds)
    for (let at = 0; at < places.length; at++) {
      const jumped = places[at] === jumpStep ? Math.trunc((jump!.size * (simDrawDeviation / 1000) * secondInStep) / 1_000_000) : 0
      moves[at] = moves[at]! + share * (draws[places[at]!]! + jumped)
    }
  }
  const walked = moves.map((move, at) => Math.trunc((spread.deviations[at]! * Math.trunc(move / 1000)) / simDrawDeviation))
  const edges = brownianBridgeWalk(billionthsBetween(open, close), walked, spread.variances)
  const edge = (at: number): bigint => (at === 0 ? open : at === places.length ? close : offsetPriceByBillionths(open, edges[at]!))
  return withWicks({ market, day, steps, edges, edge, deviations: spread.deviations, margin: 0 })
}

/** Of each step the standard deviation in billionths of the price, and the variance in thousandths of usual seconds. */
function spreadOf({ sigma, category }: SimMarket, day: number, { places, shapes, lastSeconds }: SimDaySteps) {
  const { variance } = drawVolatilityRegime(`${volatilityClass[category]}|${day}`)
  const count = places.length
  const deviations = new Float64Array(count)
  const variances = new Float64Array(count)
  const square = Number(sigma * sigma)
  for (let at = 0; at < count; at++) {
    const seconds = at === count - 1 ? lastSeconds : volatilityStepSeconds
    const now = Math.floor((variance[places[at]!]! * shapes[at]!) / 1000)
    deviations[at] = Math.floor((Math.floor(Math.sqrt(square * seconds)) * Math.floor(Math.sqrt(now))) / 1000)
    variances[at] = Math.floor((now * seconds) / 1000)
  }
  return { deviations, variances }
}

interface Walked extends Pick<SimDayPath, 'edges' | 'edge'> {
  market: SimMarket
  day: number
  steps: SimDaySteps
  deviations: Float64Array
  margin: number
}

function withWicks({ market, day, steps, edges, edge, deviations, margin }: Walked): SimDayPath {
  const { places, lastSeconds } = steps
  const count = places.length
  const { wicks } = drawSimDay(`${market.symbol}|${day}`)
  const highs = new Float64Array(count)
  const lows = new Float64Array(count)
  for (let at = 0; at < count; at++) {
    const [from, to] = [edges[at]!, edges[at + 1]!]
    const unit = Math.floor((deviations[at]! * deviations[at]!) / wickUnit)
    highs[at] = Math.max(from, to) + brownianBridgeWickLength(to - from, unit * drawWickLength(wicks, 8 * places[at]!)) + margin
    lows[at] = Math.min(from, to) - brownianBridgeWickLength(to - from, unit * drawWickLength(wicks, 8 * places[at]! + 4)) - margin
  }
  const range: SimDayPath['range'] = (from, to) => {
    let [high, low] = [-Infinity, Infinity]
    for (let at = from; at < to; at++) {
      high = Math.max(high, highs[at]!)
      low = Math.min(low, lows[at]!)
    }
    const [first, open, close] = [edge(0), edge(from), edge(to)]
    return {
      open,
      high: largerBigInt(offsetPriceByBillionths(first, high), largerBigInt(open, close)),
      low: smallerBigInt(offsetPriceByBillionths(first, low), smallerBigInt(open, close)),
      close,
    }
  }
  const minutes = memoizeNewestKeys(
    count,
    (at: number): SimMinuteBars =>
      generateSimMinuteBars({
        market,
        sec: startOfDayNumber(day) + places[at]! * volatilityStepSeconds,
        seconds: at === count - 1 ? lastSeconds : volatilityStepSeconds,
        deviation: deviations[at]!,
        range: range(at, at + 1),
      }),
  )
  return { places, edges, edge, range, minutes }
}

export interface CrossDayPaths {
  by: 'multiply' | 'divide'
  a: SimDayPath
  b: SimDayPath
}

/** The path of a cross: each 5 minutes it is the cross of its two sides; its wicks and what lies between are its own. */
export function generateCrossDayPath(market: SimMarket, day: number, steps: SimDaySteps, { by, a, b }: CrossDayPaths): SimDayPath {
  const { deviations } = spreadOf(market, day, steps)
  const crossed = (left: number, right: number): number =>
    by === 'multiply' ? left + right + (left * right) / billion : ((left - right) * billion) / (billion + right)
  const edges = a.edges.map((left, at) => Math.trunc(crossed(left, b.edges[at]!)))
  const edge = (at: number): bigint => crossPrice(by, a.edge(at), b.edge(at))
  return withWicks({ market, day, steps, edges, edge, deviations, margin: twiceCut })
}
