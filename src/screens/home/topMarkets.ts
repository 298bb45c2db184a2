import { decimalToPlotNumber } from '#rules/plot.ts'
import { hasTurnover, type ListedMarket, turnoverUsdtForSorting } from '#widgets/market/listedMarket.ts'

export const moverListKinds = ['hot', 'gainers', 'losers', 'turnover'] as const
export type MoverListKind = (typeof moverListKinds)[number]
export const moverRowCount = 5

/** The first five markets of a list. Where no market has a turnover, that list is by how far apart high and low of 24 hours are. */
export function topMarkets(markets: readonly ListedMarket[], list: MoverListKind): ListedMarket[] {
  if (list === 'hot') return markets.toSorted((a, b) => a.hot - b.hot).slice(0, moverRowCount)
  return largest(markets, measures[list === 'turnover' && !markets.some(hasTurnover) ? 'range' : list])
}

type Measure = (market: ListedMarket, markets: readonly ListedMarket[]) => number

const measures: Record<Exclude<MoverListKind, 'hot'> | 'range', Measure> = {
  // How far a market moved the way that the list is about; one without a rate moved nowhere.
  gainers: ({ riseRate }) => decimalToPlotNumber(riseRate ?? '0'),
  losers: ({ riseRate }) => -decimalToPlotNumber(riseRate ?? '0'),
  turnover: turnoverUsdtForSorting,
  range: ({ range }) => range ?? 0,
}

const largest = (markets: readonly ListedMarket[], measure: Measure): ListedMarket[] =>
  markets
    .map((market) => ({ market, size: measure(market, markets) }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, moverRowCount)
    .map(({ market }) => market)
