interface Waiting {
  sinceMs: number
  start(): void
  refuse(): void
}

/** Who waits for a turn, in order of arrival. */
export class WaitingQueue {
  /** When the last of them went. */
  emptySinceMs: number
  #waiting: Waiting[] = []
  // It moves on instead of shifting, which would cost the length of the queue each time.
  #first = 0
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
    this.emptySinceMs = nowMs()
  }

  get length(): number {
    return this.#waiting.length - this.#first
  }

  /** How long the first has waited; 0 of nobody. */
  firstWaitedMs(nowMs: number): number {
    const first = this.#waiting[this.#first]
    return first ? nowMs - first.sinceMs : 0
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting)
  }

  take(): Waiting | undefined {
    const next = this.#waiting[this.#first++]
    if (this.#first >= this.#waiting.length) {
      this.emptySinceMs = this.#nowMs()
      this.#waiting = []
      this.#first = 0
    } else if (this.#first > 1_000) {
      this.#waiting = this.#waiting.slice(this.#first)
      this.#first = 0
    }
    return next
  }
}
