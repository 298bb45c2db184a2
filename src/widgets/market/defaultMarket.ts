import type { MarketWithPrice } from '#contract/calls/market.ts'

/** The first of these markets that can be traded now, or the first of all while every one is closed; undefined where there is none. */
export const firstOpenOrFirstMarket = <M extends Pick<MarketWithPrice, 'session'>>(markets: readonly M[]): M | undefined =>
  markets.find(({ session }) => session.open) ?? markets[0]
