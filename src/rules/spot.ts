import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { add, divide, floorToStep, multiply, q8, roundDecimalAwayFromZero, subtract } from './decimal.ts'

/** Of the order's value, in USDT (docs/rules/{spot,seed-data}.md). */
export const defaultSpotFeeRate = asDecimal('0.001')
export const spotMinUsdt = asDecimal('10')

/** Limit orders are for whole steps of coins, ten times finer than those of contracts (docs/rules/seed-data.md). */
export const spotLimitOrderQtyStep = ({ qtyStep }: { qtyStep: Decimal }): Decimal => divide(qtyStep, '10')

/** Exactly one of the two: coins, or USDT (all that is spent, fee included; or what is sold, before the fee). */
export interface SpotSize {
  quantity?: Decimal | undefined
  money?: Decimal | undefined
}

export interface SpotFill {
  /** Coins that change hands. */
  quantity: Decimal
  /** Their price in USDT, without the fee. */
  notional: Decimal
  fee: Decimal
  /** What leaves the balance: USDT when buying, coins when selling. */
  give: Decimal
  /** What comes: coins when buying, USDT less the fee when selling. */
  get: Decimal
}

/** A market order at one price (docs/rules/spot.md, S1). What one gets is truncated at eight decimals, what one pays for a quantity is rounded up. */
export function spotFill(side: number, size: SpotSize, price: Decimal, feeRate: Decimal = defaultSpotFeeRate): SpotFill {
  return side === direction.long ? bought(size, price, feeRate) : sold(size, price, feeRate)
}

/** How many coins a limit order is for: its own quantity, or as many whole steps as the money pays for, fee included (S1). */
export function spotLimitQuantity(
  side: number,
  { quantity, money = asDecimal('0') }: SpotSize,
  price: Decimal,
  step: Decimal,
  feeRate: Decimal = defaultSpotFeeRate,
): Decimal {
  if (quantity !== undefined) return quantity
  const paid = side === direction.long ? subtract(money, q8(multiply(money, feeRate))) : money
  return floorToStep(divide(paid, price), step)
}

function bought({ quantity, money }: SpotSize, price: Decimal, feeRate: Decimal): SpotFill {
  if (money === undefined) {
    const coins = q8(quantity ?? '0')
    const notional = roundDecimalAwayFromZero(multiply(coins, price), 8)
    const fee = q8(multiply(notional, feeRate))
    return { quantity: coins, notional, fee, give: q8(add(notional, fee)), get: coins }
  }
  const give = q8(money)
  const fee = q8(multiply(give, feeRate))
  const notional = q8(subtract(give, fee))
  const coins = q8(divide(notional, price))
  return { quantity: coins, notional, fee, give, get: coins }
}

function sold({ quantity, money }: SpotSize, price: Decimal, feeRate: Decimal): SpotFill {
  const coins = q8(quantity ?? divide(money ?? '0', price))
  const notional = q8(multiply(coins, price))
  const fee = q8(multiply(notional, feeRate))
  return { quantity: coins, notional, fee, give: coins, get: q8(subtract(notional, fee)) }
}
