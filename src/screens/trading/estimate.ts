import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Order } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { compare, isMultipleOf, q8 } from '#rules/decimal.ts'
import { closing, type Held, liquidationPrice, openingCost, quantityFor } from '#rules/position.ts'
import type { Conversion } from '#rules/quote.ts'
import type { OrderPreview } from './desk.ts'

export const minNotionalUsdt = asDecimal('10')

/** The two sides of a quote and how its currency becomes USDT. */
export interface Sides {
  bid: Decimal
  ask: Decimal
  conversion: Conversion
  /** The second of the record they are from, where it is known. */
  sec?: number
}

export type Estimate = Omit<OrderPreview, 'confirmToken' | 'expireAtMs' | 'warnings'> & { held: Held }

/** What is wrong with an order before any price is asked for. */
export type Flaw = 'qtyStep' | 'minNotional' | 'short' | 'aboveMax'

/** An order's cost at these sides or at its limit, by the same rules as the server's; by money (margin) or quantity. */
export function estimate(
  listed: MarketSymbol,
  order: Pick<Order, 'direction' | 'lever' | 'money' | 'quantity' | 'price'>,
  sides: Sides,
): Estimate | undefined {
  const isLong = order.direction === direction.long
  const price = order.price ?? (isLong ? sides.ask : sides.bid)
  const quantity = order.quantity ?? (order.money && quantityFor(order.money, order.lever, price, listed, sides.conversion))
  if (!quantity || compare(quantity, '0') <= 0) return undefined
  const terms = { quantity, contractSize: listed.contractSize, conversion: sides.conversion }
  const cost = openingCost({ ...terms, price, lever: order.lever, feeRate: listed.feeRate })
  const held: Held = { ...terms, direction: order.direction, openPrice: price, margin: cost.margin, addedMargin: asDecimal('0') }
  return {
    price,
    quantity,
    notional: cost.notional,
    margin: cost.margin,
    openFee: cost.openFee,
    estCloseFee: closing(held, order.price ?? (isLong ? sides.bid : sides.ask), listed.feeRate).closeFee,
    liqPrice: liquidationPrice(held, listed),
    worstLoss: q8(cost.debit),
    held,
  }
}

/** The first thing to mend. Of an order that is too large in both ways, the money comes first: it is what was typed, and what is known. */
export function flawOf(listed: MarketSymbol, { quantity, notional, worstLoss }: Estimate, available?: Decimal): Flaw | undefined {
  if (!isMultipleOf(quantity, listed.qtyStep) || compare(quantity, listed.minQty) < 0) return 'qtyStep'
  if (compare(notional, minNotionalUsdt) < 0) return 'minNotional'
  if (available && compare(available, worstLoss) < 0) return 'short'
  return compare(quantity, listed.maxQty) > 0 ? 'aboveMax' : undefined
}
