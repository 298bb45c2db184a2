import { Refusal } from '#contract/refusals.ts'

export interface AdmissionLimits {
  /** Requests at work at once. */
  maxRunning: number
  /** Requests that wait for one of those; the next is refused at once. */
  maxWaiting: number
  /** How long a request may wait where nobody had to within the last `maxBurstWaitMs`: a burst is worked off. */
  maxBurstWaitMs: number
  /** How long where there has always been somebody waiting since: the server is asked for more than it can do. */
  maxStandingWaitMs: number
  /** What a refused caller is told to wait. */
  retrySeconds: number
}

export interface Admission {
  /** Does the work in its turn, in the order of arrival. Refuses busy {seconds} what waits too long, and what would. */
  admit<T>(work: () => Promise<T>): Promise<T>
  /** Refuses what has waited too long by now. It runs by itself while somebody waits. */
  expire(): void
}

interface Waiting {
  sinceMs: number
  start(): void
  refuse(): void
}

const expireEveryMs = 5

/**
 * Lets in as much as is done in time, by the wait that it measures and not by a rate that somebody guessed: a slower database or processor
 * lets in less by itself. What is refused is refused soon, so that it costs next to nothing and the caller can try elsewhere or later.
 */
export function createAdmission(limits: AdmissionLimits, nowMs: () => number = () => performance.now()): Admission {
  let running = 0
  let nobodyWaitedMs = nowMs()
  // An empty queue says nothing where it became so by refusing.
  let isEmptied = false
  let timer: NodeJS.Timeout | undefined
  // In order of arrival; `first` moves on instead of shifting, which would cost the length of the queue each time.
  let queue: Waiting[] = []
  let first = 0

  const length = (): number => queue.length - first
  const take = (): Waiting | undefined => {
    const next = queue[first++]
    if (first >= queue.length) {
      queue = []
      first = 0
    } else if (first > 1_000) {
      queue = queue.slice(first)
      first = 0
    }
    return next
  }
  const expire = (): void => {
    const now = nowMs()
    const maxWaitMs = now - nobodyWaitedMs <= limits.maxBurstWaitMs ? limits.maxBurstWaitMs : limits.maxStandingWaitMs
    while (length() > 0 && now - queue[first]!.sinceMs > maxWaitMs) {
      take()?.refuse()
      isEmptied = length() === 0
    }
  }
  const watch = (): void => {
    timer ??= setInterval(() => {
      expire()
      if (length() > 0) return
      clearInterval(timer)
      timer = undefined
    }, expireEveryMs).unref()
  }
  /** From here on a queue counts as a burst. */
  const nobodyWaits = (): void => {
    nobodyWaitedMs = nowMs()
    isEmptied = false
  }
  const leave = (): void => {
    running--
    expire()
    if (length() === 0) return
    take()?.start()
    if (length() === 0) nobodyWaits()
  }
  const busy = (): Refusal => new Refusal('busy', { seconds: limits.retrySeconds })

  const turn = (): Promise<void> | undefined => {
    if (running < limits.maxRunning) {
      nobodyWaits()
      running++
      return undefined
    }
    expire()
    if (length() >= limits.maxWaiting) throw busy()
    if (length() === 0 && !isEmptied) nobodyWaits()
    return new Promise<void>((resolve, reject) => {
      const start = (): void => {
        running++
        resolve()
      }
      queue.push({ sinceMs: nowMs(), start, refuse: () => reject(busy()) })
      watch()
    })
  }
  return {
    expire,
    async admit(work) {
      await turn()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
