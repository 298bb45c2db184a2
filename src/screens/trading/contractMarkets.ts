import type { ProductAvailabilityByKind } from '#contract/calls/account.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'
import { isContractOfferedRealOrDemo } from '#rules/contractOffers.ts'
import { firstOpenOrFirstMarket } from '#widgets/market/defaultMarket.ts'
import { parseMarketSymbolParamOrDefault } from '#widgets/market/requestedSymbol.ts'
import { withoutDelistedMarkets } from '#widgets/market/tradingEnd.ts'

interface MarketSelection {
  /** Those to choose from: what is not offered where somebody lives is not among them (docs/rules/countries.md). */
  offered: readonly MarketWithPrice[]
  /** The market that is shown; undefined where there is none at all. */
  listed: MarketWithPrice | undefined
}

/**
 * The markets for contracts there. One that was asked for and is not offered is shown all the same, so that nobody meets another
 * market unawares; its ticket says why it takes no order. The one that nobody asked for makes way for the first
 * offered one that is open.
 */
export function selectContractMarkets(
  all: readonly MarketWithPrice[],
  requestedSymbol: string,
  features: ProductAvailabilityByKind | undefined,
): MarketSelection {
  const traded = withoutDelistedMarkets(all)
  const open = traded.filter(({ category }) => isContractOfferedRealOrDemo(features, category))
  const offered = open.length > 0 ? open : traded
  const isRequested = requestedSymbol !== parseMarketSymbolParamOrDefault(undefined)
  return {
    offered,
    listed: (isRequested ? all : offered).find(({ symbol }) => symbol === requestedSymbol) ?? firstOpenOrFirstMarket(offered),
  }
}
