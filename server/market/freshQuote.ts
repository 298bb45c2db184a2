import { Refusal } from '#contract/refusals.ts'
import type { MarketDataService, MarketQuote } from './market.ts'
import { marketClosedRefusal } from './marketClosed.ts'

type Quoting = Pick<MarketDataService, 'feed' | 'isOpen' | 'opensAt' | 'quote' | 'tradingEndsAt'>

/**
 * The newest price of a market that is open at this moment and not stale: the one rule of freshness for orders of every kind. Refuses
 * marketClosed, marketDelisted, and feedStale with the price's age in whole seconds.
 */
export function requireFreshQuote(market: Quoting, symbol: string, nowMs: number): MarketQuote {
  if (!market.isOpen(symbol, nowMs)) throw marketClosedRefusal(market, symbol, nowMs)
  const quote = market.quote(symbol)
  if (!quote || quote.stale) throw feedStaleRefusal(nowMs, quote?.atMs)
  return quote
}

/** The refusal of a price that is too old, or that there is none of. */
export const feedStaleRefusal = (nowMs: number, atMs: number | undefined): Refusal =>
  new Refusal('feedStale', { age: atMs === undefined ? '—' : Math.floor(Math.abs(nowMs - atMs) / 1000) })

/** Whether the feed's seconds are those of the clock: a recording of another day decides nothing that ends at a time of today. */
export const isFeedOnServerClock = ({ feed }: Pick<MarketDataService, 'feed'>): boolean => !feed.startsWith('replay:')
