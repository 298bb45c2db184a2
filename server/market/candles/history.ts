import type { CandlePeriod } from '#contract/calls/market.ts'
import type { Bar } from './bar.ts'
import type { SymbolSpec } from '../market.ts'
import { barOpenSecond, barPeriodSeconds } from './periods.ts'
import { largerBigInt, smallerBigInt } from '#rules/scaled.ts'
import { simDrawDeviation, drawSimPeriodMove, drawVolatilityDayVariance } from '../sim2/chance.ts'
import { generateCrossDayPath, type SimDayPath, generateSimDayPath } from '../sim2/dayPath.ts'
import { dayOf, startOfDayNumber } from '#rules/sim/days.ts'
import { simDayStepsOf } from '../sim2/daySteps.ts'
import { memoizeNewestKeys } from '../sim2/memo.ts'
import type { OhlcPrices } from '../sim2/range.ts'
import { type SimMarket, createSimMarket } from '#rules/sim/markets.ts'
import { volatilityStepSeconds, volatilityClass } from '#rules/sim/volatility.ts'
import { offsetPriceByBillionths, brownianBridgeWalk, billionthsBetween } from '../sim2/walk.ts'

/** Generated history of one symbol: bars that open before the genesis second, oldest first on demand, none stored. */
export interface GeneratedHistory {
  /** The bar that begins at this second; undefined where the market was closed all through it or history does not reach. */
  bar(period: CandlePeriod, openSec: number): Bar | undefined
  /** At most `limit` bars that open before `beforeSec`, oldest first. */
  bars(period: CandlePeriod, beforeSec: number, limit: number): Bar[]
}

/** The path of a day before the genesis second; undefined where the market was closed all day. */
type Paths = (day: number) => SimDayPath | undefined

const weeks = 512
const daysInWeek = [0, 1, 2, 3, 4, 5, 6] as const
/** Pull toward the reference level, in parts per billion a second of usual variance: the rule's. */
const pullPpb = 134n
/** Paths are remembered for about the days that a chart shows; the opens, highs, lows and closes of days for all. */
const pathsKept = 32

/**
 * docs/rules/worked-numbers.md: weeks chained backward from the price before the genesis second by the rule `sim2`, each cut into its days, those
 * into steps of 5 minutes, those into minutes. The same law as the prices that come: factors, regimes, jumps, hours and sessions. Every longer
 * bar is made of the shorter ones.
 */
export const createGeneratedHistory = (spec: SymbolSpec, genesisSec: number): GeneratedHistory =>
  historyOf(pathsOf(createSimMarket(spec), genesisSec), genesisSec)

const firstDayOf = (sec: number): number => dayOf(barOpenSecond('1w', sec))

function pathsOf(market: SimMarket, genesisSec: number): Paths {
  const newestWeek = firstDayOf(genesisSec - 1)
  /** Variance of a day's open time in its regime, in thousandths of usual seconds. */
  const varianceOf = (day: number): number => {
    const { variance } = simDayStepsOf(market.category, day, genesisSec)
    return variance === 0 ? 0 : variance * drawVolatilityDayVariance(`${volatilityClass[market.category]}|${day}`)
  }
  const daysFrom = (week: number): number[] => daysInWeek.map((at) => week + at).filter((day) => startOfDayNumber(day) < genesisSec)

  /** How far it goes in a week or day of this variance, in billionths of the price. */
  const moveOf = (of: 'week' | 'day', number: number, variance: number): number => {
    const moves = market.parts.reduce((sum, { of: name, share }) => sum + share * drawSimPeriodMove(name, of, number), 0)
    const deviation = Math.floor((Number(market.sigma) * Math.floor(Math.sqrt(variance * 1000))) / 1000)
    return Math.trunc((deviation * Math.trunc(moves / 1000)) / simDrawDeviation)
  }

  // The price at the end of each week, newest first; the first is the one before the genesis second.
  const weekCloses = [market.ref]
  const weekClose = (week: number): bigint => {
    const place = (newestWeek - week) / 7
    while (weekCloses.length <= place) {
      const known = newestWeek - (weekCloses.length - 1) * 7
      const variance = daysFrom(known).reduce((sum, day) => sum + varianceOf(day), 0)
      const close = weekCloses.at(-1)!
      const pull = ((market.ref - close) * pullPpb * BigInt(variance)) / 1_000_000_000_000n
      weekCloses.push(offsetPriceByBillionths(close, -moveOf('week', known, variance)) + pull)
    }
    return weekCloses[place]!
  }

  /** The prices at the edges of a week's days. */
  const dayEdges = memoizeNewestKeys(weeks, (week: number): bigint[] => {
    const [open, close] = [weekClose(week - 7), weekClose(week)]
    const days = daysFrom(week)
    const variances = days.map(varianceOf)
    const moves = days.map((day, at) => moveOf('day', day, variances[at]!))
    const lastOpen = variances.findLastIndex((variance) => variance > 0)
    if (lastOpen === -1) return [open, ...days.map(() => close)]
    const parts = brownianBridgeWalk(billionthsBetween(open, close), moves, variances)
    return [open, ...days.map((_, at) => (at >= lastOpen ? close : offsetPriceByBillionths(open, parts[at + 1]!)))]
  })

  return memoizeNewestKeys(pathsKept, (day: number): SimDayPath | undefined => {
    const steps = simDayStepsOf(market.category, day, genesisSec)
    if (steps.places.length === 0) return undefined
    const week = firstDayOf(startOfDayNumber(day))
    const edges = dayEdges(week)
    return generateSimDayPath(market, day, steps, edges[day - week]!, edges[day - week + 1]!)
  })
}

/** The history of a cross: each 5 minutes the cross of its two sides. */
export function createGeneratedCrossHistory(spec: SymbolSpec, a: SymbolSpec, b: SymbolSpec, genesisSec: number): GeneratedHistory {
  const { by } = spec.derived!
  const market = { ...createSimMarket(spec), sigma: crossSigma(by, createSimMarket(a), createSimMarket(b)) }
  const [left, right] = [pathsOf(createSimMarket(a), genesisSec), pathsOf(createSimMarket(b), genesisSec)]
  const paths = memoizeNewestKeys(pathsKept, (day: number): SimDayPath | undefined => {
    const sides = { a: left(day), b: right(day) }
    return (
      sides.a && sides.b && generateCrossDayPath(market, day, simDayStepsOf(spec.category, day, genesisSec), { by, a: sides.a, b: sides.b })
    )
  })
  return historyOf(paths, genesisSec)
}

/** Standard deviation of a usual second of a cross: of a sum or a difference of two moves that have their factors in common. */
function crossSigma(by: 'multiply' | 'divide', a: SimMarket, b: SimMarket): bigint {
  const shared = a.parts.reduce((sum, { of, share }) => sum + share * (b.parts.find((part) => part.of === of)?.share ?? 0), 0)
  const both = (2n * a.sigma * b.sigma * BigInt(by === 'multiply' ? shared : -shared)) / 1_000_000n
  return BigInt(Math.floor(Math.sqrt(Number(a.sigma * a.sigma + b.sigma * b.sigma + both))))
}

function historyOf(paths: Paths, genesisSec: number): GeneratedHistory {
  const firstDay = firstDayOf(genesisSec - 1) - (weeks - 1) * 7
  const wholeDay = memoizeNewestKeys(weeks * 7, (day: number): { range: OhlcPrices | undefined } => {
    const path = paths(day)
    return { range: path?.range(0, path.places.length) }
  })

  const week = (openSec: number): OhlcPrices | undefined => {
    const first = dayOf(openSec)
    const days = daysInWeek.flatMap((at) => (startOfDayNumber(first + at) < genesisSec ? (wholeDay(first + at).range ?? []) : []))
    return days.length === 0 ? undefined : joined(days)
  }

  const withinDay = (period: CandlePeriod, openSec: number): OhlcPrices | undefined => {
    const day = dayOf(openSec)
    const path = paths(day)
    if (!path) return undefined
    const second = openSec - startOfDayNumber(day)
    const from = placeOf(path.places, Math.floor(second / volatilityStepSeconds))
    if (period === '1m')
      return path.places[from] === Math.floor(second / volatilityStepSeconds)
        ? path.minutes(from)[(second % volatilityStepSeconds) / 60]
        : undefined
    const to = placeOf(path.places, (second + barPeriodSeconds[period]) / volatilityStepSeconds)
    return from === to ? undefined : path.range(from, to)
  }

  const bar = (period: CandlePeriod, openSec: number): Bar | undefined => {
    const day = dayOf(openSec)
    if (openSec >= genesisSec || day < firstDay || barOpenSecond(period, openSec) !== openSec) return undefined
    const range = period === '1w' ? week(openSec) : period === '1d' ? wholeDay(day).range : withinDay(period, openSec)
    return range && { openSec, ...range, mode: 'GEN' }
  }

  const bars: GeneratedHistory['bars'] = (period, beforeSec, limit) => {
    const found: Bar[] = []
    const length = barPeriodSeconds[period]
    for (
      let openSec = barOpenSecond(period, Math.min(beforeSec, genesisSec) - 1);
      found.length < limit && dayOf(openSec) >= firstDay;
      openSec -= length
    ) {
      const next = bar(period, openSec)
      if (next) found.push(next)
    }
    return found.toReversed()
  }
  return { bar, bars }
}

const joined = (parts: readonly OhlcPrices[]): OhlcPrices => ({
  open: parts[0]!.open,
  high: parts.map(({ high }) => high).reduce(largerBigInt),
  low: parts.map(({ low }) => low).reduce(smallerBigInt),
  close: parts.at(-1)!.close,
})

/** Where in these steps the first one stands that is not before a place of the day. */
function placeOf(places: Int32Array, place: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! < place) low = middle + 1
    else high = middle
  }
  return low
}
