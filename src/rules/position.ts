import { closeOutRatio } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import {
  absolute,
  add,
  compare,
  divide,
  floorToStep,
  isNegative,
  isPositive,
  multiply,
  q8,
  roundAway,
  smaller,
  subtract,
  truncate,
  zero,
} from './decimal.ts'
import { type Conversion, convertedBy, toUsdt } from './quote.ts'

/** What an order costs before it is placed. All amounts in USDT at 8 decimals. */
export interface OpeningCost {
  notional: Decimal
  margin: Decimal
  openFee: Decimal
  /** margin + openFee: what leaves the available balance, and the most the position can lose (product §2.4 C3). */
  debit: Decimal
}

interface Terms {
  quantity: Decimal
  contractSize: Decimal
  conversion: Conversion
}

/** N = qty × contractSize × price, in USDT, not rounded. */
const notionalOf = (terms: Terms, price: Decimal): Decimal => toUsdt(multiply(terms.quantity, terms.contractSize, price), terms.conversion)

/** Isolated margin of product §2.4: N = qty × size × E, IM = q8(N / lever), fee = q8(N × rate). */
export function openingCost(terms: Terms & { price: Decimal; lever: number; feeRate: Decimal }): OpeningCost {
  const notional = notionalOf(terms, terms.price)
  const margin = q8(divide(notional, String(terms.lever)))
  const openFee = q8(multiply(notional, terms.feeRate))
  return { notional: q8(notional), margin, openFee, debit: add(margin, openFee) }
}

/**
 * What a limit order costs when it fills: never more than was reserved for it. At a price that is better for a short (or after a conversion
 * moved) the value is larger than at the limit; then the margin is what the reserve leaves after the fee. Zero or less: it cannot open.
 */
export function fillingCost(terms: Parameters<typeof openingCost>[0], reserved: Decimal): OpeningCost {
  const cost = openingCost(terms)
  const margin = q8(smaller(cost.margin, subtract(reserved, cost.openFee)))
  return { ...cost, margin, debit: add(margin, cost.openFee) }
}

/** What a margin buys: money × lever in the quote currency, over price × size, floored to the step. */
export function quantityFor(
  money: Decimal,
  lever: number,
  price: Decimal,
  sizes: { contractSize: Decimal; qtyStep: Decimal },
  conversion: Conversion,
): Decimal {
  const notional = multiply(money, String(lever))
  const inQuote = conversion.by === 'multiply' ? divide(notional, conversion.rate) : multiply(notional, conversion.rate)
  return floorToStep(divide(inQuote, multiply(price, sizes.contractSize)), sizes.qtyStep)
}

export interface Held extends Terms {
  /** 1 long, 2 short. */
  direction: number
  openPrice: Decimal
  /** Initial margin. */
  margin: Decimal
  addedMargin: Decimal
}

const signOf = (side: number): string => (side === direction.long ? '1' : '-1')

/** dir × qty × size × (price − E), in USDT, truncated at 8 decimals. */
export const profitAt = (held: Held, price: Decimal): Decimal =>
  q8(toUsdt(multiply(signOf(held.direction), held.quantity, held.contractSize, subtract(price, held.openPrice)), held.conversion))

/** margin + added + unrealised profit. */
export const equityAt = (held: Held, mark: Decimal): Decimal => add(held.margin, held.addedMargin, profitAt(held, mark))

/** equity / IM in percent, two decimals, truncated: '100.00' at open. */
export const marginRatioAt = (held: Held, mark: Decimal): Decimal => truncate(multiply(divide(equityAt(held, mark), held.margin), '100'), 2)

/** Whether equity has fallen to this share of the initial margin. */
export const isMarginAt = (held: Held, mark: Decimal, share: string): boolean =>
  compare(equityAt(held, mark), multiply(share, held.margin)) <= 0

/** "Margin is insufficient": equity ≤ half of the initial margin (product §2.4). */
export const isMarginInsufficient = (held: Held, mark: Decimal): boolean => isMarginAt(held, mark, closeOutRatio)

/** The market of a position, as far as its close-out price goes. */
export interface PricedMarket {
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
export function priceAtMargin(held: Held, share: string, market: PricedMarket): Decimal {
  const cushionUsdt = subtract(add(held.margin, held.addedMargin), multiply(share, held.margin))
  const isLong = held.direction === direction.long
  const size = multiply(held.quantity, held.contractSize)
  if (convertedBy(market) === 'itself') {
    const rest = isLong ? add(size, cushionUsdt) : subtract(size, cushionUsdt)
    const price = isPositive(rest) ? divide(multiply(size, held.openPrice), rest) : zero
    return isLong ? roundUpAboveZero(price, market.priceScale) : roundDownAboveZero(price, market.priceScale)
  }
  const cushionQuote =
    held.conversion.by === 'multiply' ? divide(cushionUsdt, held.conversion.rate) : multiply(cushionUsdt, held.conversion.rate)
  const distance = divide(cushionQuote, size)
  return isLong
    ? roundUpAboveZero(subtract(held.openPrice, distance), market.priceScale)
    : roundDownAboveZero(add(held.openPrice, distance), market.priceScale)
}

/** The mark at which the margin becomes insufficient; zero: the position cannot be closed out. */
export const liquidationPrice = (held: Held, market: PricedMarket): Decimal => priceAtMargin(held, closeOutRatio, market)

// A long bought with little leverage can have no liquidation price above zero; then it is shown as zero.
const roundUpAboveZero = (price: Decimal, places: number): Decimal =>
  isPositive(price) ? roundAway(price, places) : truncate(zero, places)

// Nor can a short's be below zero, however much of its margin charges took.
const roundDownAboveZero = (price: Decimal, places: number): Decimal => truncate(isPositive(price) ? price : zero, places)

export interface Closing {
  /** Realised profit before fees. */
  profit: Decimal
  closeFee: Decimal
  /** What goes back to the available balance; never negative. */
  returned: Decimal
  /** What the house's cover pays when the loss is larger than the margin (product §2.4 C3). */
  covered: Decimal
}

/** Closing at `price`. Negative-balance protection: the loss stops at the margin; then the fee is waived and COVER pays the rest. */
export function closing(held: Held, price: Decimal, feeRate: Decimal): Closing {
  const profit = profitAt(held, price)
  const left = add(held.margin, held.addedMargin, profit)
  if (isNegative(left)) return { profit, closeFee: zero8, returned: zero8, covered: absolute(left) }
  // A fee can never take more than what is left.
  const closeFee = smaller(q8(multiply(notionalOf(held, price), feeRate)), left)
  return { profit, closeFee, returned: subtract(left, closeFee), covered: zero8 }
}

/** What a part of a position takes along: its share of an amount, truncated at 8 decimals; the rest of the position keeps the remainder. */
export const shareOf = (amount: Decimal, part: Decimal, whole: Decimal): Decimal => q8(divide(multiply(amount, part), whole))

/** What a closed position brought after every fee and charge; undefined while it runs. */
export const netResult = (closed: {
  returned?: Decimal | undefined
  margin: Decimal
  addedMargin: Decimal
  openFee: Decimal
  funding?: Decimal | undefined
}): Decimal | undefined =>
  closed.returned && q8(add(subtract(closed.returned, add(closed.margin, closed.addedMargin, closed.openFee)), closed.funding ?? zero))

const zero8 = asDecimal('0.00000000')
