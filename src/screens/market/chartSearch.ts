import type { SearchSchemaInput } from '@tanstack/react-router'
import { type Period, periods } from '#contract/calls/market.ts'
import { askedSymbol } from '#widgets/askedSymbol.ts'

const chartTabs = ['depth', 'trades', 'info'] as const
export type ChartTab = (typeof chartTabs)[number]

export interface ChartSearch {
  symbol: string
  period: Period
  /** Without one: the book where there is a real one, else what the market is. */
  tab?: ChartTab
  /** The chart has the whole screen; back leaves it. */
  full?: true
}

/** What the chart's address says, with everything odd put right. */
export const chartSearch = (search: Partial<ChartSearch> & SearchSchemaInput): ChartSearch => {
  const tab = chartTabs.find((one) => one === search.tab)
  return {
    symbol: askedSymbol(search.symbol),
    period: periods.find((period) => period === search.period) ?? '15m',
    ...(tab && { tab }),
    ...(search.full === true && { full: true }),
  }
}
