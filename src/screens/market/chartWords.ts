import { t } from '@lingui/core/macro'
import type { Candle, MarketSymbol } from '#contract/calls/market.ts'
import { formatTime } from '#i18n/date.ts'
import { formatAmount, formatRate } from '#i18n/number.ts'
import { compare, divide, subtract } from '#rules/decimal.ts'

/** The chart in one sentence, for those who read rather than look (product §4.6). */
export function chartWords(listed: MarketSymbol, candles: readonly Candle[] | undefined): string {
  const [first, last] = [candles?.[0], candles?.at(-1)]
  const name = listed.name
  if (!candles || !first || !last) return t`${name}: no bars to show yet.`
  const price = formatAmount(last[4], listed.priceScale)
  const change = formatRate(divide(subtract(last[4], first[1]), first[1]))
  const since = formatTime(first[0])
  const high = formatAmount(extreme(candles, 2, 1), listed.priceScale)
  const low = formatAmount(extreme(candles, 3, -1), listed.priceScale)
  return t`${name} is at ${price}, ${change} since ${since}. In between it went as high as ${high} and as low as ${low}.`
}

/** The largest (side 1) or smallest (side -1) figure in one column of the bars. */
const extreme = (candles: readonly Candle[], column: 2 | 3, side: 1 | -1): string =>
  candles.map((bar) => bar[column]).reduce((best, price) => (compare(price, best) === side ? price : best))
