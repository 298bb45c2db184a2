import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { dayOf, startOfDayNumber } from './days.ts'
import { expectedYearlyVolatility } from './expectedVolatility.ts'
import { expectedJumpVariance } from './jumps.ts'
import { isSimFactor, knownMarket, simMarkets, type SimMarket } from './markets.ts'
import { isOpenAt } from './openHours.ts'
import { simDay } from './sim2.ts'
import { type SimDayRegime, publishedVolatility, volatilityStepSeconds, simVarianceMillionthsAt } from './volatility.ts'

const hour = 3_600
// A Wednesday, 00:00 UTC+8.
const wednesday = Date.parse('2026-11-24T16:00:00Z') / 1000
const expiry = Date.parse('2026-11-27T08:00:00Z') / 1000
const nextExpiry = Date.parse('2026-12-04T08:00:00Z') / 1000

const drawn = new Map<string, SimDayRegime>()
const regimeOf = (market: SimMarket, seedNumber: number, day: number): SimDayRegime => {
  const name = [market.category, seedNumber, day].join()
  const regime = drawn.get(name) ?? drawRegime(market, seedNumber, day)
  drawn.set(name, regime)
  return regime
}
const drawRegime = (market: SimMarket, seedNumber: number, day: number): SimDayRegime => {
  const seed = Buffer.alloc(32)
  seed.writeUInt32BE(seedNumber)
  seed.writeUInt32BE(day, 4)
  return simDay((text) => createHmac('sha256', seed).update(text).digest(), day).regime(market.category)
}

/** The variance of these days' open time in seconds of the usual one, by the rule itself; jumps by their mean. */
function varianceOf(market: SimMarket, seedNumber: number, fromSec: number, toSec: number): number {
  let sum = 0
  for (let day = dayOf(fromSec); startOfDayNumber(day) < toSec; day++) {
    const regime = regimeOf(market, seedNumber, day)
    for (let sec = Math.max(fromSec, startOfDayNumber(day)); sec < Math.min(toSec, startOfDayNumber(day + 1)); sec += volatilityStepSeconds)
      if (isOpenAt(market.category, sec)) sum += (simVarianceMillionthsAt(regime, market.category, sec) / 1e6) * volatilityStepSeconds
  }
  return sum * (1 + market.parts.reduce((all, { of, share }) => all + (share / 1000) ** 2 * expectedJumpVariance(isSimFactor(of)), 0))
}

const yearly = (market: SimMarket, variance: number, seconds: number): number =>
  simMarkets[market.symbol]!.sigmaYear * Math.sqrt(variance / seconds)

describe.each(['BTCUSDT', 'XAUUSD'])('what %s is expected to move', (symbol) => {
  const market = knownMarket(symbol)!
  const states = ['0.6387', '0.8729', '0.9757', '1.3334']

  it.each([
    ['two days and a half', wednesday + 10 * hour, expiry, 200],
    ['late in the day', wednesday + 22 * hour, expiry, 200],
    // The quick components are most of it: more days, for the same certainty.
    ['the last hours', expiry - 5 * hour, expiry, 800],
    ['over a weekend', wednesday + 60 * hour, nextExpiry, 200],
  ])('is what it moves on average in that regime: %s', (_, fromSec, toSec, days) => {
    const byState = new Map<string, number[]>()
    for (let seed = 0; seed < days; seed++) {
      const state = publishedVolatility(regimeOf(market, seed, dayOf(fromSec)), fromSec)
      byState.set(state, [...(byState.get(state) ?? []), varianceOf(market, seed, fromSec, toSec)])
    }
    expect([...byState.keys()].toSorted()).toEqual(states)
    for (const [state, variances] of byState) {
      const mean = variances.reduce((sum, one) => sum + one, 0) / variances.length
      const ratio = Number(expectedYearlyVolatility(market, asDecimal(state), fromSec, toSec)) / yearly(market, mean, toSec - fromSec)
      expect(Math.abs(ratio - 1), `${state}: ${ratio}`).toBeLessThan(0.05)
    }
  })

  it('changes little at midnight, whatever the day was like', () => {
    for (const state of states) {
      const evening = Number(expectedYearlyVolatility(market, asDecimal(state), wednesday + 23 * hour, nextExpiry))
      const average = Number(expectedYearlyVolatility(market, '1' as Decimal, wednesday + 24 * hour, nextExpiry))
      expect(Math.abs(evening / average - 1)).toBeLessThan(0.02)
    }
  })
})

it('counts no time in which gold is closed', () => {
  const gold = knownMarket('XAUUSD')!
  const saturday = wednesday + 3 * 24 * hour + 6 * hour
  expect(expectedYearlyVolatility(gold, asDecimal('1.3334'), saturday, saturday + 24 * hour)).toBe('0.0000')
})

it('counts a third of the last half hour where its mean is what is settled', () => {
  const market = knownMarket('BTCUSDT')!
  const variance = (hours: number, averaged?: number): number =>
    Number(expectedYearlyVolatility(market, asDecimal('0.9757'), expiry - hours * hour, expiry, averaged)) ** 2 * hours
  expect(variance(1, 1_800) / variance(1)).toBeCloseTo(2 / 3, 3)
  // The hours differ little.
  expect(variance(2, 1_800) / variance(2)).toBeCloseTo(5 / 6, 1)
})
