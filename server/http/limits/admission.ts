import { Refusal } from '#contract/refusals.ts'
import { AverageTurnInterval } from './pace.ts'
import { WaitingQueue } from './waitingQueue.ts'

export interface RequestAdmissionLimits {
  /** Requests at work at once. */
  maxRunning: number
  /** Requests that wait for one of those; the next is refused at once. */
  maxWaiting: number
  /** How long a request may wait where nobody had to within the last `maxBurstWaitMs`: a burst is worked off. */
  maxBurstWaitMs: number
  /** How long where there has always been somebody waiting since: the server is asked for more than it can do. */
  maxStandingWaitMs: number
  /**
   * Set where these are waits that are foreseen: who would have to wait longer by how soon turns have been coming lately is refused at once
   * instead of when the time has passed, and who was let in is refused only after this long, as when the database stands still.
   */
  giveUpMs?: number
  /** What a refused caller is told to wait. */
  retrySeconds: number
}

export interface RequestAdmission {
  /** Does the work in its turn, in the order of arrival. Refuses busy {seconds} what waits too long, and what would. */
  admit<T>(work: () => Promise<T>): Promise<T>
  /** The same without promises: one of both is called, at once or later. Who was started calls `leave` once when it has ended. */
  ask(start: () => void, refuse: () => void): void
  leave(): void
  /** Whether one more would have to wait longer than anybody may. */
  isOverloaded(): boolean
  /** What a refused caller is told to wait. */
  retrySeconds: number
  /** Refuses what has waited too long by now. It runs by itself while somebody waits. */
  expire(): void
}

const expireEveryMs = 5

/**
 * Lets in as much as is done in time, by the wait that it measures and not by a rate that somebody guessed: a slower database or processor
 * lets in less by itself. What is refused is refused soon, so that it costs next to nothing and the caller can try elsewhere or later.
 */
export function createRequestAdmission(limits: RequestAdmissionLimits, nowMs: () => number = () => performance.now()): RequestAdmission {
  const isForeseeing = limits.giveUpMs !== undefined
  const queue = new WaitingQueue(nowMs)
  const pace = new AverageTurnInterval(nowMs)
  let running = 0
  let nobodyWaitedMs = nowMs()
  // An empty queue says nothing where it became so by refusing.
  let isEmptied = false
  let timer: NodeJS.Timeout | undefined

  const longestMs = (now: number): number =>
    now - nobodyWaitedMs <= limits.maxBurstWaitMs ? limits.maxBurstWaitMs : limits.maxStandingWaitMs
  const expire = (): void => {
    const now = nowMs()
    const maxWaitMs = limits.giveUpMs ?? longestMs(now)
    while (queue.firstWaitedMs(now) > maxWaitMs) {
      queue.take()?.refuse()
      isEmptied = queue.length === 0
    }
  }
  const watch = (): void => {
    // Not a job: it runs only while somebody waits.
    timer ??= setInterval(() => {
      expire()
      if (queue.length > 0) return
      clearInterval(timer)
      timer = undefined
    }, expireEveryMs).unref()
  }
  /** From here on a queue counts as a burst. */
  const nobodyWaits = (): void => {
    nobodyWaitedMs = nowMs()
    isEmptied = false
  }
  /** Whether the empty queue says that there was no crowd: where few are let in to wait, it is empty for moments amid one. */
  const isCalm = (): boolean => (isForeseeing ? nowMs() - queue.emptySinceMs >= limits.maxStandingWaitMs : !isEmptied)
  /** What one more would wait: as long as those before take at that pace, and not less than the first of them has waited already. */
  const foreseenMs = (): number => Math.max((queue.length + 1) * pace.turnEveryMs, queue.firstWaitedMs(nowMs()))
  const leave = (): void => {
    pace.turnEnded(running < limits.maxRunning)
    running--
    expire()
    if (queue.length === 0) return
    queue.take()?.start()
    if (queue.length === 0 && !isForeseeing) nobodyWaits()
  }
  const ask = (start: () => void, refuse: () => void): void => {
    if (running < limits.maxRunning) {
      nobodyWaits()
      running++
      return start()
    }
    expire()
    if (queue.length >= limits.maxWaiting) return refuse()
    if (queue.length === 0 && isCalm()) nobodyWaits()
    if (isForeseeing && foreseenMs() > longestMs(nowMs())) return refuse()
    const begin = (): void => {
      running++
      start()
    }
    queue.add({ sinceMs: nowMs(), start: begin, refuse })
    watch()
  }
  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => ask(resolve, () => reject(new Refusal('busy', { seconds: limits.retrySeconds }))))
  return {
    ask,
    leave,
    expire,
    retrySeconds: limits.retrySeconds,
    isOverloaded: () => running >= limits.maxRunning && foreseenMs() > longestMs(nowMs()),
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
