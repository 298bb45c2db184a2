import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startRepeatingJob, listJobHealth, type RepeatingJob } from './schedule.ts'

const started: RepeatingJob[] = []
beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  await Promise.all(started.splice(0).map((job) => job.stop()))
  vi.useRealTimers()
})
const job = (...args: Parameters<typeof startRepeatingJob>): RepeatingJob => {
  const made = startRepeatingJob(...args)
  started.push(made)
  return made
}
/** Work whose end is in the test's hand. */
function byHand() {
  const ends: (() => void)[] = []
  return { ends, work: () => new Promise<void>((resolve) => void ends.push(resolve)) }
}
const intervals = (n: number) => vi.advanceTimersByTimeAsync(n * 1_050)

it('runs again and again, at once only where that is asked for', async () => {
  const runs = { later: 0, atOnce: 0 }
  job('later', 1_000, () => runs.later++)
  job('at once', 1_000, () => runs.atOnce++, { isImmediate: true })
  expect(runs).toEqual({ later: 0, atOnce: 1 })
  await intervals(3)
  expect(runs.later).toBe(3)
  expect(runs.atOnce).toBe(4)
})

it('never runs twice at a time', async () => {
  const { ends, work } = byHand()
  job('slow', 1_000, work)
  await intervals(5)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await intervals(2)
  expect(ends).toHaveLength(2)
  ends[1]?.()
})

it('a poke while it runs is one more run after that', async () => {
  const { ends, work } = byHand()
  const { poke } = job('poked', 60_000, work)
  poke()
  poke()
  poke()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(2)
})

it('reports the same trouble once, counts each, and goes on', async () => {
  const said: unknown[] = []
  let trouble: string | undefined = 'away'
  job(
    'failing',
    1_000,
    () => {
      if (trouble !== undefined) throw new Error(trouble)
    },
    { report: (words: unknown, error: unknown) => void said.push(`${String(words)}: ${String(error)}`) },
  )
  await intervals(3)
  expect(said).toEqual(['failing failed: Error: away'])
  expect(listJobHealth()[0]).toMatchObject({ name: 'failing', failures: 3 })
  trouble = undefined
  await intervals(1)
  trouble = 'away'
  await intervals(1)
  expect(said).toHaveLength(2)
})

it('a run past its deadline is late, and reported, until it ends', async () => {
  const said: unknown[] = []
  const { ends, work } = byHand()
  job('long', 1_000, work, { isImmediate: true, deadlineMs: 10_000, report: (words: unknown) => void said.push(words) })
  await vi.advanceTimersByTimeAsync(9_000)
  expect(listJobHealth()[0]?.isLate).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(listJobHealth()[0]).toEqual({ name: 'long', failures: 1, isLate: true })
  expect(said).toEqual(['long failed'])
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(listJobHealth()[0]?.isLate).toBe(false)
})

it('a stop waits for the run under way, which can see it, and begins no other', async () => {
  let isSeen = false
  let end: () => void = () => {}
  const stopped = job('stopping', 1_000, async (isStopped) => {
    await new Promise<void>((resolve) => (end = resolve))
    isSeen = isStopped()
  })
  stopped.poke()
  stopped.poke()
  let isOver = false
  const stop = stopped.stop().then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isOver).toBe(false)
  end()
  await stop
  expect(isSeen).toBe(true)
  expect(listJobHealth()).toEqual([])
})
