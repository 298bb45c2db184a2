import { afterEach, expect, test } from 'vitest'
import { createEventLoopBudget, type EventLoopBudget } from './loopBudget.ts'

let budget: EventLoopBudget
afterEach(() => budget.stop())

/** A loop that is turned by hand. */
function turned(leastCount = 0) {
  const loop = { now: 0, idle: 0, ends: [] as (() => void)[] }
  budget = createEventLoopBudget(
    { budgetMs: 10, leastPart: 0.25, leastCount, busyShare: 0.9, sampleEveryMs: 1e6 },
    { nowMs: () => loop.now, idleMs: () => loop.idle, afterThese: (work) => void loop.ends.push(work) },
  )
  return {
    pass: (ms: number, idle = 0) => {
      loop.now += ms
      loop.idle += idle
    },
    endRound: () => loop.ends.splice(0).forEach((end) => end()),
    /** How many of a round are let in when each takes so long, and each refusal a tenth of that. */
    round: (count: number, costMs: number): number => {
      let letIn = 0
      for (let n = 0; n < count; n++) {
        const isIn = budget.hasTime()
        if (isIn) letIn++
        loop.now += isIn ? costMs : costMs / 10
      }
      loop.ends.splice(0).forEach((end) => end())
      return letIn
    },
  }
}

test('a burst is worked off whole while the loop had time to spare', () => {
  const { pass, round } = turned()
  pass(100, 60)
  budget.sample()
  expect(round(500, 1)).toBe(500)
})

test('without time to spare each round lets in what its budget holds, never more, and refuses the rest', () => {
  const { pass, round } = turned()
  pass(100, 5)
  budget.sample()
  expect([round(100, 1), round(100, 1), round(5, 1)]).toEqual([10, 10, 5])
  expect(round(100, 4)).toBe(3)
})

test('a crowd that takes long to refuse does not keep everybody out', () => {
  const { pass, round } = turned()
  pass(100)
  budget.sample()
  // Ten of a millisecond, and two thousand refusals: 209 ms, of which the next round may use a quarter.
  expect(round(2_000, 1)).toBe(10)
  expect(round(2_000, 1)).toBe(53)
})

test('a few are let in however long each of them takes', () => {
  const { pass, round } = turned(8)
  pass(100)
  budget.sample()
  expect([round(5, 30), round(100, 30)]).toEqual([5, 8])
})

test('what matters more has more time', () => {
  const { pass, endRound } = turned()
  pass(100)
  budget.sample()
  expect(budget.hasTime()).toBe(true)
  pass(15)
  expect([budget.hasTime(), budget.hasTime(3)]).toEqual([false, true])
  pass(15)
  expect(budget.hasTime(3)).toBe(false)
  endRound()
  expect(budget.hasTime()).toBe(true)
})

test('goes by what was idle since the last look, and ends with the overload', () => {
  const { pass, round } = turned()
  pass(100)
  budget.sample()
  expect(round(20, 1)).toBe(10)
  pass(100, 50)
  budget.sample()
  expect(round(20, 1)).toBe(20)
})
