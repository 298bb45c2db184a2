import { describe, expect, it } from 'vitest'
import { type Period, periods } from '#contract/calls/market.ts'
import { symbols } from '#db/seed/symbols.ts'
import { createHistory, crossHistory, type History } from './history.ts'
import type { SymbolSpec } from './market.ts'
import { barOpen, periodSeconds } from './periods.ts'
import { toScaled } from './scaled.ts'

const specs = new Map((symbols as readonly SymbolSpec[]).map((spec) => [spec.symbol, spec]))
const genesis = 1795190401 + 12_345
const of = (symbol: string, at = genesis): History => createHistory(specs.get(symbol)!, at)
const ladder: readonly Period[] = ['1w', '1d', '4h', '1h', '30m', '15m', '5m', '1m']

/** Every bar of the next shorter period inside a bar. */
const inside = (history: History, period: Period, openSec: number) => {
  const shorter = ladder[ladder.indexOf(period) + 1]!
  const opens = Array.from({ length: periodSeconds[period] / periodSeconds[shorter] }, (_, at) => openSec + at * periodSeconds[shorter])
  return opens.flatMap((open) => history.bar(shorter, open) ?? [])
}

describe('generated history', () => {
  it.each(['BTCUSDT', 'DOGEUSDT', 'XAUUSD', 'EURUSD'])('of %s ends exactly at the reference level, at every period', (symbol) => {
    for (const at of [genesis, barOpen('1w', genesis), Date.parse('2026-11-22T04:00:00Z') / 1000]) {
      const history = of(symbol, at)
      for (const period of periods)
        expect(history.bars(period, Number.MAX_SAFE_INTEGER, 1)[0]!.close).toBe(toScaled(specs.get(symbol)!.ref))
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
      const history = spec.derived ? crossHistory(spec.derived.by, of(spec.derived.a), of(spec.derived.b), genesis) : of(symbol)
      for (const period of ['1m', '1h', '1d', '1w'] as const) {
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
    const history = crossHistory('divide', of('EURUSD'), of('GBPUSD'), genesis)
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

  it('is drawn in little time', () => {
    const began = performance.now()
    of('SOLUSDT').bars('1m', genesis - 86_400 * 900, 500)
    expect(performance.now() - began).toBeLessThan(200)
  })
})
