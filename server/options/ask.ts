import type { Visitor } from '#account/visitor.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { OptionAsked } from '#contract/orders/option.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Sql } from '#db/database.ts'
import { freshQuoteOf, runsWithClock } from '#market/freshQuote.ts'
import { refuseHalted } from '#market/halts.ts'
import type { Market, MarketQuote, SymbolSpec } from '#market/market.ts'
import { marketClosed } from '#market/marketClosed.ts'
import { compare, isMultipleOf } from '#rules/decimal.ts'
import { ivAt, optionCost, type OptionCost, type OptionValue, valueAt } from '#rules/option.ts'
import { isNearMoney, type OptionMarket, type OptionName, optionIdOf, readOptionId } from '#rules/optionChain.ts'
import { feeDiscountOf } from '../feeDiscount.ts'
import type { House } from '../house.ts'
import { expiriesNow, termsOf } from './chain.ts'
import { refuseRegion } from './region.ts'

export const settleCurrency = 'USDT'

/** An order at the price of one record, with every number that follows from it. */
export interface Priced {
  spec: SymbolSpec
  terms: OptionMarket
  name: OptionName
  quote: MarketQuote
  value: OptionValue
  cost: OptionCost
  /** What the person's level takes off the fee, a fraction. */
  feeDiscount: Decimal
}

/**
 * The order at the newest record, with the discount that was shown or that of now. Refuses validation, symbolUnknown, symbolHalted, regionProduct, optionExpired, qtyStep, aboveMax, marketClosed and feedStale.
 */
export async function priceOrder(
  house: House,
  sql: Sql,
  visitor: Visitor,
  order: OptionAsked,
  nowMs: number,
  feeDiscount: Decimal = feeDiscountOf(visitor, order.accountType),
): Promise<Priced> {
  const name = readOptionId(order.optionId)
  const spec = name && house.market.spec(name.underlying)
  if (!name || !spec || optionIdOf(name) !== order.optionId) throw new Refusal('symbolUnknown', { symbol: order.optionId })
  if (order.symbol !== name.underlying) throw new Refusal('validation', { field: 'symbol', rule: 'the underlying of the option' })
  const { terms, surface } = await termsOf(house, sql, name.underlying)
  refuseRegion(visitor, spec, house.config.env)
  await refuseHalted(sql, spec.symbol)
  if (!expiriesNow(house.market, spec.symbol, nowMs).includes(name.expirySec)) throw refusalOfExpiry(name, nowMs)
  refuseQuantity(order, terms, spec)
  const quote = freshRecord(house.market, spec.symbol, nowMs)
  const isStrike = isMultipleOf(name.strike, terms.strikeStep) && isNearMoney(name.strike, quote.mid, terms.strikeStep)
  if (!isStrike) throw new Refusal('symbolUnknown', { symbol: order.optionId })
  const secondsLeft = name.expirySec - Math.floor(nowMs / 1000)
  const value = valueAt({ ...name, secondsLeft }, ivAt(surface, name.strike, quote.mid), quote.mid)
  const cost = optionCost(name, { quantity: order.quantity, ask: value.ask, mid: quote.mid }, feeDiscount)
  return { spec, terms, name, quote, value, cost, feeDiscount }
}

const soonestExpiryMs = 31 * 86_400_000

// What was on sale once or could have been is past; all else was never listed.
function refusalOfExpiry({ expirySec, underlying }: OptionName, nowMs: number): Refusal {
  return expirySec * 1000 < nowMs + soonestExpiryMs ? new Refusal('optionExpired') : new Refusal('symbolUnknown', { symbol: underlying })
}

function refuseQuantity({ quantity }: OptionAsked, terms: OptionMarket, spec: SymbolSpec): void {
  if (!isMultipleOf(quantity, terms.qtyStep) || compare(quantity, terms.minQty) < 0)
    throw new Refusal('qtyStep', { step: terms.qtyStep, min: terms.minQty })
  if (compare(quantity, terms.maxQty) > 0) throw new Refusal('aboveMax', { max: `${terms.maxQty} ${spec.base}` })
}

/** The newest record of a market whose seconds are those of the clock: a recording of another day has no expiry ahead. Refuses marketClosed and feedStale. */
function freshRecord(market: Market, symbol: string, nowMs: number): MarketQuote {
  if (!runsWithClock(market)) throw marketClosed(market, symbol, nowMs)
  return freshQuoteOf(market, symbol, nowMs)
}

/** The same for those who are leaving: undefined where there is no price to leave at now. */
export function freshQuote(market: Market, symbol: string, nowMs: number): MarketQuote | undefined {
  const quote = runsWithClock(market) && market.isOpen(symbol, nowMs) ? market.quote(symbol) : undefined
  return quote?.stale === false ? quote : undefined
}
