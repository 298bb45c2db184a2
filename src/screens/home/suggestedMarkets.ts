import type { ListedMarket } from '#widgets/market/listedMarket.ts'

export const favouriteTileCount = 3

const isOpen = ({ feedMode }: ListedMarket): boolean => feedMode !== 'CLOSED'

/**
 * What home shows of markets until somebody has favourites: the hottest open one of each kind, then the next hottest open ones; closed ones
 * only where too few are open.
 */
export function suggestedMarkets(markets: readonly ListedMarket[]): ListedMarket[] {
  const byHeat = markets.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || a.hot - b.hot)
  const ofEachKind = (['crypto', 'metal', 'forex'] as const).flatMap(
    (category) => byHeat.find((market) => market.category === category && isOpen(market)) ?? [],
  )
  return [...new Set([...ofEachKind, ...byHeat])].slice(0, favouriteTileCount)
}
