import type { MarketWithPrice } from '#contract/calls/market.ts'
import type { ContractOrderRequest, Position } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { closeReason, direction, orderType, posType, positionStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import { add, compareDecimals, divide, isPositive, subtract } from '#rules/decimal.ts'
import {
  computePositionClose,
  contractLimitOrderFillingCost,
  type OpenPosition,
  isMarginInsufficient,
  liquidationPrice,
  proportionalAmount,
} from '#rules/position.ts'
import { marketWithPositionTerms, quoteSidesWithPositionTerms } from './ownTerms.ts'
import { isLimitPriceReached, type PositionStops, stopCloseReasonAt } from '#rules/stops.ts'
import type { PaperLedger } from '#widgets/trading/paperStore.ts'
import type { ContractOrderEstimate, QuoteSides } from './ticket/estimate.ts'

const historyLength = 100
const limitMs = 30 * 86_400_000
const demoAccountType = 2
const zeroAmount = asDecimal('0.00000000')

/** The ledger after opening, or after putting a limit order aside; undefined when the money is not enough. */
export function paperLedgerAfterOrder(
  ledger: PaperLedger,
  market: MarketWithPrice,
  order: ContractOrderRequest,
  cost: ContractOrderEstimate,
  nowMs: number,
  /** The second of the record that was filled on. */
  sec = Math.floor(nowMs / 1000),
): { ledger: PaperLedger; opened: Position } | undefined {
  if (compareDecimals(ledger.available, cost.worstLoss) < 0) return undefined
  const isLimit = order.orderType === orderType.limit
  const newPosition: Position = {
    id: String(nowMs),
    orderNo: `PAPER${nowMs}`,
    accountType: demoAccountType,
    compId: null,
    posType: posType.contract,
    symbol: market.symbol,
    name: market.name,
    direction: order.direction,
    orderType: order.orderType,
    quantity: cost.quantity,
    openPrice: cost.price,
    markPrice: null,
    lever: order.lever,
    margin: cost.margin,
    addedMargin: zeroAmount,
    liqPrice: cost.liqPrice,
    profit: null,
    profitRate: null,
    marginRatio: null,
    openFee: cost.openFee,
    feeRate: market.feeRate,
    spreadBps: market.spreadBps,
    tick: market.tick,
    contractSize: market.contractSize,
    closeFee: zeroAmount,
    funding: zeroAmount,
    status: isLimit ? positionStatus.pending : positionStatus.running,
    openSec: sec,
    createTime: asInstant(nowMs),
    ...(isLimit && { price: cost.price, expireTime: asInstant(nowMs + limitMs) }),
    ...(order.stopProfit && { stopProfit: order.stopProfit }),
    ...(order.stopLoss && { stopLoss: order.stopLoss }),
  }
  const available = subtract(ledger.available, cost.worstLoss)
  const placed = isLimit ? { pending: [newPosition, ...ledger.pending] } : { running: [newPosition, ...ledger.running] }
  return { ledger: { ...ledger, available, ...placed }, opened: newPosition }
}

export const toOpenPosition = (position: Position, market: MarketWithPrice, sides: Pick<QuoteSides, 'conversion'>): OpenPosition => ({
  direction: position.direction,
  quantity: position.quantity,
  contractSize: position.contractSize ?? market.contractSize,
  openPrice: position.openPrice,
  margin: position.margin,
  addedMargin: position.addedMargin,
  conversion: sides.conversion,
})

const replacePosition = (all: readonly Position[], next: Position): Position[] => all.map((one) => (one.id === next.id ? next : one))
const removePosition = (all: readonly Position[], { id }: Position): Position[] => all.filter((one) => one.id !== id)

/** A quote with its mark: each position takes bid and ask at its own spread. */
type MarkedQuoteSides = QuoteSides & { mark: Decimal }

/** The ledger after closing at the other side of the quote. */
export function paperLedgerAfterClose(
  ledger: PaperLedger,
  position: Position,
  market: MarketWithPrice,
  sides: MarkedQuoteSides,
  nowMs: number,
  reason: number = closeReason.user,
): { ledger: PaperLedger; closed: Position } {
  const { bid, ask } = quoteSidesWithPositionTerms(sides, market, position)
  const price = position.direction === direction.long ? bid : ask
  const result = computePositionClose(toOpenPosition(position, market, sides), price, marketWithPositionTerms(market, position).feeRate)
  const closed: Position = {
    ...position,
    status: positionStatus.closed,
    closePrice: price,
    profit: result.profit,
    profitRate: divide(result.profit, position.margin),
    closeFee: result.closeFee,
    returned: result.returned,
    closeReason: reason,
    closeSec: sides.sec ?? Math.floor(nowMs / 1000),
    closeTime: asInstant(nowMs),
  }
  const running = removePosition(ledger.running, position)
  return {
    ledger: {
      ...ledger,
      available: add(ledger.available, result.returned),
      running,
      history: [closed, ...ledger.history].slice(0, historyLength),
    },
    closed,
  }
}

/** Closes a part: it takes its share of margin and fee along, the rest keeps the remainders. */
export function paperLedgerAfterPartialClose(
  ledger: PaperLedger,
  position: Position,
  quantity: Decimal,
  market: MarketWithPrice,
  sides: MarkedQuoteSides,
  nowMs: number,
) {
  const share = (amount: Decimal) => proportionalAmount(amount, quantity, position.quantity)
  const closedShare = { margin: share(position.margin), addedMargin: share(position.addedMargin), openFee: share(position.openFee) }
  const rest: Position = {
    ...position,
    quantity: subtract(position.quantity, quantity),
    margin: subtract(position.margin, closedShare.margin),
    addedMargin: subtract(position.addedMargin, closedShare.addedMargin),
    openFee: subtract(position.openFee, closedShare.openFee),
  }
  const part: Position = { ...position, id: String(nowMs), orderNo: `PAPER${nowMs}`, partOf: position.id, quantity, ...closedShare }
  return paperLedgerAfterClose({ ...ledger, running: [part, ...replacePosition(ledger.running, rest)] }, part, market, sides, nowMs)
}

export function paperLedgerAfterStopsChange(ledger: PaperLedger, position: Position, { stopProfit, stopLoss }: Required<PositionStops>) {
  const { stopProfit: _, stopLoss: __, ...withoutStops } = position
  const changed: Position = { ...withoutStops, ...(stopProfit && { stopProfit }), ...(stopLoss && { stopLoss }) }
  return { ledger: { ...ledger, running: replacePosition(ledger.running, changed) }, changed }
}

/** The ledger with more margin on a position; undefined when the money is not enough. */
export function paperLedgerAfterMarginAdded(
  ledger: PaperLedger,
  position: Position,
  money: Decimal,
  market: MarketWithPrice,
  sides: QuoteSides,
) {
  if (compareDecimals(ledger.available, money) < 0) return undefined
  const more: Position = { ...position, addedMargin: add(position.addedMargin, money) }
  const changed: Position = { ...more, liqPrice: liquidationPrice(toOpenPosition(more, market, sides), market) }
  return { ledger: { ...ledger, available: subtract(ledger.available, money), running: replacePosition(ledger.running, changed) }, changed }
}

/** The ledger with a pending order's reserve given back. */
export function paperLedgerAfterCancel(ledger: PaperLedger, order: Position, nowMs: number, reason: number = closeReason.user) {
  const cancelled: Position = { ...order, status: positionStatus.cancelled, closeReason: reason, closeTime: asInstant(nowMs) }
  const available = add(ledger.available, order.margin, order.openFee)
  return {
    ledger: {
      ...ledger,
      available,
      pending: removePosition(ledger.pending, order),
      history: [cancelled, ...ledger.history].slice(0, historyLength),
    },
    cancelled,
  }
}

/** A touched order opens at the side it takes, on the terms of its placing and for no more than it reserved. */
function fillOnPaper(ledger: PaperLedger, order: Position, listed: MarketWithPrice, marked: MarkedQuoteSides, nowMs: number): PaperLedger {
  const [market, sides] = [marketWithPositionTerms(listed, order), quoteSidesWithPositionTerms(marked, listed, order)]
  if (order.expireTime && order.expireTime <= nowMs) return paperLedgerAfterCancel(ledger, order, nowMs, closeReason.expiry).ledger
  if (!order.price || !isLimitPriceReached(order.direction, order.price, sides)) return ledger
  const price = order.direction === direction.long ? sides.ask : sides.bid
  const reserved = add(order.margin, order.openFee)
  const terms = {
    quantity: order.quantity,
    contractSize: market.contractSize,
    conversion: sides.conversion,
    price,
    lever: order.lever,
    feeRate: market.feeRate,
  }
  const { margin, openFee, debit } = contractLimitOrderFillingCost(terms, reserved)
  if (!isPositive(margin)) return paperLedgerAfterCancel(ledger, order, nowMs, closeReason.expiry).ledger
  const { expireTime: _, ...filledOrder } = order
  const opened: Position = {
    ...filledOrder,
    status: positionStatus.running,
    openPrice: price,
    margin,
    openFee,
    openSec: sides.sec ?? Math.floor(nowMs / 1000),
  }
  const running: Position = { ...opened, liqPrice: liquidationPrice(toOpenPosition(opened, market, sides), market) }
  return {
    ...ledger,
    available: add(ledger.available, subtract(reserved, debit)),
    pending: removePosition(ledger.pending, order),
    running: [running, ...ledger.running],
  }
}

/** What a new price does (docs/rules/contracts.md): stops, the stop loss first, and close-outs; then limit orders. The first price from the end of trading on closes and cancels the rest. Gives the same ledger when nothing happens. */
export function paperLedgerAfterPrice(ledger: PaperLedger, market: MarketWithPrice, sides: MarkedQuoteSides, nowMs: number): PaperLedger {
  const isOver = market.tradingEndsAt !== undefined && market.tradingEndsAt <= nowMs
  const reasonOf = (position: Position) =>
    stopCloseReasonAt(position.direction, sides.mark, position) ??
    (isMarginInsufficient(toOpenPosition(position, market, sides), sides.mark) ? closeReason.marginInsufficient : undefined) ??
    (isOver ? closeReason.delisting : undefined)
  const isOfMarket = ({ symbol }: Position) => symbol === market.symbol
  const closed = ledger.running.filter(isOfMarket).reduce((now, position) => {
    const reason = reasonOf(position)
    return reason ? paperLedgerAfterClose(now, position, market, sides, nowMs, reason).ledger : now
  }, ledger)
  return ledger.pending
    .filter(isOfMarket)
    .reduce(
      (now, order) =>
        isOver ? paperLedgerAfterCancel(now, order, nowMs, closeReason.delisting).ledger : fillOnPaper(now, order, market, sides, nowMs),
      closed,
    )
}
