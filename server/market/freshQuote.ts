import { Refusal } from '#contract/refusals.ts'
import type { Market, MarketQuote } from './market.ts'
import { marketClosed } from './marketClosed.ts'

type Quoting = Pick<Market, 'feed' | 'isOpen' | 'opensAt' | 'quote'>

/**
 * The newest price of a market that is open at this moment and not stale: the one rule of freshness for orders of every kind. Refuses
 * marketClosed, and feedStale with the price's age in whole seconds.
 */
export function freshQuoteOf(market: Quoting, symbol: string, nowMs: number): MarketQuote {
  if (!market.isOpen(symbol, nowMs)) throw marketClosed(market, symbol, nowMs)
  const quote = market.quote(symbol)
  if (!quote || quote.stale) throw staleRefusal(nowMs, quote?.atMs)
  return quote
}

/** The refusal of a price that is too old, or that there is none of. */
export const staleRefusal = (nowMs: number, atMs: number | undefined): Refusal =>
  new Refusal('feedStale', { age: atMs === undefined ? '—' : Math.floor(Math.abs(nowMs - atMs) / 1000) })

/** Whether the feed's seconds are those of the clock: a recording of another day decides nothing that ends at a time of today. */
export const runsWithClock = ({ feed }: Pick<Market, 'feed'>): boolean => !feed.startsWith('replay:')
