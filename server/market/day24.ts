import type { Bar } from './bar.ts'
import { largerOf, smallerOf } from './scaled.ts'

interface Day {
  open: bigint
  high: bigint
  low: bigint
}

/** What the last 24 h were, from five-minute bars, and the closes of the last hours. Kept in memory, per symbol. */
export interface Day24 {
  add(period: '5m' | '1h', symbol: string, bar: Bar): void
  /** Begins with these closed bars, oldest first. */
  fill(period: '5m' | '1h', symbol: string, bars: readonly Bar[]): void
  /** The 24 h that end at `sec`, with the bar being made. */
  of(symbol: string, sec: number, current: Bar | undefined): Day | undefined
  /** At most 24 hourly closes, oldest first; the last is the price now. */
  spark(symbol: string, current: Bar | undefined): bigint[]
}

const daySeconds = 86_400
const fiveMinutes = 300
export const fivesKept = daySeconds / fiveMinutes + 1
export const hoursKept = 24

export function createDay24(): Day24 {
  const fives = new Map<string, Bar[]>()
  const hours = new Map<string, Bar[]>()
  const cached = new Map<string, { first: number; last: Bar | undefined; day: Day | undefined }>()

  /** The closed bars' part changes only when one closes or one falls out of the window. */
  const closedPart = (symbol: string, fromSec: number): Day | undefined => {
    const bars = fives.get(symbol) ?? []
    const first = bars.findIndex((bar) => bar.openSec > fromSec)
    const last = bars.at(-1)
    const known = cached.get(symbol)
    if (known && known.first === first && known.last === last) return known.day
    const day = first < 0 ? undefined : bars.slice(first).reduce<Day | undefined>(join, undefined)
    cached.set(symbol, { first, last, day })
    return day
  }

  return {
    fill: (period, symbol, bars) => {
      ;(period === '5m' ? fives : hours).set(symbol, bars.slice(-(period === '5m' ? fivesKept : hoursKept)))
      cached.delete(symbol)
    },
    add: (period, symbol, bar) => {
      const kept = period === '5m' ? fives : hours
      const bars = kept.get(symbol) ?? []
      bars.push(bar)
      if (bars.length > (period === '5m' ? fivesKept : hoursKept)) bars.shift()
      kept.set(symbol, bars)
    },
    of: (symbol, sec, current) => {
      const closed = closedPart(symbol, sec - daySeconds - fiveMinutes)
      return current ? join(closed, current) : closed
    },
    spark: (symbol, current) =>
      [...(hours.get(symbol) ?? []).map((bar) => bar.close), ...(current ? [current.close] : [])].slice(-hoursKept),
  }
}

const join = (day: Day | undefined, bar: Bar): Day =>
  day
    ? { open: day.open, high: largerOf(day.high, bar.high), low: smallerOf(day.low, bar.low) }
    : { open: bar.open, high: bar.high, low: bar.low }
