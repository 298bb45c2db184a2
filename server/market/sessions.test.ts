import { describe, expect, it } from 'vitest'
import { wireTimeToInstant } from '#contract/time.ts'
import { isEverOpenWithin, isOpenAt } from '#rules/sim/openHours.ts'
import { marketSessionStateAt } from './sessions.ts'
import { barOpenSecond } from './candles/periods.ts'

const sec = (wire: string) => wireTimeToInstant(wire) / 1000

describe('sessions', () => {
  it.each([
    ['2026-11-23 05:59:59', false, false],
    ['2026-11-23 06:00:00', true, true],
    ['2026-11-24 04:59:59', true, true],
    ['2026-11-24 05:00:00', false, true],
    ['2026-11-24 05:59:59', false, true],
    ['2026-11-24 06:00:00', true, true],
    ['2026-11-28 04:59:59', true, true],
    ['2026-11-28 05:00:00', false, false],
    ['2026-11-29 12:00:00', false, false],
  ])('at %s metals are open: %s, forex: %s', (wire, metal, forex) => {
    expect(isOpenAt('metal', sec(wire))).toBe(metal)
    expect(isOpenAt('forex', sec(wire))).toBe(forex)
    expect(isOpenAt('crypto', sec(wire))).toBe(true)
  })

  it('says when that changes', () => {
    expect(marketSessionStateAt('metal', wireTimeToInstant('2026-11-24 04:30:00'))).toEqual({
      open: true,
      closesAt: wireTimeToInstant('2026-11-24 05:00:00'),
    })
    expect(marketSessionStateAt('metal', wireTimeToInstant('2026-11-24 05:30:00'))).toEqual({
      open: false,
      opensAt: wireTimeToInstant('2026-11-24 06:00:00'),
    })
    expect(marketSessionStateAt('forex', wireTimeToInstant('2026-11-24 05:30:00'))).toEqual({
      open: true,
      closesAt: wireTimeToInstant('2026-11-28 05:00:00'),
    })
    expect(marketSessionStateAt('forex', wireTimeToInstant('2026-11-28 05:00:00'))).toEqual({
      open: false,
      opensAt: wireTimeToInstant('2026-11-30 06:00:00'),
    })
    expect(marketSessionStateAt('crypto', 0)).toEqual({ open: true })
  })

  it('knows which bars hold a session', () => {
    expect(isEverOpenWithin('metal', sec('2026-11-24 05:00:00'), sec('2026-11-24 06:00:00'))).toBe(false)
    expect(isEverOpenWithin('metal', sec('2026-11-23 04:00:00'), sec('2026-11-23 08:00:00'))).toBe(true)
    expect(isEverOpenWithin('forex', sec('2026-11-29 00:00:00'), sec('2026-11-30 00:00:00'))).toBe(false)
  })
})

describe('bars begin', () => {
  it.each([
    ['1m', '2026-11-20 16:00:59', '2026-11-20 16:00:00'],
    ['4h', '2026-11-20 03:59:59', '2026-11-20 00:00:00'],
    ['1d', '2026-11-20 00:00:00', '2026-11-20 00:00:00'],
    ['1w', '2026-11-29 23:59:59', '2026-11-23 00:00:00'],
    ['1w', '2026-11-23 00:00:00', '2026-11-23 00:00:00'],
  ] as const)('%s of %s at %s', (period, at, begins) => {
    expect(barOpenSecond(period, sec(at))).toBe(sec(begins))
  })
})
