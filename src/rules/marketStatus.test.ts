import { describe, expect, it } from 'vitest'
import type { Candle, SimulatedVolatilityHistory } from '#contract/calls/market.ts'
import { asDecimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import {
  startedVolatilityHours,
  calmBelowVolatilityMultiple,
  fastAboveVolatilityMultiple,
  volatilityMultipleAt,
  marketActivityForVolatility,
} from './marketPace.ts'
import { priceJumpMinMultiple, marketConditionAt, newestPriceJump } from './marketStatus.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const nowMs = Date.parse('2026-11-25T04:20:00Z')
const thisHour = Date.parse('2026-11-25T04:00:00Z')

const pace = (...hours: [hoursAgo: number, volatility: string, hour?: string][]): SimulatedVolatilityHistory => ({
  category: 'crypto',
  hours: hours.map(([ago, volatility, hour = '1.0000']) => ({
    since: asInstant(thisHour - ago * hourMs),
    volatility: asDecimal(volatility),
    hour: asDecimal(hour),
  })),
})

/** Bars of a minute up to now; each moves by so many parts in 10,000, up and down by turns. */
function bars(
  count: number,
  { moves = {}, feed = 'SIM', usual = 2 }: { moves?: Record<number, number>; feed?: Candle[6]; usual?: number } = {},
): Candle[] {
  let price = 100
  return Array.from({ length: count }, (_, at) => {
    const open = price
    price *= 1 + (moves[count - 1 - at] ?? (at % 2 === 0 ? usual : -usual)) / 10_000
    const text = (value: number) => asDecimal(value.toFixed(8))
    return [
      asInstant(Math.floor(nowMs / minuteMs) * minuteMs - (count - 1 - at) * minuteMs),
      text(open),
      text(price),
      text(open),
      text(price),
      null,
      feed,
    ]
  })
}

describe('the pace of a market', () => {
  it('is the newest published volatility times what its hour is to others', () => {
    expect(volatilityMultipleAt(pace([2, '1.3000'], [1, '1.2000'], [0, '0.6400', '0.8660']), nowMs)).toBeCloseTo(0.554, 3)
  })
  it('is unknown without an hour that has begun and still holds', () => {
    expect(volatilityMultipleAt(undefined, nowMs)).toBeUndefined()
    expect(volatilityMultipleAt(pace(), nowMs)).toBeUndefined()
    expect(volatilityMultipleAt(pace([1, '1.0000']), nowMs)).toBe(1)
    expect(volatilityMultipleAt(pace([2, '1.0000']), nowMs)).toBeUndefined()
  })
  it('never uses an hour that has not begun, whatever an answer holds', () => {
    expect(volatilityMultipleAt(pace([0, '0.5000'], [-1, '1.9000']), nowMs)).toBe(0.5)
    expect(volatilityMultipleAt(pace([-1, '1.9000']), nowMs)).toBeUndefined()
    const later = pace([0, '0.5000'], [-1, '1.9000'])
    expect(startedVolatilityHours(later, nowMs)).toEqual(later.hours.slice(0, 1))
    expect(startedVolatilityHours(undefined, nowMs)).toEqual([])
    expect(marketConditionAt({ session: { open: true }, pace: later, bars: [] }, nowMs)).toEqual({ kind: 'calm', pace: 0.5 })
    expect(marketConditionAt({ session: { open: true }, pace: later, bars: [] }, thisHour + hourMs)).toEqual({ kind: 'fast', pace: 1.9 })
  })
  it('has its name by two thresholds', () => {
    const names = [
      0.1,
      calmBelowVolatilityMultiple - 0.001,
      calmBelowVolatilityMultiple,
      1,
      fastAboveVolatilityMultiple,
      fastAboveVolatilityMultiple + 0.001,
      3,
    ].map(marketActivityForVolatility)
    expect(names).toEqual(['calm', 'calm', 'usual', 'usual', 'usual', 'fast', 'fast'])
  })
})

describe('a jump', () => {
  const usual = 1.4826 * 2
  it('is a recorded minute of the last hour that moved more than ten usual ones', () => {
    expect(newestPriceJump(bars(120), nowMs)).toBeUndefined()
    const found = newestPriceJump(bars(120, { moves: { 17: -210 } }), nowMs)
    expect(found).toMatchObject({ atMs: nowMs - 17 * minuteMs })
    expect(found!.change).toBeCloseTo(-0.021, 6)
    expect(found!.times).toBeCloseTo(210 / usual, 1)
    expect(newestPriceJump(bars(120, { moves: { 17: (priceJumpMinMultiple - 0.1) * usual } }), nowMs)).toBeUndefined()
    expect(newestPriceJump(bars(120, { moves: { 17: (priceJumpMinMultiple + 0.1) * usual } }), nowMs)).toBeDefined()
  })
  it('of several is the newest, and none of more than an hour ago', () => {
    expect(newestPriceJump(bars(120, { moves: { 50: 90, 8: -70 } }), nowMs)).toMatchObject({ atMs: nowMs - 8 * minuteMs })
    expect(newestPriceJump(bars(120, { moves: { 60: 900 } }), nowMs)).toBeUndefined()
  })
  it('is none of generated bars, none over a pause, none where the usual is not known', () => {
    expect(newestPriceJump(bars(120, { moves: { 17: 210 }, feed: 'GEN' }), nowMs)).toBeUndefined()
    const paused = bars(120, { moves: { 17: 210 } }).toSpliced(101, 1)
    expect(newestPriceJump(paused, nowMs)).toBeUndefined()
    expect(newestPriceJump(bars(40, { moves: { 17: 210 } }), nowMs)).toBeUndefined()
    expect(newestPriceJump(bars(120, { moves: { 17: 210 }, usual: 0 }), nowMs)).toBeUndefined()
    expect(newestPriceJump([], nowMs)).toBeUndefined()
  })
  it('is never one that is still to come', () => {
    const all = bars(120, { moves: { 3: 210 } })
    expect(newestPriceJump(all, nowMs - 10 * minuteMs)).toBeUndefined()
    expect(newestPriceJump(all, nowMs - 3 * minuteMs)).toMatchObject({ atMs: nowMs - 3 * minuteMs })
  })
})

describe('the story of a market', () => {
  const open = { open: true }
  it('says first that it is closed, then a jump, then how fast it moves', () => {
    const all = { pace: pace([0, '2.0000']), bars: bars(120, { moves: { 5: 210 } }) }
    expect(marketConditionAt({ ...all, session: { open: false, opensAt: nowMs + hourMs } }, nowMs)).toEqual({
      kind: 'closed',
      opensAt: nowMs + hourMs,
    })
    expect(marketConditionAt({ ...all, session: open }, nowMs)).toMatchObject({ kind: 'jump' })
    expect(marketConditionAt({ ...all, bars: bars(120), session: open }, nowMs)).toEqual({ kind: 'fast', pace: 2 })
  })
  it('of a live market, whose volatility nobody publishes, states sessions and jumps alone', () => {
    expect(marketConditionAt({ session: open, pace: undefined, bars: bars(120, { feed: 'LIVE' }) }, nowMs)).toBeUndefined()
    expect(
      marketConditionAt({ session: open, pace: undefined, bars: bars(120, { feed: 'LIVE', moves: { 5: 210 } }) }, nowMs),
    ).toMatchObject({
      kind: 'jump',
    })
    expect(marketConditionAt({ session: { open: false }, pace: undefined, bars: [] }, nowMs)).toEqual({
      kind: 'closed',
      opensAt: undefined,
    })
  })
})
