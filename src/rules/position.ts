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
import { type Conversion, toUsdt } from './quote.ts'

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

/** "Margin is insufficient": equity ≤ half of the initial margin (product §2.4). */
export const isMarginInsufficient = (held: Held, mark: Decimal): boolean =>
  compare(equityAt(held, mark), multiply(closeOutRatio, held.margin)) <= 0

/**
 * The mark at which the margin becomes insufficient, on the price scale and rounded toward the entry, which is the safer side.
 * For quotes other than USD the conversion of now is used, so there it is an estimate.
 */
export function liquidationPrice(held: Held, priceScale: number): Decimal {
  const cushionUsdt = subtract(add(held.margin, held.addedMargin), multiply(closeOutRatio, held.margin))
  const cushionQuote =
    held.conversion.by === 'multiply' ? divide(cushionUsdt, held.conversion.rate) : multiply(cushionUsdt, held.conversion.rate)
  const distance = divide(cushionQuote, multiply(held.quantity, held.contractSize))
  return held.direction === direction.long
    ? roundUpAboveZero(subtract(held.openPrice, distance), priceScale)
    : truncate(add(held.openPrice, distance), priceScale)
}

// A long bought with little leverage can have no liquidation price above zero; then it is shown as zero.
const roundUpAboveZero = (price: Decimal, places: number): Decimal =>
  isPositive(price) ? roundAway(price, places) : truncate(zero, places)

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

const zero8 = asDecimal('0.00000000')
