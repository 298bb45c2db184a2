import type { ListedMarket } from '#widgets/market/listedMarket.ts'

/** A listed market that costs 1, has not moved and has no turnover; `over` is what a test is about. */
export const listedMarket = (symbol: string, over: Partial<ListedMarket> = {}): ListedMarket => ({
  symbol,
  base: symbol.slice(0, 3),
  quote: symbol.slice(3),
  name: symbol,
  englishName: undefined,
  category: 'crypto',
  places: 2,
  price: '1',
  riseRate: '0',
  feedMode: 'SIM',
  hot: 0,
  turnover: null,
  range: null,
  spark: [],
  ...over,
})
