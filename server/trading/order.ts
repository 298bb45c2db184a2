import type { Visitor } from '#account/visitor.ts'
import type { Order } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { direction, orderType } from '#contract/states.ts'
import { freshQuoteOf, staleRefusal } from '#market/freshQuote.ts'
import type { Market, MarketQuote, SymbolSpec } from '#market/market.ts'
import { compare, divide, isMultipleOf, multiply, subtract } from '#rules/decimal.ts'
import { discounted } from '#rules/fee.ts'
import { closing, type Held, liquidationPrice, type OpeningCost, openingCost, quantityFor } from '#rules/position.ts'
import { type Conversion, conversionSymbol } from '#rules/quote.ts'
import { feeDiscountOf } from '../feeDiscount.ts'
import type { House } from '../house.ts'
import { leverageCapOf, refuseRegion } from './region.ts'
import { refusePriceStep, refuseStops } from './stops.ts'
import { levelsOf } from './trigger.ts'

export const minNotionalUsdt = asDecimal('10')

/** An order at the price of one record, with every number that follows from it. */
export interface Priced {
  spec: SymbolSpec
  quote: MarketQuote
  price: Decimal
  quantity: Decimal
  /** The market's, less what the person's level takes off; it holds until the position is closed. */
  feeRate: Decimal
  cost: OpeningCost
  held: Held
  /** What closing at once at the other side of the quote would cost; of a limit order, at its price. */
  estCloseFee: Decimal
  liqPrice: Decimal
  levels: ReturnType<typeof levelsOf>
}

/** What a confirm token holds fast: a level that changes at midnight makes nothing dearer that was shown before. */
interface Confirmed {
  quantity: Decimal
  /** Of tokens before there were levels there is none. */
  feeRate?: Decimal | undefined
}

/** A market that can be traded on now: fresh quote and fresh conversion. Refuses marketClosed and feedStale. */
export function freshQuote(market: Market, spec: SymbolSpec, nowMs: number): { quote: MarketQuote; conversion: Conversion } {
  const quote = freshQuoteOf(market, spec.symbol, nowMs)
  const converter = conversionSymbol[spec.quote]
  // It may be closed while its price still stands.
  const rate = converter ? market.quote(converter.symbol) : quote
  const conversion = market.conversion(spec.quote)
  if (!rate || rate.stale || !conversion) throw staleRefusal(nowMs, rate?.atMs)
  return { quote, conversion }
}

/**
 * The order at the newest record, or at its limit. `confirmed` is what the person has agreed to; without it, the quantity is the order's own
 * or what its money (margin) × lever buys, floored to the step.
 * Refuses symbolUnknown, regionProduct, leverageCap, marketClosed, feedStale, qtyStep, priceStep, aboveMax, minNotional, stopInvalid, validation.
 */
export function priceOrder(house: House, visitor: Visitor, order: Order, nowMs: number, confirmed?: Confirmed): Priced {
  if ((order.quantity === undefined) === (order.money === undefined))
    throw new Refusal('validation', { field: 'quantity', rule: 'one of quantity and money' })
  const isLimit = order.orderType === orderType.limit
  if (isLimit === (order.price === undefined)) throw new Refusal('validation', { field: 'price', rule: 'on limit orders only' })
  const spec = house.market.spec(order.symbol)
  if (!spec) throw new Refusal('symbolUnknown', { symbol: order.symbol })
  refuseRegion(visitor, spec, house.config.env)
  const max = leverageCapOf(visitor, spec, nowMs)
  if (order.lever > max) throw new Refusal('leverageCap', { max })
  const { quote, conversion } = freshQuote(house.market, spec, nowMs)
  const isLong = order.direction === direction.long
  const price = order.price ?? (isLong ? quote.ask : quote.bid)
  if (isLimit) refusePriceStep(price, spec)
  const quantity = confirmed?.quantity ?? order.quantity ?? quantityFor(order.money as Decimal, order.lever, price, spec, conversion)
  refuseQuantity(quantity, spec)
  const terms = { quantity, contractSize: spec.contractSize, conversion }
  const feeRate = confirmed?.feeRate ?? discounted(spec.feeRate, feeDiscountOf(visitor, order.accountType))
  const cost = openingCost({ ...terms, price, lever: order.lever, feeRate })
  if (compare(cost.notional, minNotionalUsdt) < 0) throw new Refusal('minNotional', { min: minNotionalUsdt })
  const held: Held = { ...terms, direction: order.direction, openPrice: price, margin: cost.margin, addedMargin: asDecimal('0') }
  const liqPrice = liquidationPrice(held, spec)
  refuseStops(order.direction, isLimit ? price : quote.mid, liqPrice, spec, order)
  return {
    spec,
    quote,
    price,
    quantity,
    feeRate,
    cost,
    held,
    estCloseFee: closing(held, isLimit ? price : isLong ? quote.bid : quote.ask, feeRate).closeFee,
    liqPrice,
    levels: levelsOf(held, spec, 0),
  }
}

function refuseQuantity(quantity: Decimal, spec: SymbolSpec): void {
  if (!isMultipleOf(quantity, spec.qtyStep) || compare(quantity, spec.minQty) < 0)
    throw new Refusal('qtyStep', { step: spec.qtyStep, min: spec.minQty })
  if (compare(quantity, spec.maxQty) > 0) throw new Refusal('aboveMax', { max: spec.maxQty })
}

/** Refuses priceMoved when `price` is worse for the person than the one shown by more than slippageBps; better is always theirs. */
export function refuseSlippage(order: Order, shown: Decimal, price: Decimal): void {
  const worse = order.direction === direction.long ? subtract(price, shown) : subtract(shown, price)
  if (compare(worse, divide(multiply(shown, String(order.slippageBps)), '10000')) > 0) throw new Refusal('priceMoved', { price })
}
