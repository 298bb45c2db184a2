import { productAvailabilitiesForResidence, regionRefusal } from '../core/countries.ts'
import type { SignedInUser } from '../core/visitor.ts'
import type { SecondContractOrderRequest, SecondContractOffer } from '#contract/calls/secondContracts.ts'
import { accountTypes } from '#contract/constants.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { requireFreshQuote, isFeedOnServerClock } from '#market/freshQuote.ts'
import type { MarketDataService, MarketQuote } from '#market/market.ts'
import { marketClosedRefusal } from '#market/marketClosed.ts'
import { missingRecordGraceSeconds } from '#rules/second/secondContract.ts'
import { compareDecimals, decimalPlacesOfStep } from '#rules/decimal.ts'
import type { AppContext } from '../core/appContext.ts'
import { secondContractOffersOfRelease } from '../terms/secondContractTerms.ts'
import { secondContractOffersAt } from './offersByTime.ts'
import { countOpenSecondContractOrders } from './store.ts'

export const maxOpenSecondContractOrders = 5
export const secondContractStakeCurrency = 'USDT'

/** Nothing is sold in the last ten minutes of a session (docs/rules/seed-data.md). */
const beforeEndMs = 10 * 60_000
/** Cents of a USDT: smaller parts of a stake mean nothing. */
const stakeScale = 2

/** What is asked for, with the terms it would have. Refuses regionProduct, symbolUnknown, validation, belowMin, aboveMax, marketClosed and feedStale. */
export function requireSecondContractOfferAndQuote(
  app: AppContext,
  visitor: SignedInUser,
  ask: SecondContractOrderRequest,
  nowMs: number,
): { set: SecondContractOffer; quote: MarketQuote } {
  if (productAvailabilitiesForResidence(visitor, app).second === 'off')
    throw regionRefusal('regionProduct', visitor, { standing: app, products: ['second'] })
  if (!secondContractOffersOfRelease.some(({ symbol }) => symbol === ask.symbol)) throw new Refusal('symbolUnknown', { symbol: ask.symbol })
  const set = secondContractOffersAt(app.terms, nowMs).find(({ id, symbol }) => id === ask.setId && symbol === ask.symbol)
  if (!set) throw new Refusal('validation', { field: 'setId', rule: 'a set of this market' })
  if (decimalPlacesOfStep(ask.money) > stakeScale)
    throw new Refusal('validation', { field: 'money', rule: `at most ${stakeScale} decimals` })
  if (compareDecimals(ask.money, set.minMoney) < 0) throw new Refusal('belowMin', { min: `${set.minMoney} ${secondContractStakeCurrency}` })
  const most = ask.accountType === accountTypes.real ? set.realMaxMoney : set.maxMoney
  if (compareDecimals(ask.money, most) > 0) throw new Refusal('aboveMax', { max: `${most} ${secondContractStakeCurrency}` })
  return { set, quote: freshRecord(app.market, set, nowMs) }
}

/** Refuses tooManyOpen {max}. Exact while the wallet is locked. */
export async function refuseTooManySecondContractOrders(sql: Sql, userId: string, accountType: number): Promise<void> {
  if ((await countOpenSecondContractOrders(sql, userId, accountType)) >= maxOpenSecondContractOrders)
    throw new Refusal('tooManyOpen', { max: maxOpenSecondContractOrders })
}

/**
 * The newest record of a market that stays open until the contract is over and for ten minutes more than now. A recording of another day
 * decides nothing here, where each second counts. Refuses marketClosed and feedStale.
 */
function freshRecord(market: MarketDataService, { symbol, seconds }: SecondContractOffer, nowMs: number): MarketQuote {
  const lastMs = nowMs + (1 + seconds + missingRecordGraceSeconds) * 1000
  const moments = [nowMs, nowMs + beforeEndMs, lastMs]
  const closedAt = moments.find((at) => !isFeedOnServerClock(market) || !market.isOpen(symbol, at))
  if (closedAt !== undefined) throw marketClosedRefusal(market, symbol, closedAt)
  return requireFreshQuote(market, symbol, nowMs)
}
