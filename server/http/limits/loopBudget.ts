import { performance } from 'node:perf_hooks'

export interface EventLoopLimits {
  /** How long the requests that arrived together are let in while the loop has too much to do; those behind them are refused. */
  budgetMs: number
  /** And at least for this part of the round before, so that a crowd that takes long to refuse does not keep everybody out. */
  leastPart: number
  /** And at least so many of them, so that a few people on a slow or busy machine are not refused. */
  leastCount: number
  /** From this share of its time at work on the loop has too much to do. */
  busyShare: number
  sampleEveryMs: number
}

/** What it goes by. */
export interface EventLoopMonitor {
  nowMs(): number
  /** Milliseconds in which the loop had nothing to do, since it began. */
  idleMs(): number
  /** Calls back when all that arrived together has been handled. */
  afterThese(work: () => void): void
}

export interface EventLoopBudget {
  /** Whether there is time for one more of those that arrived together; `times` as much for what matters more. */
  hasTime(times?: number): boolean
  /** Looks whether the loop had anything to spare since the last look. It runs by itself, until `stop`. */
  sample(): void
  stop(): void
}

const thisLoop: EventLoopMonitor = {
  nowMs: () => performance.now(),
  idleMs: () => performance.eventLoopUtilization().idle,
  afterThese: (work) => void setImmediate(work),
}

/**
 * Requests that wait for the event loop wait in the kernel, where nobody can count them, and many are answered without ever waiting for
 * anything else. So the measure is whether the loop still finds time to be idle. While it does not, each round of it lets in what it can in
 * `budgetMs` and refuses the rest, which costs little: the rounds stay short, and so does every wait.
 */
export function createEventLoopBudget(
  { budgetMs, leastPart, leastCount, busyShare, sampleEveryMs }: EventLoopLimits,
  loop: EventLoopMonitor = thisLoop,
): EventLoopBudget {
  let isBusy = false
  let roundSinceMs: number | undefined
  let lastRoundMs = 0
  let letIn = 0
  let last = { atMs: loop.nowMs(), idleMs: loop.idleMs() }
  const sample = (): void => {
    const now = { atMs: loop.nowMs(), idleMs: loop.idleMs() }
    const passedMs = now.atMs - last.atMs
    if (passedMs <= 0) return
    isBusy = now.idleMs - last.idleMs < (1 - busyShare) * passedMs
    last = now
  }
  // Not a job: how late it is is what it measures.
  const timer = setInterval(sample, sampleEveryMs).unref()
  return {
    sample,
    stop: () => clearInterval(timer),
    hasTime(times = 1) {
      const now = loop.nowMs()
      if (roundSinceMs === undefined) {
        roundSinceMs = now
        letIn = 0
        loop.afterThese(() => {
          lastRoundMs = loop.nowMs() - now
          roundSinceMs = undefined
        })
      }
      const hasTime = !isBusy || letIn < leastCount || now - roundSinceMs < Math.max(budgetMs, lastRoundMs * leastPart) * times
      if (hasTime) letIn++
      return hasTime
    },
  }
}
