import type { PriceRecordFollower } from './follower.ts'
import type { InMemoryMarketState } from '../marketState.ts'
import type { PriceRecordDayInitializer } from './recordDays.ts'
import type { PriceRecorder } from './recorder.ts'

interface UpkeepParts {
  state: InMemoryMarketState
  recorder: Pick<PriceRecorder, 'fence'>
  follower: Pick<PriceRecordFollower, 'tidy'>
  days: Pick<PriceRecordDayInitializer, 'prepare'>
  report(message: string, error?: unknown): void
}

/** What is slow and not urgent, beside the seconds and one after the other: candles are stored each minute, days made ready each hour. */
export class MarketStorageUpkeep {
  readonly #parts: UpkeepParts
  #queue: Promise<void> = Promise.resolve()
  #minute = 0
  #hour = 0

  constructor(parts: UpkeepParts) {
    this.#parts = parts
  }

  /** Days are ready and there is nothing to store: the next minute and the next hour are the first that count. */
  start(): void {
    this.#minute = this.#minuteNow()
    this.#hour = Math.floor(this.#minute / 60)
  }

  /** Begins what a new minute or a new hour asks for. Called after each step, so that the clock of the market decides and not a timer. */
  check(): void {
    const minute = this.#minuteNow()
    const hour = Math.floor(minute / 60)
    if (minute !== this.#minute) void this.flush()
    if (hour !== this.#hour) void this.#later(() => this.#parts.days.prepare())
    this.#minute = minute
    this.#hour = hour
  }

  /** Stores the bars being made; on a server that follows, forgets those that the recorder stored. */
  flush(): Promise<void> {
    return this.#later(() => this.#storeBars())
  }

  async #storeBars(): Promise<void> {
    const { state, recorder, follower, report } = this.#parts
    if (recorder.fence === undefined) return follower.tidy()
    const { rows, done, failed } = state.bars.toStore()
    if (rows.length === 0) return
    try {
      if (await state.store.writeBars(rows, state.mark.foldedSec, recorder.fence)) done()
      else failed()
    } catch (error) {
      failed()
      report('candles were not stored; they stay in memory', error)
    }
  }

  #later(work: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(work).catch((error: unknown) => this.#parts.report('market upkeep failed', error))
    return this.#queue
  }

  #minuteNow(): number {
    return Math.floor(this.#parts.state.clock.now() / 60_000)
  }
}
