import { expect, it } from 'vitest'
import { instantToWireTime } from '#contract/time.ts'
import { formatDate, formatDateTime } from './date.ts'

it('writes dates in lists as DD/MM/YYYY HH:mm:ss, on the wire as YYYY-MM-DD HH:mm:ss', () => {
  const at = new Date(2026, 2, 4, 5, 6, 7).getTime()
  expect([formatDateTime(at), formatDate(at)]).toEqual(['04/03/2026 05:06:07', '04/03/2026'])
  expect(instantToWireTime(at)).toMatch(/^2026-03-0[3-5] \d{2}:06:07$/)
})
