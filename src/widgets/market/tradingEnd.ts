import { serverNow } from '#api/serverClock.ts'
import type { MarketWithPrice } from '#contract/calls/market.ts'

type Ending = Pick<MarketWithPrice, 'tradingEndsAt'>

/** Whether trading in it is over for good: then it stands in no list (docs/rules/contracts.md, Delisting). */
export const isDelisted = ({ tradingEndsAt }: Ending): boolean => tradingEndsAt !== undefined && tradingEndsAt <= serverNow()

/** Those of the markets that are still traded. */
export const withoutDelistedMarkets = <M extends Ending>(markets: readonly M[]): M[] => markets.filter((market) => !isDelisted(market))
