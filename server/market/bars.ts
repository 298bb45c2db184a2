import { type Period, periods } from '#contract/calls/market.ts'
import type { FeedMode } from '#contract/states.ts'
import { type Bar, barFrom, fold } from './bar.ts'
import { barOpen } from './periods.ts'

export interface PlacedBar {
  symbol: string
  period: Period
  bar: Bar
}

/** The bar being made of every symbol and period, and those that are made but not stored yet. */
export interface Bars {
  /** Takes one second's prices into all periods. */
  fold(sec: number, prices: Iterable<readonly [symbol: string, price: bigint, mode: FeedMode]>): void
  current(symbol: string, period: Period): Bar | undefined
  /** Bars that opened and closed since they were last stored, oldest first. */
  unstored(symbol: string, period: Period): readonly Bar[]
  /** Everything that the database does not have yet. `done` is called when it has, `failed` when it could not take it. */
  toStore(): { rows: PlacedBar[]; done(): void; failed(): void }
  /** Puts a bar back as it was stored. */
  restore(placed: PlacedBar): void
  /** Forgets everything; it is in the database. */
  clear(): void
  /** Forgets the closed bars that another server stored: those that ended by this second. */
  forgetStored(foldedSec: number): void
}

export interface BarsOptions {
  /** The generated part of a bar that began before the first second ever recorded. */
  begunBefore(symbol: string, period: Period, openSec: number): Bar | undefined
  onClose(placed: PlacedBar): void
}

interface Slot {
  symbol: string
  period: Period
  current: Bar | undefined
  isDirty: boolean
  closed: Bar[]
}

export function createBars({ begunBefore, onClose }: BarsOptions): Bars {
  const slots = new Map<string, Record<Period, Slot>>()
  const of = (symbol: string): Record<Period, Slot> => {
    let row = slots.get(symbol)
    if (!row) {
      row = Object.fromEntries(
        periods.map((period) => [period, { symbol, period, current: undefined, isDirty: false, closed: [] }]),
      ) as unknown as Record<Period, Slot>
      slots.set(symbol, row)
    }
    return row
  }

  const take = (slot: Slot, openSec: number, price: bigint, mode: FeedMode): void => {
    const bar = slot.current
    slot.isDirty = true
    if (bar?.openSec === openSec) {
      fold(bar, price)
      return
    }
    // A second that is older than the bar being made cannot be put in any more.
    if (bar && openSec < bar.openSec) return
    const generated = begunBefore(slot.symbol, slot.period, openSec)
    slot.current = generated ? { ...generated, mode } : barFrom(openSec, price, mode)
    fold(slot.current, price)
    if (bar) {
      slot.closed.push(bar)
      onClose({ symbol: slot.symbol, period: slot.period, bar })
    }
  }

  return {
    fold: (sec, prices) => {
      const opens = periods.map((period) => barOpen(period, sec))
      for (const [symbol, price, mode] of prices) {
        const row = of(symbol)
        for (let at = 0; at < periods.length; at++) take(row[periods[at]!], opens[at]!, price, mode)
      }
    },
    current: (symbol, period) => slots.get(symbol)?.[period].current,
    unstored: (symbol, period) => slots.get(symbol)?.[period].closed ?? [],
    toStore: () => {
      const all = [...slots.values()].flatMap((row) => Object.values(row))
      const taken = all.map((slot) => ({
        slot,
        closed: slot.closed.length,
        dirty: slot.isDirty && slot.current ? slot.current : undefined,
      }))
      const rows = taken.flatMap(({ slot: { symbol, period, closed }, dirty }) =>
        [...closed, ...(dirty ? [dirty] : [])].map((bar) => ({ symbol, period, bar })),
      )
      for (const slot of all) slot.isDirty = false
      const done = () => taken.forEach(({ slot, closed }) => void slot.closed.splice(0, closed))
      const failed = () => taken.forEach(({ slot, dirty }) => void (slot.isDirty ||= dirty !== undefined))
      return { rows, done, failed }
    },
    clear: () => slots.clear(),
    forgetStored: (foldedSec) => {
      // A closed bar before the last one ended where the next begins; the last one where the bar being made begins.
      for (const row of slots.values())
        for (const period of periods)
          row[period].closed = row[period].closed.filter(
            (_, at, all) => ((all[at + 1] ?? row[period].current)?.openSec ?? Infinity) > foldedSec,
          )
    },
    restore: ({ symbol, period, bar }) => {
      of(symbol)[period].current = bar
    },
  }
}
