import type { SignedInUser } from '../core/visitor.ts'
import type { ContractOrderRequest } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { Refusal } from '#contract/refusals.ts'
import { direction, orderType } from '#contract/states.ts'
import { requireFreshQuote, feedStaleRefusal } from '#market/freshQuote.ts'
import type { MarketDataService, MarketQuote, SymbolSpec } from '#market/market.ts'
import { compareDecimals, divide, isMultipleOf, multiply, subtract } from '#rules/decimal.ts'
import { discountedFeeRate } from '#rules/fee.ts'
import {
  computePositionClose,
  type OpenPosition,
  liquidationPrice,
  type PositionOpeningCost,
  positionOpeningCost,
  contractQuantityForMargin,
} from '#rules/position.ts'
import { type UsdtConversion, usdtConvertersByCurrency } from '#rules/quote.ts'
import { feeDiscountOf } from '../orders/feeDiscount.ts'
import type { AppContext } from '../core/appContext.ts'
import { specWithQuoteSpread } from '../orders/ownSpread.ts'
import { userLeverageCapOf, refuseContractsByRegion } from './region.ts'
import { refuseOffTickPrice, refuseInvalidStops } from './stops.ts'
import { minContractNotionalUsdt } from '../terms/minimums.ts'
import { positionMarginTriggerLevelsOf } from './trigger.ts'

/** An order at the price of one record, with every number that follows from it. */
export interface PricedContractOrder {
  spec: SymbolSpec
  quote: MarketQuote
  price: Decimal
  quantity: Decimal
  /** The market's, less what the person's level takes off; it holds until the position is closed. */
  feeRate: Decimal
  cost: PositionOpeningCost
  held: OpenPosition
  /** What closing at once at the other side of the quote would cost; of a limit order, at its price. */
  estCloseFee: Decimal
  liqPrice: Decimal
  levels: ReturnType<typeof positionMarginTriggerLevelsOf>
}

/** What a confirm token holds fast: a level that changes at midnight makes nothing dearer that was shown before. */
interface Confirmed {
  quantity: Decimal
  /** Of tokens before there were levels there is none. */
  feeRate?: Decimal | undefined
}

/** A market that can be traded on now: fresh quote and fresh conversion. Refuses marketClosed and feedStale. */
export function requireFreshContractQuote(
  market: MarketDataService,
  spec: SymbolSpec,
  nowMs: number,
): { quote: MarketQuote; conversion: UsdtConversion } {
  const quote = requireFreshQuote(market, spec.symbol, nowMs)
  const converter = usdtConvertersByCurrency[spec.quote]
  // It may be closed while its price still stands.
  const rate = converter ? market.quote(converter.symbol) : quote
  const conversion = market.conversion(spec.quote)
  if (!rate || rate.stale || !conversion) throw feedStaleRefusal(nowMs, rate?.atMs)
  return { quote, conversion }
}

/**
 * The order at the newest record, or at its limit. `confirmed` is what the person has agreed to; without it, the quantity is the order's own
 * or what its money (margin) × lever buys, floored to the step.
 * Refuses symbolUnknown, regionProduct, leverageCap, marketClosed, feedStale, qtyStep, priceStep, aboveMax, minNotional, stopInvalid, validation.
 */
export function priceContractOrder(
  app: AppContext,
  visitor: SignedInUser,
  order: ContractOrderRequest,
  nowMs: number,
  confirmed?: Confirmed,
): PricedContractOrder {
  if ((order.quantity === undefined) === (order.money === undefined))
    throw new Refusal('validation', { field: 'quantity', rule: 'one of quantity and money' })
  const isLimit = order.orderType === orderType.limit
  if (isLimit === (order.price === undefined)) throw new Refusal('validation', { field: 'price', rule: 'on limit orders only' })
  const listed = app.market.spec(order.symbol, nowMs)
  if (!listed) throw new Refusal('symbolUnknown', { symbol: order.symbol })
  refuseContractsByRegion(visitor, listed, app)
  const max = userLeverageCapOf(visitor, listed, nowMs)
  if (order.lever > max) throw new Refusal('leverageCap', { max })
  const { quote, conversion } = requireFreshContractQuote(app.market, listed, nowMs)
  const spec = specWithQuoteSpread(app.market, listed, quote)
  const isLong = order.direction === direction.long
  const price = order.price ?? (isLong ? quote.ask : quote.bid)
  if (isLimit) refuseOffTickPrice(price, spec)
  const quantity =
    confirmed?.quantity ?? order.quantity ?? contractQuantityForMargin(order.money as Decimal, order.lever, price, spec, conversion)
  refuseQuantity(quantity, spec)
  const terms = { quantity, contractSize: spec.contractSize, conversion }
  const feeRate = confirmed?.feeRate ?? discountedFeeRate(spec.feeRate, feeDiscountOf(app, visitor, order.accountType))
  const cost = positionOpeningCost({ ...terms, price, lever: order.lever, feeRate })
  if (compareDecimals(cost.notional, minContractNotionalUsdt) < 0) throw new Refusal('minNotional', { min: minContractNotionalUsdt })
  const held: OpenPosition = { ...terms, direction: order.direction, openPrice: price, margin: cost.margin, addedMargin: asDecimal('0') }
  const liqPrice = liquidationPrice(held, spec)
  refuseInvalidStops(order.direction, isLimit ? price : quote.mid, liqPrice, spec, order)
  return {
    spec,
    quote,
    price,
    quantity,
    feeRate,
    cost,
    held,
    estCloseFee: computePositionClose(held, isLimit ? price : isLong ? quote.bid : quote.ask, feeRate).closeFee,
    liqPrice,
    levels: positionMarginTriggerLevelsOf(held, spec, 0),
  }
}

function refuseQuantity(quantity: Decimal, spec: SymbolSpec): void {
  if (!isMultipleOf(quantity, spec.qtyStep) || compareDecimals(quantity, spec.minQty) < 0)
    throw new Refusal('qtyStep', { step: spec.qtyStep, min: spec.minQty })
  if (compareDecimals(quantity, spec.maxQty) > 0) throw new Refusal('aboveMax', { max: spec.maxQty })
}

/** Refuses priceMoved when `price` is worse for the person than the one shown by more than slippageBps; better is always theirs. */
export function refuseContractSlippage(order: ContractOrderRequest, confirmedPrice: Decimal, price: Decimal): void {
  const worse = order.direction === direction.long ? subtract(price, confirmedPrice) : subtract(confirmedPrice, price)
  if (compareDecimals(worse, divide(multiply(confirmedPrice, String(order.slippageBps)), '10000')) > 0)
    throw new Refusal('priceMoved', { price })
}
