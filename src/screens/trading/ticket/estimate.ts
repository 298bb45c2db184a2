import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { ContractOrderRequest } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { direction } from '#contract/states.ts'
import { compareDecimals, isMultipleOf, q8 } from '#rules/decimal.ts'
import {
  computePositionClose,
  type OpenPosition,
  liquidationPrice,
  positionOpeningCost,
  contractQuantityForMargin,
} from '#rules/position.ts'
import type { UsdtConversion } from '#rules/quote.ts'
import type { ContractOrderPreview } from '../tradingAdapter.ts'

export const minNotionalUsdt = asDecimal('10')

/** The two sides of a quote and how its currency becomes USDT. */
export interface QuoteSides {
  bid: Decimal
  ask: Decimal
  conversion: UsdtConversion
  /** The second of the record they are from, where it is known. */
  sec?: number
}

export type ContractOrderEstimate = Omit<ContractOrderPreview, 'confirmToken' | 'expireAtMs' | 'warnings'> & { held: OpenPosition }

/** What is wrong with an order before any price is asked for. */
export type ContractOrderError = 'qtyStep' | 'minNotional' | 'short' | 'aboveMax'

/** An order's cost at these sides or at its limit, by the same rules as the server's; by money (margin) or quantity. */
export function estimateContractOrder(
  market: MarketWithPrice,
  order: Pick<ContractOrderRequest, 'direction' | 'lever' | 'money' | 'quantity' | 'price'>,
  sides: QuoteSides,
): ContractOrderEstimate | undefined {
  const isLong = order.direction === direction.long
  const price = order.price ?? (isLong ? sides.ask : sides.bid)
  const quantity = order.quantity ?? (order.money && contractQuantityForMargin(order.money, order.lever, price, market, sides.conversion))
  if (!quantity || compareDecimals(quantity, '0') <= 0) return undefined
  const terms = { quantity, contractSize: market.contractSize, conversion: sides.conversion }
  const cost = positionOpeningCost({ ...terms, price, lever: order.lever, feeRate: market.feeRate })
  const position: OpenPosition = {
    ...terms,
    direction: order.direction,
    openPrice: price,
    margin: cost.margin,
    addedMargin: asDecimal('0'),
  }
  return {
    price,
    quantity,
    notional: cost.notional,
    margin: cost.margin,
    openFee: cost.openFee,
    estCloseFee: computePositionClose(position, order.price ?? (isLong ? sides.bid : sides.ask), market.feeRate).closeFee,
    liqPrice: liquidationPrice(position, market),
    worstLoss: q8(cost.debit),
    held: position,
  }
}

/** The first thing to mend. Of an order that is too large in both ways, the money comes first: it is what was typed, and what is known. */
export function findContractOrderError(
  market: MarketWithPrice,
  { quantity, notional, worstLoss }: ContractOrderEstimate,
  available?: Decimal,
): ContractOrderError | undefined {
  if (!isMultipleOf(quantity, market.qtyStep) || compareDecimals(quantity, market.minQty) < 0) return 'qtyStep'
  if (compareDecimals(notional, minNotionalUsdt) < 0) return 'minNotional'
  if (available && compareDecimals(available, worstLoss) < 0) return 'short'
  return compareDecimals(quantity, market.maxQty) > 0 ? 'aboveMax' : undefined
}
