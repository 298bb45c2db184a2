import { isTemporaryRefusal, retryingReadCountStore } from './busyReads.ts'

/** A longer wait than this is no busy moment: it is told. */
const maxRetryAfterSeconds = 60
const maxPauseSeconds = 30
/** Where nobody can say that the answer is not wanted any more. */
const maxTriesUnwatched = 6

export interface ReadRetryCancelOptions {
  signal?: AbortSignal | undefined
  /** Whether something newer was asked instead, which ends the waiting too. */
  isOvertaken?: () => boolean
}

/**
 * A read that was refused for now is repeated until it is answered or not wanted any more: after the time that the server says, longer each
 * time that it was not enough, and not at the same moment as others (docs/rules/wire.md).
 */
export async function retryRefusedRead<T>(
  read: () => Promise<T>,
  refusal: unknown,
  { signal, isOvertaken = () => false }: ReadRetryCancelOptions,
): Promise<T> {
  retryingReadCountStore.set((count) => count + 1)
  try {
    for (let tries = 1, error = refusal; ; tries++) {
      const seconds = retryDelaySeconds(error)
      if (seconds === undefined || (!signal && tries >= maxTriesUnwatched)) throw error
      await pause(pauseMs(seconds, tries), signal)
      if (isOvertaken()) throw error
      try {
        return await read()
      } catch (retryError) {
        error = retryError
      }
    }
  } finally {
    retryingReadCountStore.set((count) => count - 1)
  }
}

/** What a refusal for now asks for; undefined for any other error. */
function retryDelaySeconds(error: unknown): number | undefined {
  if (!isTemporaryRefusal(error)) return undefined
  const seconds = Number(error.detail['seconds'] ?? 1)
  return seconds <= maxRetryAfterSeconds ? Math.max(1, seconds) : undefined
}

const pauseMs = (seconds: number, tries: number): number =>
  Math.min(Math.max(seconds, 2 ** (tries - 1)), maxPauseSeconds) * 1_000 * (1 + Math.random() / 4)

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
