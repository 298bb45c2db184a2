import type { Candle, MarketWithPrice, CandlePeriod } from '#contract/calls/market.ts'
import { isEverOpenWithin } from '#rules/sim/openHours.ts'

const minuteMs = 60_000
const periodMs: Record<CandlePeriod, number> = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '30m': 30 * minuteMs,
  '1h': 60 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': 1_440 * minuteMs,
  '1w': 10_080 * minuteMs,
}
/** A time without prices, in ms: from the end of the last bar before it to the first one after. */
export interface PriceDataGap {
  fromMs: number
  untilMs: number
}

/** Between these two bars, given by when they begin, there is a time without prices in which the market was open; undefined where there is none. */
export function findPriceDataGap(
  beforeMs: number,
  afterMs: number,
  period: CandlePeriod,
  category: MarketWithPrice['category'],
): PriceDataGap | undefined {
  const fromMs = beforeMs + periodMs[period]
  return afterMs > fromMs && isEverOpenWithin(category, fromMs / 1000, afterMs / 1000) ? { fromMs, untilMs: afterMs } : undefined
}

/** Every such time between bars, oldest first. */
export const priceDataGapsInCandles = (
  candles: readonly Candle[],
  period: CandlePeriod,
  category: MarketWithPrice['category'],
): PriceDataGap[] => candles.flatMap(([atMs], at) => findPriceDataGap(candles[at - 1]?.[0] ?? atMs, atMs, period, category) ?? [])
