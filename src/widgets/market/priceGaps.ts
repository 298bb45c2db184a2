import type { MarketSymbol, CandlePeriod } from '#contract/calls/market.ts'

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
/** Longer than any weekend of metals and currencies. */
const weekendMs = 4 * 1_440 * minuteMs

/** A time without prices, in ms: from the end of the last bar before it to the first one after. */
export interface PriceGap {
  fromMs: number
  untilMs: number
}

/** Between these two bars, oldest first, there is a time without prices that no session explains; undefined where there is none. */
export function findPriceGap(
  beforeMs: number,
  afterMs: number,
  period: CandlePeriod,
  category: MarketSymbol['category'],
): PriceGap | undefined {
  const fromMs = beforeMs + periodMs[period]
  const missingMs = afterMs - fromMs
  return missingMs > 0 && (category === 'crypto' || missingMs > weekendMs) ? { fromMs, untilMs: afterMs } : undefined
}
