import type { SpotAsked } from '#contract/orders/spot.ts'
import type { Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { direction } from '#contract/states.ts'
import type { Market, MarketQuote, SymbolSpec } from '#market/market.ts'
import { compare, divide, isPositive, multiply, subtract } from '#rules/decimal.ts'
import { type SpotFill, spotFill, spotMinUsdt } from '#rules/spot.ts'

/** An order at the price of one record, with everything that follows from it. */
export interface Filled {
  spec: SymbolSpec
  quote: MarketQuote
  price: Decimal
  fill: SpotFill
}

/** Bought at the ask, sold at the bid of the newest record. Refuses symbolUnknown, marketClosed, feedStale, minNotional, aboveMax, validation. */
export function fillOrder(market: Market, order: SpotAsked, nowMs: number): Filled {
  if ((order.quantity === undefined) === (order.money === undefined))
    throw new Refusal('validation', { field: 'quantity', rule: 'one of quantity and money' })
  const spec = market.spec(order.symbol)
  if (!spec || spec.category !== 'crypto') throw new Refusal('symbolUnknown', { symbol: order.symbol })
  if (!market.isOpen(spec.symbol, nowMs)) throw new Refusal('marketClosed', { symbol: spec.symbol })
  const quote = market.quote(spec.symbol)
  if (!quote) throw new Refusal('feedStale', { age: '—' })
  if (quote.stale) throw new Refusal('feedStale', { age: Math.floor(Math.abs(nowMs - quote.atMs) / 1000) })
  const price = order.direction === direction.long ? quote.ask : quote.bid
  const fill = spotFill(order.direction, order, price)
  if (compare(fill.quantity, spec.maxQty) > 0) throw new Refusal('aboveMax', { max: `${spec.maxQty} ${spec.base}` })
  if (compare(order.money ?? fill.notional, spotMinUsdt) < 0 || !isPositive(fill.get))
    throw new Refusal('minNotional', { min: spotMinUsdt })
  return { spec, quote, price, fill }
}

/** Refuses priceMoved when `price` is worse for the person than the one shown by more than slippageBps; better is always theirs. */
export function refuseSlippage(order: SpotAsked, shown: Decimal, price: Decimal): void {
  const worse = order.direction === direction.long ? subtract(price, shown) : subtract(shown, price)
  if (compare(worse, divide(multiply(shown, String(order.slippageBps)), '10000')) > 0) throw new Refusal('priceMoved', { price })
}
