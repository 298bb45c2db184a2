import { setImmediate as breathe } from 'node:timers/promises'
import type { PeerBroadcast } from '#db/pubsub.ts'
import { fromScaledPrice } from '#rules/scaled.ts'
import { maxFeedCatchUpSeconds, type FeedTick } from '../feeds/feed.ts'
import type { DueMarketInputTracker } from './inputs.ts'
import type { RecorderLease } from './lease.ts'
import { addListener } from '../listeners.ts'
import type { PriceRecordSecond } from '../market.ts'
import type { InMemoryMarketState } from '../marketState.ts'
import type { PriceRecordDayInitializer } from './recordDays.ts'
import { extractStoredPrices, type StoredPrice } from './recordBytes.ts'
import { restoreMarketState } from './resumeMarket.ts'
import { isFencedWriteError } from './store.ts'
import { newestFutureTickSecond, filterValidFeedTicks } from './validateTicks.ts'
import { withTimeout } from '../../core/withTimeout.ts'

type RecordListener = (record: PriceRecordSecond) => void | Promise<void>
type Prices = FeedTick['prices']

interface RecorderParts {
  state: InMemoryMarketState
  /** What is published beside the prices. */
  inputs: DueMarketInputTracker
  days: PriceRecordDayInitializer
  lease: RecorderLease | undefined
  notices: PeerBroadcast | undefined
  report(message: string, error?: unknown): void
}

const writeLimitMs = 1500

/**
 * Records prices, on the one server that holds the lease. Each second goes one way: it is written; only then do its prices become the newest
 * and the candles' close; then the listeners hear of it, in order. A second that could not be written fills the candles and is otherwise as
 * if the server had slept.
 */
export class PriceRecorder {
  readonly #parts: RecorderParts
  readonly #listeners = new Set<RecordListener>()
  /** The number of the lease under which this server records; undefined while it follows another. */
  #fence: number | undefined
  /** A write that was given up may still have happened: then its second is heard before the next. */
  #mayOweSec = false
  #writtenHeardSec = 0
  #aheadSec: number | undefined
  #isAheadReported = false

  constructor(parts: RecorderParts) {
    this.#parts = parts
  }

  get fence(): number | undefined {
    return this.#fence
  }

  /** The newest second that the feed gave last, where it lies ahead of the clock. */
  get aheadSec(): number | undefined {
    return this.#aheadSec
  }

  /** Called once per record, in order, and awaited before the next. Gives back how to stop listening. */
  onRecord(listener: RecordListener): () => void {
    return addListener(this.#listeners, listener)
  }

  /** From here on this server records: it goes on where the record ends, as after a restart. */
  async begin(fence: number): Promise<void> {
    const { state, inputs } = this.#parts
    await restoreMarketState(state, true)
    await this.#notifyUnheard(fence)
    await this.#writeHeard()
    this.#fence = fence
    inputs.forget()
  }

  /** Another server records now. */
  end(): void {
    this.#fence = undefined
  }

  /** Records every second that is due. Gives the markets whose newest price changed. */
  async catchUp(fence: number): Promise<ReadonlySet<string>> {
    const { state, days } = this.#parts
    const changed = new Set<string>()
    await days.prepareToday()
    for (let count = maxFeedCatchUpSeconds; count === maxFeedCatchUpSeconds && this.#holds(fence); ) {
      const nowMs = state.clock.now()
      const ticks = state.feed.due(nowMs)
      count = ticks.length
      this.#noteAhead(ticks, nowMs)
      const isListed = (symbol: string) => state.bySymbol.has(symbol)
      const seconds = filterValidFeedTicks(ticks, { afterSec: state.mark.foldedSec, nowMs, isListed })
      if (seconds.length > 0) await this.#record(seconds, changed, fence)
      if (this.#fence === undefined) break
      await this.#writeHeard()
      if (count === maxFeedCatchUpSeconds) await breathe()
    }
    return changed
  }

  #holds(fence: number): boolean {
    const { lease } = this.#parts
    return !lease || lease.fence() === fence
  }

  async #record(seconds: readonly FeedTick[], changed: Set<string>, fence: number): Promise<void> {
    const { state } = this.#parts
    const facts = await this.#write(seconds.filter(isFact), fence)
    if (!facts) return
    for (const { sec, prices: ticks } of seconds) {
      const prices = facts.get(sec)
      state.fold(sec, prices ?? ticks)
      if (!prices) continue
      state.setNewest(sec, prices)
      for (const symbol of prices.keys()) changed.add(symbol)
      if (this.#mayOweSec) await this.#notifyUnheard(fence, sec)
      this.#mayOweSec = false
      await this.#notify(sec, prices, fence)
    }
  }

  /** What is recorded of these seconds now: theirs, or what another server wrote first. None when they could not be written, undefined when another server records now. */
  async #write(seconds: readonly FeedTick[], fence: number): Promise<ReadonlyMap<number, Prices> | undefined> {
    const { state, inputs, lease, notices, report } = this.#parts
    if (seconds.length === 0) return new Map()
    try {
      const standing = await withTimeout(writeLimitMs, this.#writeWithInputs(seconds, fence))
      notices?.publish('record', state.feed.name)
      return new Map([
        ...seconds.map(({ sec, prices }) => [sec, prices] as const),
        ...standing.map(({ sec, prices }) => [sec, extractStoredPrices(prices)] as const),
      ])
    } catch (error) {
      inputs.forget()
      if (lease && isFencedWriteError(error)) {
        this.#fence = undefined
        lease.lose()
        return undefined
      }
      this.#mayOweSec = true
      report(`prices of second ${seconds[0]!.sec} were not recorded`, error)
      return new Map()
    }
  }

  /** What else is published goes with the prices of its second, or not at all. */
  async #writeWithInputs(seconds: readonly FeedTick[], fence: number) {
    const { state, inputs } = this.#parts
    const rows = seconds.map(({ sec, prices, raw }) => ({
      sec,
      prices: new Map<string, StoredPrice>([...prices].map(([symbol, price]) => [symbol, { price, mode: state.feed.modeOf(symbol) }])),
      ...(raw ? { raw } : {}),
    }))
    const due = await inputs.due(rows.map(({ sec }) => sec))
    const standing = await state.store.write(rows, fence, due)
    if (standing.length > 0) inputs.forget()
    else inputs.done(due)
    return standing
  }

  /** A server that lost the lease meanwhile leaves the rest to its successor, which hears all that is not marked as heard. */
  async #notify(sec: number, prices: Prices, fence: number): Promise<void> {
    const { state, report } = this.#parts
    if (!this.#holds(fence)) return
    const record: PriceRecordSecond = {
      sec,
      prices: new Map([...prices].map(([symbol, price]) => [symbol, fromScaledPrice(price)])),
      fence,
    }
    for (const listener of this.#listeners) {
      try {
        await listener(record)
      } catch (error) {
        report(`a listener failed on second ${sec}`, error)
      }
    }
    if (this.#holds(fence)) state.mark.heardSec = Math.max(state.mark.heardSec, sec)
  }

  /** A server killed between writing a record and acting on it owes that: its listeners hear it first of all. */
  async #notifyUnheard(fence: number, beforeSec = Number.POSITIVE_INFINITY): Promise<void> {
    const { mark, store } = this.#parts.state
    if (mark.heardSec === 0) return
    for (let count = maxFeedCatchUpSeconds, fromSec = mark.heardSec; count === maxFeedCatchUpSeconds; ) {
      const seconds = await store.secondsAfter(fromSec, maxFeedCatchUpSeconds)
      count = seconds.length
      for (const { sec, prices } of seconds) if (sec < beforeSec) await this.#notify(sec, extractStoredPrices(prices), fence)
      fromSec = seconds.at(-1)?.sec ?? fromSec
    }
  }

  async #writeHeard(): Promise<void> {
    const { state, notices, report } = this.#parts
    const sec = state.mark.heardSec
    if (sec === this.#writtenHeardSec) return
    try {
      await withTimeout(writeLimitMs, state.store.writeHeard(sec))
      this.#writtenHeardSec = sec
      notices?.publish('heard', state.feed.name)
    } catch (error) {
      report(`that second ${sec} is done was not written`, error)
    }
  }

  /** A second ahead of our clock is not recorded; it is said once, and shown in the health for as long as the feed goes on like that. */
  #noteAhead(ticks: readonly FeedTick[], nowMs: number): void {
    const { state, report } = this.#parts
    if (ticks.length === 0) return
    this.#aheadSec = newestFutureTickSecond(ticks, nowMs)
    if (this.#aheadSec === undefined || this.#isAheadReported) return
    this.#isAheadReported = true
    report(
      `${state.feed.name} gave second ${this.#aheadSec}, ahead of this server's clock at ${Math.floor(nowMs / 1000)}: such seconds are not recorded`,
    )
  }
}

const isFact = (second: FeedTick): boolean => !second.missed && second.prices.size > 0
