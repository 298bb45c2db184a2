import { closeOutEquityRatio } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import {
  absolute,
  add,
  compareDecimals,
  divide,
  floorToStep,
  isNegative,
  isPositive,
  multiply,
  q8,
  roundDecimalAwayFromZero,
  smallerDecimal,
  subtract,
  truncate,
  zero,
} from './decimal.ts'
import { type UsdtConversion, usdtConversionKindOfMarket, convertToUsdt } from './quote.ts'

/** What an order costs before it is placed. All amounts in USDT at 8 decimals. */
export interface PositionOpeningCost {
  notional: Decimal
  margin: Decimal
  openFee: Decimal
  /** margin + openFee: what leaves the available balance, and the most the position can lose (docs/rules/contracts.md). */
  debit: Decimal
}

interface PositionTerms {
  quantity: Decimal
  contractSize: Decimal
  conversion: UsdtConversion
}

/** N = qty × contractSize × price, in USDT, not rounded. */
const notionalOf = (terms: PositionTerms, price: Decimal): Decimal =>
  convertToUsdt(multiply(terms.quantity, terms.contractSize, price), terms.conversion)

/** Isolated margin of docs/rules/contracts.md: N = qty × size × E, IM = q8(N / lever), fee = q8(N × rate). */
export function positionOpeningCost(terms: PositionTerms & { price: Decimal; lever: number; feeRate: Decimal }): PositionOpeningCost {
  const notional = notionalOf(terms, terms.price)
  const margin = q8(divide(notional, String(terms.lever)))
  const openFee = q8(multiply(notional, terms.feeRate))
  return { notional: q8(notional), margin, openFee, debit: add(margin, openFee) }
}

/**
 * What a limit order costs when it fills: never more than was reserved for it. At a price that is better for a short (or after a conversion
 * moved) the value is larger than at the limit; then the margin is what the reserve leaves after the fee. Zero or less: it cannot open.
 */
export function contractLimitOrderFillingCost(terms: Parameters<typeof positionOpeningCost>[0], reserved: Decimal): PositionOpeningCost {
  const cost = positionOpeningCost(terms)
  const margin = q8(smallerDecimal(cost.margin, subtract(reserved, cost.openFee)))
  return { ...cost, margin, debit: add(margin, cost.openFee) }
}

/** What a margin buys: money × lever in the quote currency, over price × size, floored to the step. */
export function contractQuantityForMargin(
  money: Decimal,
  lever: number,
  price: Decimal,
  sizes: { contractSize: Decimal; qtyStep: Decimal },
  conversion: UsdtConversion,
): Decimal {
  const notional = multiply(money, String(lever))
  const notionalInQuote = conversion.by === 'multiply' ? divide(notional, conversion.rate) : multiply(notional, conversion.rate)
  return floorToStep(divide(notionalInQuote, multiply(price, sizes.contractSize)), sizes.qtyStep)
}

export interface OpenPosition extends PositionTerms {
  /** 1 long, 2 short. */
  direction: number
  openPrice: Decimal
  /** Initial margin. */
  margin: Decimal
  addedMargin: Decimal
}

const signOf = (side: number): string => (side === direction.long ? '1' : '-1')

/** dir × qty × size × (price − E), in USDT, truncated at 8 decimals. */
export const positionProfitAt = (position: OpenPosition, price: Decimal): Decimal =>
  q8(
    convertToUsdt(
      multiply(signOf(position.direction), position.quantity, position.contractSize, subtract(price, position.openPrice)),
      position.conversion,
    ),
  )

/** margin + added + unrealised profit. */
export const positionEquityAt = (position: OpenPosition, mark: Decimal): Decimal =>
  add(position.margin, position.addedMargin, positionProfitAt(position, mark))

/** equity / IM in percent, two decimals, truncated: '100.00' at open. */
export const marginRatioPercentAt = (position: OpenPosition, mark: Decimal): Decimal =>
  truncate(multiply(divide(positionEquityAt(position, mark), position.margin), '100'), 2)

/** Whether equity has fallen to this share of the initial margin. */
export const isEquityAtOrBelowMarginShare = (position: OpenPosition, mark: Decimal, share: string): boolean =>
  compareDecimals(positionEquityAt(position, mark), multiply(share, position.margin)) <= 0

/** "Margin is insufficient": equity ≤ half of the initial margin (docs/rules/contracts.md). */
export const isMarginInsufficient = (position: OpenPosition, mark: Decimal): boolean =>
  isEquityAtOrBelowMarginShare(position, mark, closeOutEquityRatio)

/** The market of a position, as far as its close-out price goes. */
export interface LiquidationPriceMarket {
  symbol: string
  quote: string
  priceScale: number
}

/**
 * The mark at which equity is this share of the initial margin, on the price scale and rounded toward the entry, which is the safer side.
 * With Q = quantity × size and a cushion of margin − share: where the market is its own rate (USDJPY) the profit in USDT is Q × (P − E) ÷ P, so a
 * long reaches it at Q·E ÷ (Q + cushion), a short at Q·E ÷ (Q − cushion). Other quotes than the dollar use the conversion of now, so there it is an
 * estimate. Never negative; zero says that no price reaches it.
 */
export function markPriceAtMarginShare(position: OpenPosition, share: string, market: LiquidationPriceMarket): Decimal {
  const marginBufferUsdt = subtract(add(position.margin, position.addedMargin), multiply(share, position.margin))
  const isLong = position.direction === direction.long
  const size = multiply(position.quantity, position.contractSize)
  if (usdtConversionKindOfMarket(market) === 'itself') {
    const denominator = isLong ? add(size, marginBufferUsdt) : subtract(size, marginBufferUsdt)
    const price = isPositive(denominator) ? divide(multiply(size, position.openPrice), denominator) : zero
    return isLong ? roundUpToPositive(price, market.priceScale) : roundDownToPositive(price, market.priceScale)
  }
  const marginBufferQuote =
    position.conversion.by === 'multiply'
      ? divide(marginBufferUsdt, position.conversion.rate)
      : multiply(marginBufferUsdt, position.conversion.rate)
  const distance = divide(marginBufferQuote, size)
  return isLong
    ? roundUpToPositive(subtract(position.openPrice, distance), market.priceScale)
    : roundDownToPositive(add(position.openPrice, distance), market.priceScale)
}

/** The mark at which the margin becomes insufficient; zero: the position cannot be closed out. */
export const liquidationPrice = (position: OpenPosition, market: LiquidationPriceMarket): Decimal =>
  markPriceAtMarginShare(position, closeOutEquityRatio, market)

// A long bought with little leverage can have no liquidation price above zero; then it is shown as zero.
const roundUpToPositive = (price: Decimal, places: number): Decimal =>
  isPositive(price) ? roundDecimalAwayFromZero(price, places) : truncate(zero, places)

// Nor can a short's be below zero, however much of its margin charges took.
const roundDownToPositive = (price: Decimal, places: number): Decimal => truncate(isPositive(price) ? price : zero, places)

export interface PositionCloseResult {
  /** Realised profit before fees. */
  profit: Decimal
  closeFee: Decimal
  /** What goes back to the available balance; never negative. */
  returned: Decimal
  /** What the house's cover pays when the loss is larger than the margin (docs/rules/contracts.md). */
  covered: Decimal
}

/** Closing at `price`. Negative-balance protection: the loss stops at the margin; then the fee is waived and COVER pays the rest. */
export function computePositionClose(position: OpenPosition, price: Decimal, feeRate: Decimal): PositionCloseResult {
  const profit = positionProfitAt(position, price)
  const remaining = add(position.margin, position.addedMargin, profit)
  if (isNegative(remaining)) return { profit, closeFee: zero8, returned: zero8, covered: absolute(remaining) }
  // A fee can never take more than what is left.
  const closeFee = smallerDecimal(q8(multiply(notionalOf(position, price), feeRate)), remaining)
  return { profit, closeFee, returned: subtract(remaining, closeFee), covered: zero8 }
}

/** What a part of a position takes along: its share of an amount, truncated at 8 decimals; the rest of the position keeps the remainder. */
export const proportionalAmount = (amount: Decimal, part: Decimal, total: Decimal): Decimal => q8(divide(multiply(amount, part), total))

/** What a closed position brought after every fee and charge; undefined while it runs. */
export const closedPositionNetResult = (closedPosition: {
  returned?: Decimal | undefined
  margin: Decimal
  addedMargin: Decimal
  openFee: Decimal
  funding?: Decimal | undefined
}): Decimal | undefined =>
  closedPosition.returned &&
  q8(
    add(
      subtract(closedPosition.returned, add(closedPosition.margin, closedPosition.addedMargin, closedPosition.openFee)),
      closedPosition.funding ?? zero,
    ),
  )

const zero8 = asDecimal('0.00000000')
