/** The least that a body must bring: this many bytes a second on average over each window. */
export interface MinBodyRate {
  bytesPerSecond: number
  windowMs: number
}

/** A body on its way. */
export interface ArrivingRequestBody {
  /** Bytes that its connection has brought so far. */
  bytesRead(): number
  /** Whether it is here whole, or its connection has ended. */
  isOver(): boolean
  /** Ends its connection. */
  cut(): void
}

export interface SlowBodyGuard {
  watch(body: ArrivingRequestBody, nowMs: number): void
  /** Cuts each body that brought too little in its last window. To be called about once a second. */
  check(nowMs: number): void
}

/** One check for all bodies together: a timer for each would cost more than many of them. */
export function createSlowBodyGuard({ bytesPerSecond, windowMs }: MinBodyRate): SlowBodyGuard {
  const windows = new Map<ArrivingRequestBody, { sinceMs: number; bytes: number }>()
  return {
    watch: (body, nowMs) => void windows.set(body, { sinceMs: nowMs, bytes: body.bytesRead() }),
    check(nowMs) {
      for (const [body, window] of windows) {
        if (body.isOver()) windows.delete(body)
        else if (nowMs - window.sinceMs >= windowMs) {
          const bytes = body.bytesRead()
          const isSlow = (bytes - window.bytes) * 1_000 < bytesPerSecond * (nowMs - window.sinceMs)
          if (!isSlow) windows.set(body, { sinceMs: nowMs, bytes })
          else {
            windows.delete(body)
            body.cut()
          }
        }
      }
    },
  }
}
