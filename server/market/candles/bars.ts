import { type CandlePeriod, candlePeriods } from '#contract/calls/market.ts'
import type { FeedMode } from '#contract/states.ts'
import { type Bar, barFromPrice, addPriceToBar } from './bar.ts'
import { barOpenSecond } from './periods.ts'

export interface SymbolPeriodBar {
  symbol: string
  period: CandlePeriod
  bar: Bar
}

/** The bar being made of every symbol and period, and those that are made but not stored yet. */
export interface BarAggregator {
  /** Takes one second's prices into all periods. */
  fold(sec: number, prices: Iterable<readonly [symbol: string, price: bigint, mode: FeedMode]>): void
  current(symbol: string, period: CandlePeriod): Bar | undefined
  /** Bars that opened and closed since they were last stored, oldest first. */
  unstored(symbol: string, period: CandlePeriod): readonly Bar[]
  /** Everything that the database does not have yet. `done` is called when it has, `failed` when it could not take it. */
  toStore(): { rows: SymbolPeriodBar[]; done(): void; failed(): void }
  /** Puts a bar back as it was stored. */
  restore(placed: SymbolPeriodBar): void
  /** Forgets everything; it is in the database. */
  clear(): void
  /** Forgets the closed bars that another server stored: those that ended by this second. */
  forgetStored(foldedSec: number): void
}

export interface BarAggregatorOptions {
  /** The generated part of a bar that began before the first second ever recorded. */
  begunBefore(symbol: string, period: CandlePeriod, openSec: number): Bar | undefined
  onClose(placed: SymbolPeriodBar): void
}

interface Slot {
  symbol: string
  period: CandlePeriod
  current: Bar | undefined
  isDirty: boolean
  closed: Bar[]
}

export function createBarAggregator({ begunBefore, onClose }: BarAggregatorOptions): BarAggregator {
  const slots = new Map<string, Record<CandlePeriod, Slot>>()
  const of = (symbol: string): Record<CandlePeriod, Slot> => {
    let row = slots.get(symbol)
    if (!row) {
      row = {} as Record<CandlePeriod, Slot>
      for (const period of candlePeriods) row[period] = { symbol, period, current: undefined, isDirty: false, closed: [] }
      slots.set(symbol, row)
    }
    return row
  }

  const take = (slot: Slot, openSec: number, price: bigint, mode: FeedMode): void => {
    const bar = slot.current
    slot.isDirty = true
    if (bar?.openSec === openSec) {
      addPriceToBar(bar, price)
      return
    }
    // A second that is older than the bar being made cannot be put in any more.
    if (bar && openSec < bar.openSec) return
    const generated = begunBefore(slot.symbol, slot.period, openSec)
    slot.current = generated ? { ...generated, mode } : barFromPrice(openSec, price, mode)
    addPriceToBar(slot.current, price)
    if (bar) {
      slot.closed.push(bar)
      onClose({ symbol: slot.symbol, period: slot.period, bar })
    }
  }

  return {
    fold: (sec, prices) => {
      const opens = candlePeriods.map((period) => barOpenSecond(period, sec))
      for (const [symbol, price, mode] of prices) {
        const row = of(symbol)
        for (let at = 0; at < candlePeriods.length; at++) take(row[candlePeriods[at]!], opens[at]!, price, mode)
      }
    },
    current: (symbol, period) => slots.get(symbol)?.[period].current,
    unstored: (symbol, period) => slots.get(symbol)?.[period].closed ?? [],
    toStore: () => {
      const all = [...slots.values()].flatMap((row) => Object.values(row))
      const snapshot = all.map((slot) => ({
        slot,
        closed: slot.closed.length,
        dirty: slot.isDirty && slot.current ? slot.current : undefined,
      }))
      const rows = snapshot.flatMap(({ slot: { symbol, period, closed }, dirty }) =>
        [...closed, ...(dirty ? [dirty] : [])].map((bar) => ({ symbol, period, bar })),
      )
      for (const slot of all) slot.isDirty = false
      const done = () => snapshot.forEach(({ slot, closed }) => void slot.closed.splice(0, closed))
      const failed = () => snapshot.forEach(({ slot, dirty }) => void (slot.isDirty ||= dirty !== undefined))
      return { rows, done, failed }
    },
    clear: () => slots.clear(),
    forgetStored: (foldedSec) => {
      // A closed bar before the last one ended where the next begins; the last one where the bar being made begins.
      for (const row of slots.values())
        for (const period of candlePeriods)
          row[period].closed = row[period].closed.filter(
            (_, at, all) => ((all[at + 1] ?? row[period].current)?.openSec ?? Infinity) > foldedSec,
          )
    },
    restore: ({ symbol, period, bar }) => {
      of(symbol)[period].current = bar
    },
  }
}
