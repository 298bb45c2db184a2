import { setImmediate as breathe } from 'node:timers/promises'
import type { Candle, CandlePeriod } from '#contract/calls/market.ts'
import { asInstant } from '#contract/time.ts'
import { formatScaledPrice } from '#rules/scaled.ts'
import type { SymbolSpec } from '../market.ts'
import type { CandleStore } from '../record/candleStore.ts'
import type { Bar } from './bar.ts'
import type { BarAggregator } from './bars.ts'
import type { GeneratedHistory } from './history.ts'
import { barPeriodSeconds } from './periods.ts'

/** Generated bars of so many seconds are drawn in one go. */
const generatedAtOnce = 60 * 86_400

interface CandleSources {
  bySymbol: ReadonlyMap<string, SymbolSpec>
  bars: BarAggregator
  store: Pick<CandleStore, 'bars'>
  history(symbol: string): GeneratedHistory | undefined
}

/** Candles from memory, from storage, and from the generated past, in one row. */
export function createCandleReader({ bySymbol, bars, store, history }: CandleSources) {
  const candleOf = (symbol: string) => {
    const digits = bySymbol.get(symbol)!.priceScale
    return (bar: Bar): Candle => [
      asInstant(bar.openSec * 1000),
      formatScaledPrice(bar.open, digits),
      formatScaledPrice(bar.high, digits),
      formatScaledPrice(bar.low, digits),
      formatScaledPrice(bar.close, digits),
      null,
      bar.mode,
    ]
  }

  const candles = async (symbol: string, period: CandlePeriod, limit: number, beforeMs?: number): Promise<Candle[]> => {
    const beforeSec = beforeMs === undefined ? 10 ** 12 : Math.ceil(beforeMs / 1000)
    // Memory is read before storage and again after it: a bar that is being stored meanwhile is then in one of the two.
    const inMemory = (): Bar[] => {
      const current = bars.current(symbol, period)
      return [...bars.unstored(symbol, period), ...(current ? [current] : [])]
    }
    const before = inMemory()
    const made = new Map((await store.bars(symbol, period, beforeSec, limit)).map((bar) => [bar.openSec, bar]))
    for (const bar of [...before, ...inMemory()]) if (bar.openSec < beforeSec) made.set(bar.openSec, bar)
    const known = [...made.values()].toSorted((a, b) => a.openSec - b.openSec).slice(-limit)
    const generated = await generatedBars(symbol, period, known[0]?.openSec ?? beforeSec, limit - known.length)
    return [...generated, ...known].map(candleOf(symbol))
  }

  /** A few at a time, so that ten years of weeks hold up nobody else. */
  const generatedBars = async (symbol: string, period: CandlePeriod, beforeSec: number, limit: number): Promise<Bar[]> => {
    const most = Math.max(1, Math.floor(generatedAtOnce / barPeriodSeconds[period]))
    let found: Bar[] = []
    for (let missing = limit; missing > 0; missing = limit - found.length) {
      if (found.length > 0) await breathe()
      const older = history(symbol)?.bars(period, found[0]?.openSec ?? beforeSec, Math.min(missing, most)) ?? []
      if (older.length === 0) break
      found = [...older, ...found]
    }
    return found
  }

  return { candles, candleOf }
}
