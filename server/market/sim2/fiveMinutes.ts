import { largerBigInt, smallerBigInt } from '#rules/scaled.ts'
import { drawFiveMinutes, simDrawDeviation, type FiveMinuteDraws } from './chance.ts'
import type { OhlcPrices } from './range.ts'
import type { SimMarket } from '#rules/sim/markets.ts'
import { offsetPriceByBillionths, brownianBridgeWalk, billionthsBetween, brownianBridgeWickLength } from './walk.ts'

/** So many ways are tried; the one that comes nearest to the high and low of the 5 minutes is taken. */
const ways = 8
/** Mean of the two squares of a byte that a minute's wick is drawn from, with a fifth less for the prices in between that a market does not have. */
const wickUnit = 6_600

/** The minutes of a step of 5, oldest first. */
export type SimMinuteBars = readonly OhlcPrices[]

interface Step {
  market: Pick<SimMarket, 'symbol' | 'parts'>
  sec: number
  seconds: number
  /** Of all its seconds, in billionths of the price. */
  deviation: number
  range: OhlcPrices
}

interface Way {
  edges: Float64Array
  highs: number[]
  lows: number[]
  high: number
  low: number
}

/**
 * Makes 5 minutes of five: the first opens where they open, the last closes where they close, each opens where the one before closed; the
 * highest high and the lowest low are exactly theirs. Of some walks that may have been, the nearest one, stretched beyond the body until it fits.
 */
export function generateSimMinuteBars({ market: { symbol, parts: shares }, sec, seconds, deviation, range }: Step): SimMinuteBars {
  const lengths = [0, 60, 120, 180, 240].filter((from) => from < seconds).map((from) => Math.min(60, seconds - from))
  const end = billionthsBetween(range.open, range.close)
  const high = billionthsBetween(range.open, range.high)
  const low = billionthsBetween(range.open, range.low)
  const parts = lengths.map((length) => Math.floor(Math.sqrt((deviation * deviation * length) / seconds)))
  const moved = (drawn: FiveMinuteDraws): FiveMinuteDraws => ({
    ...drawn,
    draws: shared.map((sum, at) => Math.trunc((sum + ownShare * drawn.draws[at]!) / 1000)),
  })
  const miss = (way: Way): number => Math.abs(way.high - high) + Math.abs(way.low - low)
  const shared = lengths.map((_, at) =>
    shares.reduce((sum, { of, share }) => (of === symbol ? sum : sum + share * drawFiveMinutes(of, sec, 0).draws[at]!), 0),
  )
  const ownShare = shares.at(-1)!.share
  let nearest: Way | undefined
  for (let number = 0; number < ways; number++) {
    const way = wayOf(moved(drawFiveMinutes(symbol, sec, number)), lengths, parts, end)
    if (!nearest || miss(way) < miss(nearest)) nearest = way
  }
  const { edges, highs, lows, high: reached, low: sunk } = nearest!
  const [upper, lower] = [Math.max(0, end), Math.min(0, end)]
  /** Beyond the body, all is stretched or pressed together so that the furthest is where it must be. */
  const fitted = (at: number): number => {
    if (at > upper) return reached > upper ? upper + Math.floor(((at - upper) * (high - upper)) / (reached - upper)) : at
    if (at < lower) return sunk < lower ? lower - Math.floor(((lower - at) * (lower - low)) / (lower - sunk)) : at
    return at
  }
  const price = (at: number): bigint => smallerBigInt(range.high, largerBigInt(range.low, offsetPriceByBillionths(range.open, fitted(at))))
  const edge = (at: number): bigint => (at === 0 ? range.open : at === lengths.length ? range.close : price(edges[at]!))
  const highest = highs.indexOf(reached)
  const lowest = lows.indexOf(sunk)
  return lengths.map((_, at) => {
    const [open, close] = [edge(at), edge(at + 1)]
    return {
      open,
      high: at === highest ? range.high : largerBigInt(price(highs[at]!), largerBigInt(open, close)),
      low: at === lowest ? range.low : smallerBigInt(price(lows[at]!), smallerBigInt(open, close)),
      close,
    }
  })
}

function wayOf({ draws, up, down }: FiveMinuteDraws, lengths: readonly number[], parts: readonly number[], end: number): Way {
  const steps = parts.map((part, at) => Math.trunc((part * draws[at]!) / simDrawDeviation))
  const edges = brownianBridgeWalk(end, steps, lengths)
  const wick = (at: number, squares: readonly number[]): number =>
    brownianBridgeWickLength(edges[at + 1]! - edges[at]!, Math.floor((parts[at]! * parts[at]!) / wickUnit) * squares[at]!)
  const highs = parts.map((_, at) => Math.max(edges[at]!, edges[at + 1]!) + wick(at, up))
  const lows = parts.map((_, at) => Math.min(edges[at]!, edges[at + 1]!) - wick(at, down))
  return { edges, highs, lows, high: Math.max(...highs), low: Math.min(...lows) }
}
