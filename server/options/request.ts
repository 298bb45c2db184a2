import type { SignedInUser } from '../core/visitor.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { OptionOrderRequest } from '#contract/orders/option.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { requireFreshQuote, isFeedOnServerClock } from '#market/freshQuote.ts'
import { assertMarketNotHalted } from '#market/halts.ts'
import type { MarketDataService, MarketQuote, SymbolSpec } from '#market/market.ts'
import { assertEndsByDelisting, marketClosedRefusal } from '#market/marketClosed.ts'
import { compareDecimals, isMultipleOf } from '#rules/decimal.ts'
import {
  impliedVolatilityAt,
  optionCost,
  type OptionCost,
  type OptionValue,
  volatilitySurfaceForExpiry,
  optionValueOf,
} from '#rules/option/option.ts'
import { isNearMoney, type OptionMarket, type OptionIdParts, optionIdOf, parseOptionId } from '#rules/option/optionChain.ts'
import { feeDiscountOf } from '../orders/feeDiscount.ts'
import type { AppContext } from '../core/appContext.ts'
import { marketOptionExpirySecs, requireOptionMarketAndSurface } from './chain.ts'
import { optionFeeRatesAt } from './fees.ts'
import { refuseOptionsByRegion } from './region.ts'

export const optionSettleCurrency = 'USDT'

/** An order at the price of one record, with every number that follows from it. */
export interface PricedOptionOrder {
  spec: SymbolSpec
  terms: OptionMarket
  name: OptionIdParts
  quote: MarketQuote
  value: OptionValue
  cost: OptionCost
  /** What the person's level takes off the fee, a fraction. */
  feeDiscount: Decimal
}

/**
 * The order at the newest record, with the discount that was shown or that of now. Refuses validation, symbolUnknown, symbolHalted, regionProduct, optionExpired, marketDelisted, qtyStep, aboveMax, marketClosed and feedStale.
 */
export async function priceOptionOrder(
  app: AppContext,
  sql: Sql,
  visitor: SignedInUser,
  order: OptionOrderRequest,
  nowMs: number,
  feeDiscount: Decimal = feeDiscountOf(app, visitor, order.accountType),
): Promise<PricedOptionOrder> {
  const name = parseOptionId(order.optionId)
  const spec = name && app.market.spec(name.underlying)
  if (!name || !spec || optionIdOf(name) !== order.optionId) throw new Refusal('symbolUnknown', { symbol: order.optionId })
  if (order.symbol !== name.underlying) throw new Refusal('validation', { field: 'symbol', rule: 'the underlying of the option' })
  const { terms, surface } = await requireOptionMarketAndSurface(app, sql, name.underlying)
  refuseOptionsByRegion(visitor, spec, app)
  await assertMarketNotHalted(sql, spec.symbol)
  assertEndsByDelisting(app.market, spec.symbol, name.expirySec * 1000)
  if (!marketOptionExpirySecs(app.market, spec.symbol, nowMs).includes(name.expirySec)) throw refusalOfExpiry(name, nowMs)
  refuseQuantity(order, terms, spec)
  const quote = freshRecord(app.market, spec.symbol, nowMs)
  const isStrike = isMultipleOf(name.strike, terms.strikeStep) && isNearMoney(name.strike, quote.mid, terms.strikeStep)
  if (!isStrike) throw new Refusal('symbolUnknown', { symbol: order.optionId })
  const secondsLeft = name.expirySec - Math.floor(nowMs / 1000)
  const value = optionValueOf(
    { ...name, secondsLeft },
    impliedVolatilityAt(volatilitySurfaceForExpiry(surface, name.expirySec), name.strike, quote.mid),
    quote.mid,
  )
  const cost = optionCost(
    name,
    { quantity: order.quantity, ask: value.ask, mid: quote.mid },
    feeDiscount,
    optionFeeRatesAt(app.terms, nowMs),
  )
  return { spec, terms, name, quote, value, cost, feeDiscount }
}

const soonestExpiryMs = 31 * 86_400_000

// What was on sale once or could have been is past; all else was never listed.
function refusalOfExpiry({ expirySec, underlying }: OptionIdParts, nowMs: number): Refusal {
  return expirySec * 1000 < nowMs + soonestExpiryMs ? new Refusal('optionExpired') : new Refusal('symbolUnknown', { symbol: underlying })
}

function refuseQuantity({ quantity }: OptionOrderRequest, terms: OptionMarket, spec: SymbolSpec): void {
  if (!isMultipleOf(quantity, terms.qtyStep) || compareDecimals(quantity, terms.minQty) < 0)
    throw new Refusal('qtyStep', { step: terms.qtyStep, min: terms.minQty })
  if (compareDecimals(quantity, terms.maxQty) > 0) throw new Refusal('aboveMax', { max: `${terms.maxQty} ${spec.base}` })
}

/** The newest record of a market whose seconds are those of the clock: a recording of another day has no expiry ahead. Refuses marketClosed and feedStale. */
function freshRecord(market: MarketDataService, symbol: string, nowMs: number): MarketQuote {
  if (!isFeedOnServerClock(market)) throw marketClosedRefusal(market, symbol, nowMs)
  return requireFreshQuote(market, symbol, nowMs)
}

/** The same for those who are leaving: undefined where there is no price to leave at now. */
export function findFreshUnderlyingQuote(market: MarketDataService, symbol: string, nowMs: number): MarketQuote | undefined {
  const quote = isFeedOnServerClock(market) && market.isOpen(symbol, nowMs) ? market.quote(symbol) : undefined
  return quote?.stale === false ? quote : undefined
}
