import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Candle, MarketWithPrice } from '#contract/calls/market.ts'
import { formatDateTime } from '#i18n/date.ts'
import { formatAmount, formatSignedPercent } from '#i18n/number.ts'
import { compareDecimals, divide, subtract } from '#rules/decimal.ts'

/** The chart in a sentence or two, for those who read rather than look (docs/rules/interface.md). `open` counts the person's positions in it. */
export function useChartDescription(listed: MarketWithPrice, candles: readonly Candle[] | undefined, open: number): string {
  const { t } = useLingui()
  const [first, last] = [candles?.[0], candles?.at(-1)]
  const name = listed.name
  if (!candles || !first || !last) return t`${name}: no bars to show yet.`
  const price = formatAmount(last[4], listed.priceScale)
  const change = formatSignedPercent(divide(subtract(last[4], first[1]), first[1]))
  const since = formatDateTime(first[0])
  const high = formatAmount(extreme(candles, 2, 1), listed.priceScale)
  const low = formatAmount(extreme(candles, 3, -1), listed.priceScale)
  const bars = t`${name} is at ${price}, ${change} since ${since}. In between it went as high as ${high} and as low as ${low}.`
  if (open === 0) return bars
  return `${bars} ${t`${plural(open, { one: 'You have # open position here.', other: 'You have # open positions here.' })}`}`
}

/** The largest (side 1) or smallest (side -1) figure in one column of the bars. */
const extreme = (candles: readonly Candle[], column: 2 | 3, side: 1 | -1): string =>
  candles.map((bar) => bar[column]).reduce((best, price) => (compareDecimals(price, best) === side ? price : best))
