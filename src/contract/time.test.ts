import { expect, it } from 'vitest'
import { asInstant, wireTimeToInstant, startOfServerDayAt, instantToWireTime, serverDayAt } from './time.ts'

it('reads server times eight hours back, and writes them eight hours ahead', () => {
  expect(new Date(wireTimeToInstant('2026-11-20 16:00:00')).toISOString()).toBe('2026-11-20T08:00:00.000Z')
  expect(new Date(wireTimeToInstant('2026-01-01 07:59:59')).toISOString()).toBe('2025-12-31T23:59:59.000Z')
  expect(instantToWireTime(Date.UTC(2026, 10, 20, 8))).toBe('2026-11-20 16:00:00')
  // No summer time: the same shift in July.
  expect(instantToWireTime(Date.UTC(2026, 6, 1, 20, 30, 15))).toBe('2026-07-02 04:30:15')
})

it('begins a server day at 16:00 UTC', () => {
  const at = Date.UTC(2026, 10, 20, 16)
  expect([serverDayAt(at - 1), serverDayAt(at)]).toEqual(['2026-11-20', '2026-11-21'])
  expect([startOfServerDayAt(at), startOfServerDayAt(at - 1)]).toEqual([asInstant(at), asInstant(at - 86_400_000)])
})
