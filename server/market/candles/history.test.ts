import { describe, expect, it, vi } from 'vitest'
import { type CandlePeriod, candlePeriods } from '#contract/calls/market.ts'
import { symbolSeeds } from '#db/seed/symbols.ts'
import { createGeneratedHistory, createGeneratedCrossHistory, type GeneratedHistory } from './history.ts'
import type { SymbolSpec } from '../market.ts'
import { barOpenSecond, barPeriodSeconds } from './periods.ts'
import { toScaledPrice } from '#rules/scaled.ts'
import { timeOfDayVarianceThousandthsAt } from '#rules/sim/volatility.ts'

const work = vi.hoisted(() => ({ days: 0, draws: 0 }))
vi.mock('../sim2/dayPath.ts', async (load) => {
  const real = await load<typeof import('../sim2/dayPath.ts')>()
  const generateSimDayPath: typeof real.generateSimDayPath = (...given) => (work.days++, real.generateSimDayPath(...given))
  return { ...real, generateSimDayPath }
})
vi.mock('../sim2/chance.ts', async (load) => {
  const real = await load<typeof import('../sim2/chance.ts')>()
  const drawSimPeriodMove: typeof real.drawSimPeriodMove = (...given) => (work.draws++, real.drawSimPeriodMove(...given))
  return { ...real, drawSimPeriodMove }
})

const specs = new Map((symbolSeeds as readonly SymbolSpec[]).map((spec) => [spec.symbol, spec]))
const genesis = 1795190401 + 12_345
const of = (symbol: string, at = genesis): GeneratedHistory => createGeneratedHistory(specs.get(symbol)!, at)
const cross = (symbol: string, at = genesis): GeneratedHistory => {
  const spec = specs.get(symbol)!
  return createGeneratedCrossHistory(spec, specs.get(spec.derived!.a)!, specs.get(spec.derived!.b)!, at)
}
const ladder: readonly CandlePeriod[] = ['1w', '1d', '4h', '1h', '30m', '15m', '5m', '1m']

/** Every bar of the next shorter period inside a bar. */
const inside = (history: GeneratedHistory, period: CandlePeriod, openSec: number) => {
  const shorter = ladder[ladder.indexOf(period) + 1]!
  const opens = Array.from(
    { length: barPeriodSeconds[period] / barPeriodSeconds[shorter] },
    (_, at) => openSec + at * barPeriodSeconds[shorter],
  )
  return opens.flatMap((open) => history.bar(shorter, open) ?? [])
}

describe('generated history', () => {
  it.each(['BTCUSDT', 'DOGEUSDT', 'XAUUSD', 'EURUSD'])('of %s ends exactly at the reference level, at every period', (symbol) => {
    for (const at of [genesis, barOpenSecond('1w', genesis), Date.parse('2026-11-22T04:00:00Z') / 1000]) {
      const history = of(symbol, at)
      for (const period of candlePeriods)
        expect(history.bars(period, Number.MAX_SAFE_INTEGER, 1)[0]!.close).toBe(toScaledPrice(specs.get(symbol)!.ref))
    }
  })

  it.each(['BTCUSDT', 'XAUUSD', 'EURUSD'])('of %s nests: each bar is made of the shorter ones, exactly', (symbol) => {
    const history = of(symbol)
    let looked = 0
    for (const period of ladder.slice(0, -1)) {
      for (const bar of history.bars(period, genesis - 40 * 86_400 * ladder.indexOf(period), 40)) {
        const parts = inside(history, period, bar.openSec)
        expect(parts[0]!.open).toBe(bar.open)
        expect(parts.at(-1)!.close).toBe(bar.close)
        expect(parts.reduce((high, part) => (part.high > high ? part.high : high), 0n)).toBe(bar.high)
        expect(parts.reduce((low, part) => (part.low < low ? part.low : low), parts[0]!.low)).toBe(bar.low)
        expect(parts.slice(1).map((part) => part.open)).toEqual(parts.slice(0, -1).map((part) => part.close))
        looked++
      }
    }
    expect(looked).toBe(280)
  })

  it('has 500 bars of every period, all sound, all marked', () => {
    for (const [symbol, spec] of specs) {
      const history = spec.derived ? cross(symbol) : of(symbol)
      // Ten years of weeks are drawn day by day: a market of each kind is enough.
      const hasWeeks = ['BTCUSDT', 'XAUUSD', 'EURUSD', 'EURJPY'].includes(symbol)
      for (const period of ['1m', '1h', '1d', ...(hasWeeks ? (['1w'] as const) : [])] as const) {
        const bars = history.bars(period, Number.MAX_SAFE_INTEGER, 500)
        expect(bars).toHaveLength(500)
        for (const { open, high, low, close, mode } of bars) {
          expect(mode).toBe('GEN')
          expect(low > 0n && low <= open && low <= close && high >= open && high >= close).toBe(true)
        }
      }
    }
  })

  it('of a cross never shows a short bar outside the long one it lies in', () => {
    const history = cross('EURGBP')
    for (const bar of history.bars('1h', genesis, 200)) {
      const minutes = history.bars('1m', bar.openSec + 3600, 60).filter((minute) => minute.openSec >= bar.openSec)
      for (const minute of minutes) expect(minute.high <= bar.high && minute.low >= bar.low).toBe(true)
    }
  })

  it('skips hours without a session', () => {
    const hours = of('XAUUSD')
      .bars('1h', genesis, 200)
      .map((bar) => new Date(bar.openSec * 1000 + 8 * 3_600_000))
    expect(hours.some((hour) => hour.getUTCHours() === 5)).toBe(false)
    expect(hours.some((hour) => hour.getUTCDay() === 0)).toBe(false)
  })

  it('moves about as much in a minute as the live market, without flat tops', () => {
    const bars = of('BTCUSDT').bars('1m', genesis, 5000)
    const ranges = bars.map((bar) => Number(bar.high - bar.low) / Number(bar.open)).toSorted((a, b) => a - b)
    // One second is 97,940 ppb, so a minute's range is near 1.6 × √60 × that: 0.12 %.
    expect(ranges[2500]).toBeGreaterThan(0.0004)
    expect(ranges[2500]).toBeLessThan(0.0024)
    expect(ranges[4990]).toBeLessThan(0.02)
    const repeated = bars.filter((bar, at) => at > 0 && bar.high === bars[at - 1]!.high).length
    expect(repeated).toBeLessThan(100)
  })

  // On any minute, hour and weekday; a usual move by the market's volatility at that time of day.
  const installs = Array.from({ length: 50 }, (_, at) => 1_795_104_000 + at * 631_584 + ((at * 7_919) % 86_400))
  const usualMove = (spec: SymbolSpec): number => {
    const { derived, sigmaYear } = spec
    if (!derived) return (sigmaYear ?? 0) / Math.sqrt(31_536_000)
    // Two sides that go their ways move it less than both together.
    return 0.85 * Math.hypot(usualMove(specs.get(derived.a)!), usualMove(specs.get(derived.b)!))
  }
  const lastHour = (spec: SymbolSpec, at: number) => {
    const history = spec.derived ? cross(spec.symbol, at) : of(spec.symbol, at)
    return history.bars('1m', Number.MAX_SAFE_INTEGER, 60).map(({ openSec, open, close }) => ({
      move: Math.log(Number(close) / Number(open)),
      usual: usualMove(spec) * Math.sqrt((Math.min(60, at - openSec) * timeOfDayVarianceThousandthsAt(spec.category, openSec)) / 1_000),
    }))
  }

  it('ends in no cliff: an hour before an install moves as any other', () => {
    let [minutes, wildMinutes, hours, wildHours] = [0, 0, 0, 0]
    for (const spec of specs.values()) {
      for (const at of installs) {
        const moves = lastHour(spec, at)
        minutes += moves.length
        wildMinutes += moves.filter(({ move, usual }) => Math.abs(move) > 6 * usual).length
        const far = Math.abs(moves.reduce((sum, { move }) => sum + move, 0))
        hours++
        if (far > 5 * Math.sqrt(moves.reduce((sum, { usual }) => sum + usual * usual, 0))) wildHours++
      }
    }
    expect([minutes, hours]).toEqual([102_000, 1_700])
    expect(wildMinutes).toBeLessThanOrEqual(minutes / 1_000)
    expect(wildHours).toBeLessThanOrEqual(hours / 1_000)
  })

  const rootMeanSquare = (values: readonly number[]) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
  const movesOf = (history: GeneratedHistory, period: CandlePeriod, count: number) =>
    history.bars(period, genesis, count).map(({ open, close }) => Math.log(Number(close) / Number(open)))

  it.each(['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'])('of %s moves by its volatility, whatever the period', (symbol) => {
    const sigma = usualMove(specs.get(symbol)!)
    for (const [period, count] of [
      ['1m', 10_000],
      ['5m', 10_000],
      ['1h', 4_000],
      ['4h', 2_000],
      ['1d', 700],
      ['1w', 300],
    ] as const) {
      const usual = sigma * Math.sqrt(barPeriodSeconds[period])
      expect(rootMeanSquare(movesOf(of(symbol), period, count)) / usual, period).toBeGreaterThan(0.85)
      expect(rootMeanSquare(movesOf(of(symbol), period, count)) / usual, period).toBeLessThan(1.15)
    }
  })

  it('moves Bitcoin and Ether together, at every period', () => {
    for (const period of ['1m', '5m', '1h', '1d'] as const) {
      const [first, second] = [movesOf(of('BTCUSDT'), period, 600), movesOf(of('ETHUSDT'), period, 600)]
      const together = first.reduce((sum, move, at) => sum + move * second[at]!, 0) / first.length
      expect(together / rootMeanSquare(first) / rootMeanSquare(second), period).toBeGreaterThan(0.6)
    }
  })

  it('costs as many days 900 days back as one day back, and of the weeks between a few numbers each', () => {
    const costOf = (days: number) => {
      Object.assign(work, { days: 0, draws: 0 })
      expect(of('SOLUSDT').bars('1m', genesis - 86_400 * days, 500)).toHaveLength(500)
      return { ...work }
    }
    const [near, far] = [costOf(1), costOf(900)]
    expect(far.days).toBeLessThanOrEqual(2)
    expect(near.days).toBeLessThanOrEqual(2)
    // Three parts of the price for each of the 129 weeks between.
    expect(far.draws - near.draws).toBeLessThanOrEqual(3 * 130)
  })
})
