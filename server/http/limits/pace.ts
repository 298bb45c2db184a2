/** Over about so many turns their mean is taken. */
const turnsMeasured = 50

/** How soon one turn came after the other lately, while there were no free ones. */
export class AverageTurnInterval {
  turnEveryMs = 0
  #lastTurnMs: number | undefined
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Where a turn was free, the next one says nothing of the pace. */
  turnEnded(wasFree: boolean): void {
    if (wasFree) {
      this.#lastTurnMs = undefined
      return
    }
    const now = this.#nowMs()
    if (this.#lastTurnMs !== undefined) this.turnEveryMs += (now - this.#lastTurnMs - this.turnEveryMs) / turnsMeasured
    this.#lastTurnMs = now
  }
}
