import type { Bar } from './bar.ts'
import { largerBigInt, smallerBigInt } from '#rules/scaled.ts'

interface Day {
  /** The second in which it begins. */
  openSec: number
  open: bigint
  high: bigint
  low: bigint
}

/** Where its first bar began; undefined where it reaches back the whole 24 h. After a time without prices it does not. */
export const shortDayStart = ({ openSec }: Day, sec: number): number | undefined => (openSec > sec - daySeconds ? openSec : undefined)

/** What the last 24 h were, from five-minute bars, and the closes of the last hours. Kept in memory, per symbol. */
export interface Rolling24hStats {
  add(period: '5m' | '1h', symbol: string, bar: Bar): void
  /** Begins with these closed bars, oldest first. */
  fill(period: '5m' | '1h', symbol: string, bars: readonly Bar[]): void
  /** The 24 h that end at `sec`, with the bar being made. */
  of(symbol: string, sec: number, current: Bar | undefined): Day | undefined
  /** The hourly closes since that second, at most 24, oldest first; the last is the price now. */
  spark(symbol: string, current: Bar | undefined, sinceSec: number): bigint[]
}

const daySeconds = 86_400
const fiveMinutes = 300
export const retainedFiveMinuteBarCount = daySeconds / fiveMinutes + 1
export const retainedHourlyBarCount = 24

export function createRolling24hStats(): Rolling24hStats {
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
      ;(period === '5m' ? fives : hours).set(symbol, bars.slice(-(period === '5m' ? retainedFiveMinuteBarCount : retainedHourlyBarCount)))
      cached.delete(symbol)
    },
    add: (period, symbol, bar) => {
      const candles = period === '5m' ? fives : hours
      const bars = candles.get(symbol) ?? []
      bars.push(bar)
      if (bars.length > (period === '5m' ? retainedFiveMinuteBarCount : retainedHourlyBarCount)) bars.shift()
      candles.set(symbol, bars)
    },
    of: (symbol, sec, current) => {
      const closed = closedPart(symbol, sec - daySeconds - fiveMinutes)
      return current ? join(closed, current) : closed
    },
    spark: (symbol, current, sinceSec) =>
      [...(hours.get(symbol) ?? []), ...(current ? [current] : [])]
        .filter(({ openSec }) => openSec >= sinceSec)
        .slice(-retainedHourlyBarCount)
        .map(({ close }) => close),
  }
}

const join = (day: Day | undefined, bar: Bar): Day =>
  day
    ? { ...day, high: largerBigInt(day.high, bar.high), low: smallerBigInt(day.low, bar.low) }
    : { openSec: bar.openSec, open: bar.open, high: bar.high, low: bar.low }
