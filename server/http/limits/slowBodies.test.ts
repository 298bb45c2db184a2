import { expect, test } from 'vitest'
import { createSlowBodyGuard } from './slowBodies.ts'

function arriving() {
  const body = { bytes: 0, isOver: false, cuts: 0 }
  return { body, arrival: { bytesRead: () => body.bytes, isOver: () => body.isOver, cut: () => void body.cuts++ } }
}

test('a body that stops or trickles is cut after its window, one that keeps the rate never', () => {
  const slow = createSlowBodyGuard({ bytesPerSecond: 1_000, windowMs: 10_000 })
  const [steady, stalled, trickling, whole] = [arriving(), arriving(), arriving(), arriving()]
  for (const { arrival } of [steady, stalled, trickling, whole]) slow.watch(arrival, 0)
  stalled.body.bytes = 5_000_000
  whole.body.isOver = true
  for (let second = 1; second <= 60; second++) {
    steady.body.bytes += 1_000
    trickling.body.bytes += 999
    slow.check(second * 1_000)
  }
  expect([steady, stalled, trickling, whole].map(({ body }) => body.cuts)).toEqual([0, 1, 1, 0])
})

test('what came fast buys no time for later', () => {
  const slow = createSlowBodyGuard({ bytesPerSecond: 1_000, windowMs: 10_000 })
  const { body, arrival } = arriving()
  slow.watch(arrival, 0)
  body.bytes = 8_000_000
  slow.check(10_000)
  expect(body.cuts).toBe(0)
  slow.check(19_999)
  expect(body.cuts).toBe(0)
  slow.check(20_000)
  expect(body.cuts).toBe(1)
})
