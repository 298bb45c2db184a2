import { describe, expect, test } from 'vitest'
import { clientIpKey } from '../../core/addresses/addressKey.ts'
import { createRequestLimiter } from './rates.ts'

describe('limits', () => {
  test('count within a window, say how long to wait, and begin again', () => {
    const limiter = createRequestLimiter({ limit: 2, windowMs: 60_000 })
    expect([0, 0, 1].map((_, n) => limiter.take('a', n * 1_000))).toEqual([0, 0, 58])
    expect(limiter.take('b', 3_000)).toBe(0)
    expect(limiter.take('a', 59_999)).toBe(1)
    expect(limiter.take('a', 60_000)).toBe(0)
    expect(limiter.take('a', 10_000)).toBe(0)
  })

  test('a flood of addresses takes bounded memory and forgets the oldest first', () => {
    const limiter = createRequestLimiter({ limit: 1, windowMs: 60_000 })
    for (let n = 0; n < 200_000; n++) limiter.take(`${n}`, 1)
    expect(limiter.take('199999', 2)).toBeGreaterThan(0)
    expect(limiter.take('0', 2)).toBe(0)
  })

  test('an IPv6 household is one address', () => {
    expect(clientIpKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
    expect(clientIpKey('2001:db8:1:2::9')).toBe('2001:db8:1:2')
    expect(clientIpKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
    expect(clientIpKey('203.0.113.9')).toBe('203.0.113.9')
    expect(clientIpKey('::1')).toBe('0:0:0:0')
    expect(clientIpKey('2001:db8::1')).toBe('2001:db8:0:0')
  })
})
