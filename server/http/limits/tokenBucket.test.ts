import { expect, test } from 'vitest'
import { createTokenBuckets } from './tokenBucket.ts'

const start = 1_795_190_400_000

test('gives the burst at once, then as many a second as are refilled', () => {
  const buckets = createTokenBuckets({ burst: 300, perSecond: 10 })
  const taken = Array.from({ length: 302 }, () => buckets.take('a', start))
  expect(taken[0]).toEqual({ waitSeconds: 0, left: 299, fullSeconds: 1 })
  expect(taken.filter(({ waitSeconds }) => waitSeconds === 0)).toHaveLength(300)
  expect(taken.at(-1)).toEqual({ waitSeconds: 1, left: 0, fullSeconds: 30 })
  expect(Array.from({ length: 11 }, () => buckets.take('a', start + 1_000).waitSeconds)).toEqual([...Array<number>(10).fill(0), 1])
})

test('what is refused takes nothing, and the whole burst comes back to who waits', () => {
  const buckets = createTokenBuckets({ burst: 2, perSecond: 0.5 })
  for (let n = 0; n < 50; n++) buckets.take('a', start)
  expect(buckets.take('a', start + 1_000)).toEqual({ waitSeconds: 1, left: 0, fullSeconds: 3 })
  expect(buckets.take('a', start + 2_000).waitSeconds).toBe(0)
  expect(buckets.take('a', start + 3_600_000)).toEqual({ waitSeconds: 0, left: 1, fullSeconds: 2 })
})

test('each key has its own, and a clock that goes back gives nothing', () => {
  const buckets = createTokenBuckets({ burst: 1, perSecond: 1 })
  expect([buckets.take('a', start).waitSeconds, buckets.take('b', start).waitSeconds]).toEqual([0, 0])
  expect(buckets.take('a', start - 60_000).waitSeconds).toBe(1)
})

test('a flood of keys takes bounded memory and forgets the least used first', () => {
  const buckets = createTokenBuckets({ burst: 1, perSecond: 0.001 })
  buckets.take('first', start)
  buckets.take('busy', start)
  for (let n = 0; n < 200_000; n++) {
    buckets.take(`${n}`, start)
    if (n % 1_000 === 0) buckets.take('busy', start)
  }
  expect(buckets.take('busy', start).waitSeconds).toBeGreaterThan(0)
  expect(buckets.take('first', start).waitSeconds).toBe(0)
})
