import { serverDayAt } from '#contract/time.ts'
import type { InMemoryMarketState } from '../marketState.ts'
import type { SimSeedStore } from './simSeeds.ts'

const keepDays = 30

/** What has to stand before a day's first price: where prices are simulated the commitment to its seed, and the record's partition. */
export class PriceRecordDayInitializer {
  readonly #state: InMemoryMarketState
  readonly #seeds: SimSeedStore

  constructor(state: InMemoryMarketState, seeds: SimSeedStore) {
    this.#state = state
    this.#seeds = seeds
  }

  /** Makes today and the coming days ready, and drops the record of days past keeping. */
  async prepare(): Promise<void> {
    const { clock, feed, store, isReplay } = this.#state
    const nowMs = clock.now()
    if (feed.name === 'sim') await this.#seeds.publish(nowMs)
    if (!isReplay) await store.keepPartitions(nowMs, keepDays)
  }

  /** The same where today was never made ready: a server that slept for days goes on by what it promises now. */
  async prepareToday(): Promise<void> {
    const { clock, feed } = this.#state
    if (feed.name === 'sim' && !this.#seeds.isPublished(serverDayAt(clock.now()))) await this.prepare()
  }
}
