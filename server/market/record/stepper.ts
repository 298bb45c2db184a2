interface StepperParts {
  /** One step; `shows` is false where what was read may not be shown yet. */
  run(shows: boolean): Promise<void>
  /** Called after each step, also after one that failed. */
  afterStep(): void
  /** How long to wait for the next step from now. */
  nextInMs(): number
  report(message: string, error?: unknown): void
}

/**
 * Steps the market, one step at a time. Not a job of core/schedule.ts: a step is timed to the whole second instead of an interval with jitter,
 * and who asks for one while one is under way waits for that one.
 */
export class MarketStepper {
  readonly #parts: StepperParts
  #stepping: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isStarted = false
  #isStopped = false

  constructor(parts: StepperParts) {
    this.#parts = parts
  }

  get isStarted(): boolean {
    return this.#isStarted
  }

  /** Steps now, or waits for the step under way. */
  step(shows = true): Promise<void> {
    this.#stepping ??= this.#parts.run(shows).finally(() => {
      this.#stepping = undefined
      this.#parts.afterStep()
    })
    return this.#stepping
  }

  /** Steps now, or again as soon as the step under way is done. */
  stepSoon(shows: boolean): void {
    if (this.#isStopped) return
    const begun = this.#stepping
    const soon = begun ? begun.catch(() => {}).then(() => (this.#isStopped ? undefined : this.step(shows))) : this.step(shows)
    soon.catch(this.#fail)
  }

  /** From now on steps by itself. */
  start(): void {
    this.#isStarted = true
    this.#schedule()
  }

  /** No more steps by itself. Ends with the one under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#stepping?.catch(() => {})
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      void this.step()
        .catch(this.#fail)
        .finally(() => this.#isStopped || this.#schedule())
    }, this.#parts.nextInMs())
  }

  readonly #fail = (error: unknown): void => this.#parts.report('the market could not step', error)
}
