import { normalizeSearchText } from '#rules/fold.ts'
import { decimalToPlotNumber } from '#rules/plot.ts'
import { hasTurnover, type ListedMarket, turnoverUsdtForSorting } from '#widgets/market/listedMarket.ts'
import type { MarketListCategory, MarketSortKey } from './marketsSearch.ts'

export interface MarketListOptions {
  category: MarketListCategory
  sort: MarketSortKey
  /** The first press on anything but the name shows the largest first. */
  down: boolean
  keyword: string
}

/** The markets of a category that match, in order. What has no price, no range or no turnover is always last when that is the order. */
export function filterAndSortMarkets(
  markets: readonly ListedMarket[],
  favourites: readonly string[],
  { category, sort, down, keyword }: MarketListOptions,
): ListedMarket[] {
  const plainKeyword = normalizeMarketText(keyword)
  const matchingMarkets = markets.filter(
    (market) => inCategory(market, category, favourites) && (plainKeyword === '' || matches(market, plainKeyword)),
  )
  if (category === 'favourites' && sort === 'hot')
    return matchingMarkets.toSorted((a, b) => favourites.indexOf(a.symbol) - favourites.indexOf(b.symbol))
  const sortSign = down ? -1 : 1
  return matchingMarkets.toSorted(
    (a, b) => compareMarkets(a, b, sort, sortSign, markets) || a.hot - b.hot || (a.symbol < b.symbol ? -1 : 1),
  )
}

const inCategory = (market: ListedMarket, category: MarketListCategory, favourites: readonly string[]): boolean =>
  category === 'all' || (category === 'favourites' ? favourites.includes(market.symbol) : market.category === category)

const normalizeMarketText = (text: string): string => normalizeSearchText(text).replace(/[/\s-]/g, '')

const matches = ({ symbol, base, quote, name, englishName = '' }: ListedMarket, plainKeyword: string): boolean =>
  [symbol, base + quote, name, englishName].some((text) => normalizeMarketText(text).includes(plainKeyword))

function compareMarkets(a: ListedMarket, b: ListedMarket, sort: MarketSortKey, sortSign: 1 | -1, markets: readonly ListedMarket[]): number {
  if (sort === 'hot') return 0
  if (sort === 'name') return sortSign * (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0)
  const [x, y] = [measures[sort](a, markets), measures[sort](b, markets)]
  if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0)
  return sortSign * (x - y)
}

const plotted = (decimal: string | null): number | null => (decimal === null ? null : decimalToPlotNumber(decimal))

/** What a market is ordered by; null where it has none. */
const measures: Record<
  Exclude<MarketSortKey, 'hot' | 'name'>,
  (market: ListedMarket, markets: readonly ListedMarket[]) => number | null
> = {
  price: ({ price }) => plotted(price),
  change: ({ riseRate }) => plotted(riseRate),
  range: ({ range }) => range,
  turnover: (market, markets) => (hasTurnover(market) ? turnoverUsdtForSorting(market, markets) : null),
}
