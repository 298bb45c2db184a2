export const marketListCategories = ['favourites', 'all', 'crypto', 'metal', 'forex'] as const
export type MarketListCategory = (typeof marketListCategories)[number]

const sortKeys = ['hot', 'name', 'price', 'change', 'range', 'turnover'] as const
export type MarketSortKey = (typeof sortKeys)[number]

export interface MarketsSearchParams {
  category?: MarketListCategory
  sort?: MarketSortKey
  down?: boolean
  /** Present, even empty, while the person searches. */
  keyword?: string | undefined
}

/** Category, order and search out of an address; what cannot be is left out. */
export function readMarketsSearchParams(search: Record<string, unknown>): MarketsSearchParams {
  const category = marketListCategories.find((one) => one === search['category'])
  const sort = sortKeys.find((one) => one === search['sort'])
  const keyword = search['keyword']
  return {
    ...(category && { category }),
    ...(sort && { sort }),
    ...(typeof search['down'] === 'boolean' && { down: search['down'] }),
    ...((typeof keyword === 'string' || typeof keyword === 'number') && { keyword: String(keyword).slice(0, 40) }),
  }
}
