import { toPlotNumber } from '#rules/plot.ts'
import type { ListedMarket } from '#widgets/useListedMarkets.ts'
import type { Category, SortKey } from './marketsSearch.ts'

export interface MarketOrder {
  category: Category
  sort: SortKey
  /** The first press on price or change shows the largest first. */
  down: boolean
  keyword: string
}

/** The markets of a category that match, in order. A missing price is always last. */
export function arrange(
  markets: readonly ListedMarket[],
  favourites: readonly string[],
  { category, sort, down, keyword }: MarketOrder,
): ListedMarket[] {
  const wanted = keyword
    .trim()
    .toUpperCase()
    .replace(/[/\s-]/g, '')
  const chosen = markets.filter((market) => inCategory(market, category, favourites) && (wanted === '' || matches(market, wanted)))
  if (category === 'favourites' && sort === 'hot')
    return chosen.toSorted((a, b) => favourites.indexOf(a.symbol) - favourites.indexOf(b.symbol))
  const turn = down ? -1 : 1
  return chosen.toSorted((a, b) => before(a, b, sort, turn) || before(a, b, 'hot', 1) || (a.symbol < b.symbol ? -1 : 1))
}

const inCategory = (market: ListedMarket, category: Category, favourites: readonly string[]): boolean =>
  category === 'all' || (category === 'favourites' ? favourites.includes(market.symbol) : market.category === category)

const matches = ({ symbol, base, quote, name }: ListedMarket, wanted: string): boolean =>
  symbol.includes(wanted) ||
  (base + quote).toUpperCase().includes(wanted) ||
  name
    .toUpperCase()
    .replace(/[/\s-]/g, '')
    .includes(wanted)

function before(a: ListedMarket, b: ListedMarket, sort: SortKey, turn: 1 | -1): number {
  if (sort === 'hot') return a.hot - b.hot
  if (sort === 'name') return turn * (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0)
  const [x, y] = sort === 'price' ? [a.price, b.price] : [a.riseRate, b.riseRate]
  if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0)
  return turn * (toPlotNumber(x) - toPlotNumber(y))
}
