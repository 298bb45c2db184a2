import { toPlotNumber } from '#rules/plot.ts'
import type { ListedMarket } from '#widgets/useListedMarkets.ts'

export const lists = ['hot', 'gainers', 'losers', 'turnover'] as const
export type List = (typeof lists)[number]
export const rows = 5

export const hasTurnover = ({ turnover }: ListedMarket): boolean => toPlotNumber(turnover ?? '0') > 0

/** The first five markets of a list. Where no market has a turnover, that list is by how far apart high and low of 24 hours are. */
export function topMarkets(markets: readonly ListedMarket[], list: List): ListedMarket[] {
  if (list === 'hot') return markets.toSorted((a, b) => a.hot - b.hot).slice(0, rows)
  return largest(markets, measures[list === 'turnover' && !markets.some(hasTurnover) ? 'range' : list])
}

type Measure = (market: ListedMarket, markets: readonly ListedMarket[]) => number

const measures: Record<Exclude<List, 'hot'> | 'range', Measure> = {
  // How far a market moved the way that the list is about; one without a rate moved nowhere.
  gainers: ({ riseRate }) => toPlotNumber(riseRate ?? '0'),
  losers: ({ riseRate }) => -toPlotNumber(riseRate ?? '0'),
  turnover: ({ turnover, quote }, markets) => toPlotNumber(turnover ?? '0') * dollarsOf(quote, markets),
  range: ({ range }) => range ?? 0,
}

const largest = (markets: readonly ListedMarket[], measure: Measure): ListedMarket[] =>
  markets
    .map((market) => ({ market, size: measure(market, markets) }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size)
    .slice(0, rows)
    .map(({ market }) => market)

/** What one of a currency is worth, to compare turnovers by; 0 where no listed market tells. */
const dollarsOf = (currency: string, markets: readonly ListedMarket[]): number =>
  /^USDT?$/.test(currency) ? 1 : toPlotNumber(markets.find(({ base, quote }) => base === currency && /^USDT?$/.test(quote))?.price ?? '0')
