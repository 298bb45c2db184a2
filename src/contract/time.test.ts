import { expect, it } from 'vitest'
import { asInstant, fromWire, startOfWireDay, toWire, wireDay } from './time.ts'

it('reads server times eight hours back, and writes them eight hours ahead', () => {
  expect(new Date(fromWire('2026-11-20 16:00:00')).toISOString()).toBe('2026-11-20T08:00:00.000Z')
  expect(new Date(fromWire('2026-01-01 07:59:59')).toISOString()).toBe('2025-12-31T23:59:59.000Z')
  expect(toWire(Date.UTC(2026, 10, 20, 8))).toBe('2026-11-20 16:00:00')
  // No summer time: the same shift in July.
  expect(toWire(Date.UTC(2026, 6, 1, 20, 30, 15))).toBe('2026-07-02 04:30:15')
})

it('begins a server day at 16:00 UTC', () => {
  const at = Date.UTC(2026, 10, 20, 16)
  expect([wireDay(at - 1), wireDay(at)]).toEqual(['2026-11-20', '2026-11-21'])
  expect([startOfWireDay(at), startOfWireDay(at - 1)]).toEqual([asInstant(at), asInstant(at - 86_400_000)])
})
