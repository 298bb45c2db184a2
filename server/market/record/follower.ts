import { maxFeedCatchUpSeconds } from '../feeds/feed.ts'
import type { InMemoryMarketState } from '../marketState.ts'
import { extractStoredPrices } from './recordBytes.ts'
import { restoreMarketState } from './resumeMarket.ts'

interface View {
  /** How far the record is read. */
  sec: number
  /** The markets whose newest price is to be shown. */
  changed: Set<string>
  /** From where on the recorder's candles hold more than its records. */
  gapSec: number | undefined
}

/** Follows another server's record, so that this one shows the same prices and candles as the one that records. */
export class PriceRecordFollower {
  readonly #state: InMemoryMarketState
  /** Undefined until the record was read from storage, and after this server began to record. */
  #view: View | undefined

  constructor(state: InMemoryMarketState) {
    this.#state = state
  }

  /** Reads what was recorded since. Gives the markets to be shown: none before `shows`, for their listeners may still be at work. */
  async read(shows: boolean): Promise<ReadonlySet<string>> {
    const state = this.#state
    const view = (this.#view ??= await this.#resume())
    for (let count = maxFeedCatchUpSeconds; count === maxFeedCatchUpSeconds; ) {
      const seconds = await state.store.secondsAfter(view.sec, maxFeedCatchUpSeconds)
      count = seconds.length
      for (const { sec, prices: stored } of seconds) {
        if (sec > view.sec + 1) view.gapSec = sec
        view.sec = sec
        const prices = extractStoredPrices(stored)
        state.fold(sec, prices)
        state.setNewest(sec, prices)
        for (const symbol of prices.keys()) view.changed.add(symbol)
      }
    }
    if (!shows) return new Set()
    const { changed } = view
    view.changed = new Set()
    return changed
  }

  /** This server records now. */
  end(): void {
    this.#view = undefined
  }

  /** What the recording server stored of the candles need not be kept here; what it filled in where no record was is read from there. */
  async tidy(): Promise<void> {
    const view = this.#view
    if (!view) return
    const foldedSec = await this.#state.store.foldedSec()
    if (this.#view !== view) return
    if (view.gapSec !== undefined && foldedSec >= view.gapSec) this.#view = undefined
    else this.#state.bars.forgetStored(foldedSec)
  }

  async #resume(): Promise<View> {
    const { specs, mark } = this.#state
    const lastSec = await restoreMarketState(this.#state, false)
    return { sec: lastSec ?? mark.genesisSec - 1, changed: new Set(specs.map(({ symbol }) => symbol)), gapSec: undefined }
  }
}
