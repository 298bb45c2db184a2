import { describe, expect, it } from 'vitest'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { daySeconds, dayOf, startOfDayNumber } from '#rules/sim/days.ts'
import { createSimMarket, type SimMarket } from '#rules/sim/markets.ts'
import { isEverOpenWithin, isOpenAt } from '#rules/sim/openHours.ts'
import { timeOfDayVarianceThousandthsAt, volatilityClass, volatilityStepSeconds } from '#rules/sim/volatility.ts'
import type { SymbolSpec } from '../market.ts'
import { drawSimDay, drawVolatilityRegime } from '../sim2/chance.ts'
import { createGeneratedCrossHistory, createGeneratedHistory, type GeneratedHistory } from './history.ts'
import { barPeriodSeconds } from './periods.ts'

// The generated past is of one kind up to its last second: what comes last before an install moves as any other time does, and as the market's
// own law says, at every length.

const specs = new Map((symbolSeeds as readonly SymbolSpec[]).map((spec) => [spec.symbol, spec]))
const sidesOf = ({ derived, symbol }: SymbolSpec): SimMarket[] =>
  (derived ? [derived.a, derived.b] : [symbol]).map((side) => createSimMarket(specs.get(side)!))
const historyBefore = (spec: SymbolSpec, sec: number): GeneratedHistory =>
  spec.derived
    ? createGeneratedCrossHistory(spec, specs.get(spec.derived.a)!, specs.get(spec.derived.b)!, sec)
    : createGeneratedHistory(spec, sec)

/** Standard deviation of a usual second, as a fraction of the price. */
function usualMove(spec: SymbolSpec): number {
  const [a, b] = sidesOf(spec)
  if (!a) throw new Error(`${spec.symbol} has no side`)
  if (!b) return Number(a.sigma) / 1e9
  const shared = a.parts.reduce((sum, { of, share }) => sum + share * (b.parts.find((part) => part.of === of)?.share ?? 0), 0) / 1e6
  const [x, y] = [Number(a.sigma) / 1e9, Number(b.sigma) / 1e9]
  return Math.sqrt(x * x + y * y + 2 * x * y * (spec.derived?.by === 'multiply' ? shared : -shared))
}

/** On any minute, hour and weekday. */
const anyMoments = Array.from({ length: 50 }, (_, at) => 1_795_104_000 + at * 631_584 + ((at * 7_919) % daySeconds))
/** Where something turns: sessions that have just begun or ended, clocks that change in New York and London, the days beside the end of a February and of a year. */
const turns = [
  '2026-11-29T22:00:01Z',
  '2026-11-29T22:07:30Z',
  '2026-11-29T23:30:00Z',
  '2026-11-27T21:00:00Z',
  '2026-11-28T12:34:56Z',
  '2026-11-24T22:00:30Z',
  '2027-03-14T07:00:10Z',
  '2027-11-07T06:30:00Z',
  '2027-03-28T01:00:00Z',
  '2028-02-29T12:00:00Z',
  '2028-03-01T00:00:01Z',
  '2026-12-31T23:59:59Z',
].map((time) => Date.parse(time) / 1000)

interface Move {
  symbol: string
  /** How far, in standard deviations of its open time at the hours' usual volatility, and at that of its regime. */
  usual: number
  regime: number
}

const volatilityAt = ({ category }: SymbolSpec, sec: number): { hour: number; regime: number } => {
  const day = dayOf(sec)
  const place = Math.floor((sec - startOfDayNumber(day)) / volatilityStepSeconds)
  const { variance } = drawVolatilityRegime(`${volatilityClass[category]}|${day}`)
  return { hour: timeOfDayVarianceThousandthsAt(category, sec) / 1_000, regime: variance[place]! / 1_000_000 }
}

/** Jumps are announced by the law with a size of their own: times with one are left out. */
function hasJump(spec: SymbolSpec, from: number, to: number): boolean {
  const names = sidesOf(spec).flatMap(({ parts }) => parts.map(({ of }) => of))
  for (let day = dayOf(from); day <= dayOf(to); day++)
    for (const name of names) {
      const { jump } = drawSimDay(`${name}|${day}`)
      const at = jump && startOfDayNumber(day) + jump.second
      if (at !== undefined && at >= from - volatilityStepSeconds && at < to + volatilityStepSeconds) return true
    }
  return false
}

/** How a market moved in so many seconds up to a moment; undefined where it was closed all through them, or jumped. */
function moveBefore(spec: SymbolSpec, history: GeneratedHistory, untilSec: number, seconds: number): Move | undefined {
  const [from, period] = [untilSec - seconds, seconds > 3_600 ? '5m' : '1m'] as const
  if (!isEverOpenWithin(spec.category, from, untilSec) || hasJump(spec, from, untilSec)) return undefined
  const length = barPeriodSeconds[period]
  let [usual, regime] = [0, 0]
  const prices: bigint[] = []
  for (let sec = Math.ceil(from / length) * length; sec < untilSec; sec += length) {
    const bar = isOpenAt(spec.category, sec) ? history.bar(period, sec) : undefined
    if (!bar) continue
    prices.push(bar.open, bar.close)
    const volatility = volatilityAt(spec, sec)
    usual += Math.min(length, untilSec - sec) * volatility.hour
    regime += Math.min(length, untilSec - sec) * volatility.hour * volatility.regime
  }
  if (prices.length === 0) return undefined
  const far = Math.log(Number(prices.at(-1)) / Number(prices[0])) / usualMove(spec)
  return { symbol: spec.symbol, usual: far / Math.sqrt(usual), regime: far / Math.sqrt(regime) }
}

/** The moves up to each of these moments of install, and up to a random moment of the past before it. */
function movesAt(moments: readonly number[], seconds: number): { install: Move[]; past: Move[] } {
  const found: { install: Move[]; past: Move[] } = { install: [], past: [] }
  for (const spec of specs.values())
    for (const [n, at] of moments.entries()) {
      const history = historyBefore(spec, at)
      const [last, before] = [at, at - daySeconds * (3 + 7 * n) - 1_237 * n].map((until) => moveBefore(spec, history, until, seconds))
      if (last) found.install.push(last)
      if (before) found.past.push(before)
    }
  return found
}

const share = (moves: readonly Move[], measure: 'usual' | 'regime', above: number): number =>
  moves.filter((move) => Math.abs(move[measure]) > above).length / moves.length
const furthest = (moves: readonly Move[], measure: 'usual' | 'regime'): number => Math.max(...moves.map((move) => Math.abs(move[measure])))

/** Kolmogorov and Smirnov's distance of two samples, in units of what is passed by one pair of alike samples in a hundred. */
function unlikeness(first: readonly number[], second: readonly number[]): number {
  const all = [...first, ...second].toSorted((a, b) => a - b)
  const below = (sample: readonly number[], value: number) => sample.filter((each) => each <= value).length / sample.length
  const distance = Math.max(...all.map((value) => Math.abs(below(first, value) - below(second, value))))
  return distance / (1.628 * Math.sqrt((first.length + second.length) / (first.length * second.length)))
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

it('moves by its volatility at every length', () => {
  for (const [period, count] of [
    ['1m', 6_000],
    ['15m', 3_000],
    ['1h', 2_000],
    ['1d', 250],
    ['1w', 60],
  ] as const) {
    const ratios = [...specs.values()].map((spec) => {
      const sigma = usualMove(spec)
      const squares = historyBefore(spec, anyMoments[7]!)
        .bars(period, Number.MAX_SAFE_INTEGER, count)
        .slice(0, -1)
        .map(({ openSec, open, close }) => {
          let variance = 0
          for (let sec = openSec; sec < openSec + barPeriodSeconds[period]; sec += volatilityStepSeconds)
            if (isOpenAt(spec.category, sec))
              variance += Math.min(barPeriodSeconds[period], volatilityStepSeconds) * volatilityAt(spec, sec).hour
          return (Math.log(Number(close) / Number(open)) / sigma) ** 2 / variance
        })
      return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length)
    })
    expect(median(ratios), period).toBeGreaterThan(0.9)
    expect(median(ratios), period).toBeLessThan(1.1)
  }
})

describe('before an install', () => {
  const lengths = [300, 900, 3_600, daySeconds] as const
  const found = lengths.map((seconds) => ({ seconds, ...movesAt(anyMoments, seconds), atTurns: movesAt(turns, seconds).install }))

  it('no move is out of all proportion, nor at a turn of sessions, clocks and years', () => {
    for (const { seconds, install, past, atTurns } of found) {
      expect(install.length, String(seconds)).toBeGreaterThan(800)
      expect(Math.max(...[install, past, atTurns].map((moves) => furthest(moves, 'usual'))), String(seconds)).toBeLessThan(7)
    }
    for (const moves of [found.flatMap(({ install }) => install), found.flatMap(({ atTurns }) => atTurns)])
      expect(share(moves, 'regime', 4)).toBeLessThanOrEqual(0.003)
  })

  // Markets of a class share most of their moves, so that each is compared with itself: one in a hundred of alike pairs is over.
  it.each(found)('the last $seconds seconds are like any others', ({ install, past }) => {
    const of = (moves: readonly Move[], symbol: string) => moves.flatMap((move) => (move.symbol === symbol ? move.regime : []))
    const unlike = [...specs.keys()].filter((symbol) => unlikeness(of(install, symbol), of(past, symbol)) > 1)
    expect(unlike.length).toBeLessThanOrEqual(1)
  })
})
