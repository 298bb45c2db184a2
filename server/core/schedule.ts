import { log, type LogError } from './log.ts'
/** A job that runs again and again until it is stopped. */
export interface RepeatingJob {
  /** Runs it now; while a run is under way, once more after that. */
  poke(): void
  /** No more runs. Ends with the one under way. */
  stop(): Promise<void>
}

interface JobOptions {
  /** Also runs at once, not only after the first interval. */
  isImmediate?: boolean
  /** A run that takes longer counts as failed and is reported; it goes on, and no other begins meanwhile. */
  deadlineMs?: number
  report?: LogError
}

/** How a job of this process is doing. */
export interface JobHealth {
  name: string
  /** Runs that failed or took too long, since it was started. */
  failures: number
  /** Its run under way is past the deadline. */
  isLate: boolean
}

const defaultDeadlineMs = 5 * 60_000
/** Jobs of the same interval, and servers that were started together, do not all run in the same moment. */
const jitter = 0.05
const jobs = new Set<JobHealth>()

/** Every job that this process runs now, in the order in which they were started. */
export const listJobHealth = (): JobHealth[] => [...jobs].map((job) => ({ ...job }))

/**
 * Runs `work` about every `intervalMs` (5 % more or less), never twice at a time. What it throws is reported as `name` and counted, the same
 * trouble once until it is over or another; the next run is not kept from beginning. `work` can ask whether it is to come to an end.
 */
export function startRepeatingJob(
  name: string,
  intervalMs: number,
  work: (isStopped: () => boolean) => unknown,
  { isImmediate = false, deadlineMs = defaultDeadlineMs, report = log.error }: JobOptions = {},
): RepeatingJob {
  const health: JobHealth = { name, failures: 0, isLate: false }
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false
  let reported = ''
  const fail = (error: unknown): void => {
    health.failures++
    if (String(error) !== reported) report(`${name} failed`, error)
    reported = String(error)
  }
  const runOnce = async (): Promise<void> => {
    const deadline = setTimeout(() => {
      health.isLate = true
      fail(new Error(`still at it after ${deadlineMs / 1000} s`))
    }, deadlineMs)
    deadline.unref()
    try {
      await work(() => isStopped)
      if (!health.isLate) reported = ''
    } catch (error) {
      fail(error)
    } finally {
      clearTimeout(deadline)
      health.isLate = false
    }
  }
  const run = async (): Promise<void> => {
    do {
      isWanted = false
      await runOnce()
    } while (isWanted && !isStopped)
    running = undefined
  }
  const start = (): void => {
    if (!isStopped) running ??= run()
  }
  let timer: NodeJS.Timeout
  const schedule = (): void => {
    timer = setTimeout(
      () => {
        start()
        schedule()
      },
      intervalMs * (1 - jitter + 2 * jitter * Math.random()),
    )
    timer.unref()
  }
  jobs.add(health)
  schedule()
  if (isImmediate) start()
  return {
    poke: () => {
      isWanted = true
      start()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
      jobs.delete(health)
    },
  }
}
