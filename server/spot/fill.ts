import type { InstantSpotOrderRequest, SpotOrderRequest } from '#contract/orders/spot.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { direction, orderType } from '#contract/states.ts'
import { requireFreshQuote } from '#market/freshQuote.ts'
import type { MarketDataService, MarketQuote, SymbolSpec } from '#market/market.ts'
import { compareDecimals, divide, isMultipleOf, isPositive, multiply, subtract } from '#rules/decimal.ts'
import { specWithQuoteSpread } from '../orders/ownSpread.ts'
import { spotLimitQuantity, type SpotFill, spotFill, spotMinUsdt, spotLimitOrderQtyStep } from '#rules/spot.ts'

/** Any order for coins that goes through here. */
export type AnySpotOrderRequest = SpotOrderRequest | InstantSpotOrderRequest

/** An order at one price, with everything that follows from it. */
export interface PricedSpotOrder {
  spec: SymbolSpec
  quote: MarketQuote
  price: Decimal
  feeRate: Decimal
  fill: SpotFill
}

export const isSpotLimitOrder = (order: AnySpotOrderRequest): order is SpotOrderRequest & { price: Decimal } =>
  order.orderType === orderType.limit

/** A coin's market with a fresh record. Refuses symbolUnknown, marketClosed and feedStale. */
export function requireFreshSpotMarket(market: MarketDataService, symbol: string, nowMs: number): { spec: SymbolSpec; quote: MarketQuote } {
  const spec = market.spec(symbol)
  if (!spec || spec.category !== 'crypto') throw new Refusal('symbolUnknown', { symbol })
  const quote = requireFreshQuote(market, spec.symbol, nowMs)
  return { spec: specWithQuoteSpread(market, spec, quote), quote }
}

/**
 * At the market and at this fee rate: bought at the ask, sold at the bid of the newest record. A limit order: at its limit, in whole steps of coins.
 * Refuses what `requireFreshSpotMarket` refuses, priceStep, qtyStep, minNotional, aboveMax, validation.
 */
export function priceSpotOrder(market: MarketDataService, order: AnySpotOrderRequest, feeRate: Decimal, nowMs: number): PricedSpotOrder {
  if ((order.quantity === undefined) === (order.money === undefined))
    throw new Refusal('validation', { field: 'quantity', rule: 'one of quantity and money' })
  if ((order.orderType === orderType.limit) !== ('price' in order && order.price !== undefined))
    throw new Refusal('validation', { field: 'price', rule: 'on limit orders only' })
  const { spec, quote } = requireFreshSpotMarket(market, order.symbol, nowMs)
  const price = isSpotLimitOrder(order) ? order.price : order.direction === direction.long ? quote.ask : quote.bid
  const fill = spotFill(order.direction, isSpotLimitOrder(order) ? { quantity: stepped(order, spec, feeRate) } : order, price, feeRate)
  if (compareDecimals(fill.quantity, spec.maxQty) > 0) throw new Refusal('aboveMax', { max: `${spec.maxQty} ${spec.base}` })
  if (compareDecimals(order.money ?? fill.notional, spotMinUsdt) < 0 || !isPositive(fill.get))
    throw new Refusal('minNotional', { min: spotMinUsdt })
  return { spec, quote, price, feeRate, fill }
}

function stepped(order: SpotOrderRequest & { price: Decimal }, spec: SymbolSpec, feeRate: Decimal): Decimal {
  if (!isMultipleOf(order.price, spec.tick)) throw new Refusal('priceStep', { step: spec.tick })
  const step = spotLimitOrderQtyStep(spec)
  const quantity = spotLimitQuantity(order.direction, order, order.price, step, feeRate)
  // Money that does not pay for one step is too little money, not a wrong quantity.
  if (order.money !== undefined && !isPositive(quantity)) throw new Refusal('minNotional', { min: spotMinUsdt })
  if (!isMultipleOf(quantity, step)) throw new Refusal('qtyStep', { step, min: step })
  return quantity
}

/** Refuses priceMoved when `price` is worse for the person than the one shown by more than slippageBps; better is always theirs. */
export function refuseSpotSlippage(order: SpotOrderRequest, confirmedPrice: Decimal, price: Decimal): void {
  const worse = order.direction === direction.long ? subtract(price, confirmedPrice) : subtract(confirmedPrice, price)
  if (compareDecimals(worse, divide(multiply(confirmedPrice, String(order.slippageBps)), '10000')) > 0)
    throw new Refusal('priceMoved', { price })
}
