import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { ContractOrderRequest } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { estimateContractOrder, findContractOrderError, type QuoteSides } from './estimate.ts'

const roundMargins = ['100', '200', '500', '1000', '2000', '5000', '10000'].map(asDecimal)

/** What a first order begins with, in USDT: 100, or the next round sum that the market's smallest order allows; undefined where none of them does. */
export const suggestFirstMargin = (
  market: MarketWithPrice,
  { direction, lever }: Pick<ContractOrderRequest, 'direction' | 'lever'>,
  sides: QuoteSides,
  available: Decimal | undefined,
): Decimal | undefined =>
  roundMargins.find((money) => {
    const cost = estimateContractOrder(market, { direction, lever, money }, sides)
    return cost !== undefined && findContractOrderError(market, cost, available) === undefined
  })
