import { expect, it } from 'vitest'
import { createSteadyClock } from './steadyClock.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 10, 20, 8)

function world() {
  let [awake, up, db] = [0, 0, start]
  const reports: string[] = []
  const clock = createSteadyClock(start, { awakeMs: () => awake, upSeconds: () => up / 1000 }, (words: string) => void reports.push(words))
  const pass = (ms: number, beats = 1) => {
    for (let n = 0; n < beats; n++) {
      ;[awake, up, db] = [awake + ms, up + ms, db + ms]
      clock.observe(db, 0)
    }
  }
  return {
    clock,
    reports,
    pass,
    setDatabase: (ms: number) => void (db += ms),
    sleep: (ms: number) => void ([up, db] = [up + ms, db + ms]),
  }
}

it('goes on with the monotonic clock and works small differences off without a jump', () => {
  const { clock, pass, setDatabase, reports } = world()
  pass(1000)
  expect(clock.now()).toBe(start + 1000)
  setDatabase(50)
  pass(1000)
  expect(clock.now()).toBe(start + 2000)
  pass(1000)
  expect(clock.now()).toBe(start + 3050)
  expect(reports).toEqual([])
})

it.each([hour, -hour])('a database clock set by %d ms moves it by a tenth of what passes, never back, and is logged once', (jump) => {
  const { clock, pass, setDatabase, reports } = world()
  setDatabase(jump)
  let before = clock.now()
  for (let second = 0; second < 60; second++) {
    pass(1000)
    expect(clock.now() - before).toBeGreaterThanOrEqual(899)
    expect(clock.now() - before).toBeLessThanOrEqual(1101)
    before = clock.now()
  }
  expect(reports).toHaveLength(1)
})

it('knows that a sleeping machine slept', () => {
  const { clock, pass, sleep } = world()
  pass(1000)
  sleep(hour)
  pass(1000)
  expect(clock.now()).toBe(start + 2000 + hour)
})
