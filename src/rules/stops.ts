import type { Decimal } from '#contract/decimal.ts'
import { closeReason, direction } from '#contract/states.ts'
import { add, ceilToStep, compareDecimals, divide, floorToStep, isZero, roundDecimalAwayFromZero, subtract, truncate } from './decimal.ts'
import type { Quote } from './quote.ts'

/** Take profit and stop loss of one position, by mark; absent or null where there is none. */
export interface PositionStops {
  stopProfit?: Decimal | null | undefined
  stopLoss?: Decimal | null | undefined
}

/** The lowest and the highest price that may be set, on the tick; null where there is no end. */
export interface StopRange {
  min: Decimal | null
  max: Decimal | null
}

export interface StopRanges {
  stopProfit: StopRange
  stopLoss: StopRange
}

/** Where stops of a position may stand: long: stopProfit > mark and liqPrice < stopLoss < mark; short the other way round. A liqPrice of zero is no bound. */
export function stopRanges(side: number, mark: Decimal, liqPrice: Decimal, tick: Decimal): StopRanges {
  const above = (price: Decimal) => add(floorToStep(price, tick), tick)
  const below = (price: Decimal) => subtract(ceilToStep(price, tick), tick)
  return side === direction.long
    ? { stopProfit: { min: above(mark), max: null }, stopLoss: { min: above(liqPrice), max: below(mark) } }
    : { stopProfit: { min: tick, max: below(mark) }, stopLoss: { min: above(mark), max: isZero(liqPrice) ? null : below(liqPrice) } }
}

export const isInStopRange = (price: Decimal, { min, max }: StopRange): boolean =>
  (min === null || compareDecimals(price, min) >= 0) && (max === null || compareDecimals(price, max) <= 0)

/** Which stop this mark sets off: the stop loss before the take profit; undefined when neither. */
export function stopCloseReasonAt(side: number, mark: Decimal, { stopProfit, stopLoss }: PositionStops): number | undefined {
  const isFallen = (level: Decimal | null | undefined) => level != null && compareDecimals(mark, level) <= 0
  const isRisen = (level: Decimal | null | undefined) => level != null && compareDecimals(mark, level) >= 0
  const isLong = side === direction.long
  if (isLong ? isFallen(stopLoss) : isRisen(stopLoss)) return closeReason.stopLoss
  if (isLong ? isRisen(stopProfit) : isFallen(stopProfit)) return closeReason.takeProfit
  return undefined
}

/** A limit order fills when the side it takes is at its price or better: the ask for a long, the bid for a short. */
export const isLimitPriceReached = (side: number, limit: Decimal, { bid, ask }: Pick<Quote, 'bid' | 'ask'>): boolean =>
  side === direction.long ? compareDecimals(ask, limit) <= 0 : compareDecimals(bid, limit) >= 0

// Marks of the record have ten decimals.
const markScale = 10

/** The mark at which the ask (long) or bid (short) is at the limit: exactly those marks or better touch it. */
export function limitOrderTriggerMark(side: number, limit: Decimal, { spreadBps }: { spreadBps: Decimal }): Decimal {
  const half = divide(spreadBps, '20000')
  return side === direction.long
    ? truncate(divide(limit, add('1', half)), markScale)
    : roundDecimalAwayFromZero(divide(limit, subtract('1', half)), markScale)
}
