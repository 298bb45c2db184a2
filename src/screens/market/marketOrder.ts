import { fold } from '#rules/fold.ts'
import { toPlotNumber } from '#rules/plot.ts'
import { hasTurnover, type ListedMarket, turnoverUsdt } from '#widgets/listedMarket.ts'
import type { Category, SortKey } from './marketsSearch.ts'

export interface MarketOrder {
  category: Category
  sort: SortKey
  /** The first press on anything but the name shows the largest first. */
  down: boolean
  keyword: string
}

/** The markets of a category that match, in order. What has no price, no range or no turnover is always last when that is the order. */
export function arrange(
  markets: readonly ListedMarket[],
  favourites: readonly string[],
  { category, sort, down, keyword }: MarketOrder,
): ListedMarket[] {
  const wanted = plain(keyword)
  const chosen = markets.filter((market) => inCategory(market, category, favourites) && (wanted === '' || matches(market, wanted)))
  if (category === 'favourites' && sort === 'hot')
    return chosen.toSorted((a, b) => favourites.indexOf(a.symbol) - favourites.indexOf(b.symbol))
  const turn = down ? -1 : 1
  return chosen.toSorted((a, b) => before(a, b, sort, turn, markets) || a.hot - b.hot || (a.symbol < b.symbol ? -1 : 1))
}

const inCategory = (market: ListedMarket, category: Category, favourites: readonly string[]): boolean =>
  category === 'all' || (category === 'favourites' ? favourites.includes(market.symbol) : market.category === category)

const plain = (text: string): string => fold(text).replace(/[/\s-]/g, '')

const matches = ({ symbol, base, quote, name, englishName = '' }: ListedMarket, wanted: string): boolean =>
  [symbol, base + quote, name, englishName].some((text) => plain(text).includes(wanted))

function before(a: ListedMarket, b: ListedMarket, sort: SortKey, turn: 1 | -1, markets: readonly ListedMarket[]): number {
  if (sort === 'hot') return 0
  if (sort === 'name') return turn * (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0)
  const [x, y] = [measures[sort](a, markets), measures[sort](b, markets)]
  if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0)
  return turn * (x - y)
}

const plotted = (decimal: string | null): number | null => (decimal === null ? null : toPlotNumber(decimal))

/** What a market is ordered by; null where it has none. */
const measures: Record<Exclude<SortKey, 'hot' | 'name'>, (market: ListedMarket, markets: readonly ListedMarket[]) => number | null> = {
  price: ({ price }) => plotted(price),
  change: ({ riseRate }) => plotted(riseRate),
  range: ({ range }) => range,
  turnover: (market, markets) => (hasTurnover(market) ? turnoverUsdt(market, markets) : null),
}
