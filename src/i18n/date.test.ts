import { expect, it } from 'vitest'
import { toWire } from '#contract/time.ts'
import { formatDay, formatTime } from './date.ts'

it('writes dates in lists as DD/MM/YYYY HH:mm:ss, on the wire as YYYY-MM-DD HH:mm:ss', () => {
  const at = new Date(2026, 2, 4, 5, 6, 7).getTime()
  expect([formatTime(at), formatDay(at)]).toEqual(['04/03/2026 05:06:07', '04/03/2026'])
  expect(toWire(at)).toMatch(/^2026-03-0[3-5] \d{2}:06:07$/)
})
