import type { ListedOption, OptionChain } from '#contract/calls/options.ts'
import { Refusal } from '#contract/refusals.ts'
import { asInstant, instantToWireTime } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { MarketDataService } from '#market/market.ts'
import { add, multiply } from '#rules/decimal.ts'
import {
  impliedVolatilityAt,
  type OptionFeeRates,
  type OptionKind,
  volatilitySurfaceForExpiry,
  optionValueOf,
} from '#rules/option/option.ts'
import { optionExpirySecsOnSaleAt, optionIdOf, type OptionMarket, findOptionMarket, strikesAround } from '#rules/option/optionChain.ts'
import type { AppContext } from '../core/appContext.ts'
import { optionFeeRatesAt } from './fees.ts'
import { type OptionDaySurface, readOptionSurfacesNow } from './surface.ts'

const kinds: readonly OptionKind[] = ['C', 'P']
const percentOf = (share: string): string => add(multiply(share, '100'), '0')
const feeTextOf = ({ ofValue, ofPremium }: OptionFeeRates): string =>
  `min(${percentOf(ofValue)}% × qty × S, ${percentOf(ofPremium)}% × premium)`

/** The market of these options and its surface. Refuses symbolUnknown. */
export async function requireOptionMarketAndSurface(
  app: AppContext,
  sql: Sql,
  underlying: string,
): Promise<{ terms: OptionMarket; surface: OptionDaySurface }> {
  const terms = findOptionMarket(underlying)
  const surface = terms && (await readOptionSurfacesNow(app, sql)).get(underlying)
  if (!terms || !surface) throw new Refusal('symbolUnknown', { symbol: underlying })
  return { terms, surface }
}

/** The expiries on sale, as Unix seconds. */
export const marketOptionExpirySecs = (market: MarketDataService, symbol: string, nowMs: number): number[] =>
  optionExpirySecsOnSaleAt(nowMs, (atMs) => market.isOpen(symbol, atMs))

/** Calls and puts around the money at the newest record; without a price there are expiries and no options. Refuses symbolUnknown. */
export async function readOptionChain(app: AppContext, sql: Sql, underlying: string, expiry: string | undefined): Promise<OptionChain> {
  const { terms, surface } = await requireOptionMarketAndSurface(app, sql, underlying)
  const nowMs = app.clock.now()
  const quote = app.market.quote(underlying)
  const expiries = marketOptionExpirySecs(app.market, underlying, nowMs)
  const requestedExpiries = expiry === undefined ? expiries : expiries.filter((sec) => instantToWireTime(sec * 1000) === expiry)
  const feeText = feeTextOf(optionFeeRatesAt(app.terms, nowMs))
  const strikes = quote ? strikesAround(quote.mid, terms.strikeStep) : []
  const list = requestedExpiries.flatMap((expirySec) =>
    strikes.flatMap((strike) =>
      kinds.map((cp): ListedOption => {
        const mid = quote?.mid ?? strike
        const secondsLeft = Math.max(0, expirySec - Math.floor(nowMs / 1000))
        return {
          optionId: optionIdOf({ underlying, cp, strike, expirySec }),
          underlying,
          cp,
          strike,
          expiry: asInstant(expirySec * 1000),
          ...optionValueOf(
            { cp, strike, secondsLeft },
            impliedVolatilityAt(volatilitySurfaceForExpiry(surface, expirySec), strike, mid),
            mid,
          ),
          minQty: terms.minQty,
          feeText,
        }
      }),
    ),
  )
  const { qtyStep, minQty, maxQty } = terms
  return {
    underlying,
    mid: quote?.mid ?? null,
    sec: quote?.sec ?? null,
    feedMode: quote?.feedMode ?? 'CLOSED',
    surface,
    qtyStep,
    minQty,
    maxQty,
    expiries: expiries.map((sec) => asInstant(sec * 1000)),
    list,
    asOf: nowMs,
  }
}
