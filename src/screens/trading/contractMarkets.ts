import type { ProductAvailabilityByKind } from '#contract/calls/account.ts'
import type { MarketSymbol } from '#contract/calls/market.ts'
import { isContractOffered } from '#rules/contractOffers.ts'
import { firstOpenMarket } from '#widgets/market/defaultMarket.ts'
import { parseMarketSymbolParam } from '#widgets/market/requestedSymbol.ts'
import { tradedMarkets } from '#widgets/market/tradingEnd.ts'

interface MarketSelection {
  /** Those to choose from: what is not offered where somebody lives is not among them (docs/rules/countries.md). */
  offered: readonly MarketSymbol[]
  /** The market that is shown; undefined where there is none at all. */
  listed: MarketSymbol | undefined
}

/**
 * The markets for contracts or options there. One that was asked for and is not offered is shown all the same, so that nobody meets another
 * market unawares; its ticket says why it takes no order. The one that nobody asked for makes way for the first
 * offered one that is open.
 */
export function selectContractMarkets(
  all: readonly MarketSymbol[],
  requestedSymbol: string,
  features: ProductAvailabilityByKind | undefined,
): MarketSelection {
  const traded = tradedMarkets(all)
  const open = traded.filter(({ category }) => isContractOffered(features, category))
  const offered = open.length > 0 ? open : traded
  const isRequested = requestedSymbol !== parseMarketSymbolParam(undefined)
  return { offered, listed: (isRequested ? all : offered).find(({ symbol }) => symbol === requestedSymbol) ?? firstOpenMarket(offered) }
}
