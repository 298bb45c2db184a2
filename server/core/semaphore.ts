import { Refusal } from '#contract/refusals.ts'

/** At most `atOnce` at a time, the rest in order of arrival; beyond `mostWaiting` a refusal instead of a long wait. */
export function createSemaphore(atOnce: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new Refusal('tooMany', { seconds: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
