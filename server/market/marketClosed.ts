import { Refusal } from '#contract/refusals.ts'
import { instantToWireTime } from '#contract/time.ts'
import type { MarketDataService } from './market.ts'

/** The refusal of a market that is closed at that moment, with the time when it opens next where that is known (code 4608). */
export function marketClosedRefusal(market: Pick<MarketDataService, 'opensAt'>, symbol: string, atMs: number): Refusal {
  const opensAt = market.opensAt?.(symbol, atMs)
  return new Refusal('marketClosed', { symbol, ...(opensAt !== undefined && { opensAt: instantToWireTime(opensAt) }) })
}
