import type { SearchSchemaInput } from '@tanstack/react-router'
import { type CandlePeriod, candlePeriods } from '#contract/calls/market.ts'
import { parseMarketSymbolParamOrDefault } from '#widgets/market/requestedSymbol.ts'

const chartTabs = ['depth', 'trades', 'info'] as const
export type ChartTab = (typeof chartTabs)[number]

export interface ChartSearchParams {
  symbol: string
  period: CandlePeriod
  /** Without one: the book where there is a real one, else what the market is. */
  tab?: ChartTab
  /** The chart has the whole screen; back leaves it. */
  full?: true
}

/** What the chart's address says, with everything odd put right. */
export const readChartSearchParams = (search: Partial<ChartSearchParams> & SearchSchemaInput): ChartSearchParams => {
  const tab = chartTabs.find((one) => one === search.tab)
  return {
    symbol: parseMarketSymbolParamOrDefault(search.symbol),
    period: candlePeriods.find((period) => period === search.period) ?? '15m',
    ...(tab && { tab }),
    ...(search.full === true && { full: true }),
  }
}
