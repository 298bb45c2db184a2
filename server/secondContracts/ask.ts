import { featuresOf } from '#account/countries.ts'
import type { Visitor } from '#account/visitor.ts'
import type { SecondAsk, SecondSet } from '#contract/calls/secondContracts.ts'
import { book } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { freshQuoteOf, runsWithClock } from '#market/freshQuote.ts'
import type { Market, MarketQuote } from '#market/market.ts'
import { marketClosed } from '#market/marketClosed.ts'
import { graceSeconds } from '#rules/secondContract.ts'
import { compare, scaleOf } from '#rules/decimal.ts'
import type { House } from '../house.ts'
import { secondSets } from './sets.ts'
import { countOpen } from './store.ts'

export const mostOpen = 5
export const stakeCurrency = 'USDT'

/** Nothing is sold in the last ten minutes of a session (product §5.4). */
const beforeEndMs = 10 * 60_000
/** Cents of a USDT: smaller parts of a stake mean nothing. */
const stakeScale = 2

/** What is asked for, with the terms it would have. Refuses regionProduct, symbolUnknown, validation, belowMin, aboveMax, marketClosed and feedStale. */
export function readAsk(house: House, visitor: Visitor, ask: SecondAsk, nowMs: number): { set: SecondSet; quote: MarketQuote } {
  if (featuresOf(visitor.country, house.config.env).second === 'off') throw new Refusal('regionProduct', { country: visitor.country })
  if (!secondSets.some(({ symbol }) => symbol === ask.symbol)) throw new Refusal('symbolUnknown', { symbol: ask.symbol })
  const set = secondSets.find(({ id, symbol }) => id === ask.setId && symbol === ask.symbol)
  if (!set) throw new Refusal('validation', { field: 'setId', rule: 'a set of this market' })
  if (scaleOf(ask.money) > stakeScale) throw new Refusal('validation', { field: 'money', rule: `at most ${stakeScale} decimals` })
  if (compare(ask.money, set.minMoney) < 0) throw new Refusal('belowMin', { min: `${set.minMoney} ${stakeCurrency}` })
  const most = ask.accountType === book.real ? set.realMaxMoney : set.maxMoney
  if (compare(ask.money, most) > 0) throw new Refusal('aboveMax', { max: `${most} ${stakeCurrency}` })
  return { set, quote: freshRecord(house.market, set, nowMs) }
}

/** Refuses tooManyOpen {max}. Exact while the wallet is locked. */
export async function refuseTooMany(sql: Sql, userId: string, accountType: number): Promise<void> {
  if ((await countOpen(sql, userId, accountType)) >= mostOpen) throw new Refusal('tooManyOpen', { max: mostOpen })
}

/**
 * The newest record of a market that stays open until the contract is over and for ten minutes more than now. A recording of another day
 * decides nothing here, where each second counts. Refuses marketClosed and feedStale.
 */
function freshRecord(market: Market, { symbol, seconds }: SecondSet, nowMs: number): MarketQuote {
  const lastMs = nowMs + (1 + seconds + graceSeconds) * 1000
  const moments = [nowMs, nowMs + beforeEndMs, lastMs]
  const closedAt = moments.find((at) => !runsWithClock(market) || !market.isOpen(symbol, at))
  if (closedAt !== undefined) throw marketClosed(market, symbol, closedAt)
  return freshQuoteOf(market, symbol, nowMs)
}
