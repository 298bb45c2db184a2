import { Refusal } from '#contract/refusals.ts'
import { instantToWireTime } from '#contract/time.ts'
import type { MarketDataService } from './market.ts'

type Ending = Pick<MarketDataService, 'tradingEndsAt'>

/**
 * The refusal of a market that is closed at that moment: for good (marketDelisted {symbol, endsAt}), or with the time when it opens next where
 * that is known (marketClosed, code 4608).
 */
export function marketClosedRefusal(market: Pick<MarketDataService, 'opensAt'> & Ending, symbol: string, atMs: number): Refusal {
  const endsAt = market.tradingEndsAt?.(symbol)
  if (endsAt !== undefined && atMs >= endsAt) return new Refusal('marketDelisted', { symbol, endsAt: instantToWireTime(endsAt) })
  const opensAt = market.opensAt?.(symbol, atMs)
  return new Refusal('marketClosed', { symbol, ...(opensAt !== undefined && { opensAt: instantToWireTime(opensAt) }) })
}

/** Refuses marketDelisted for what would run longer than its market is traded (docs/rules/contracts.md, Delisting). */
export function assertEndsByDelisting(market: Ending, symbol: string, untilMs: number): void {
  const endsAt = market.tradingEndsAt?.(symbol)
  if (endsAt !== undefined && untilMs > endsAt) throw new Refusal('marketDelisted', { symbol, endsAt: instantToWireTime(endsAt) })
}

/** The second at whose price everything open on a market is settled for good; Infinity where nothing is announced. */
export const tradingEndSecond = (market: Ending, symbol: string): number => {
  const endsAt = market.tradingEndsAt?.(symbol)
  return endsAt === undefined ? Number.POSITIVE_INFINITY : endsAt / 1000
}
