import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Order, Position } from '#contract/calls/trading.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { closeReason, direction, orderType, posType, positionStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import { add, compare, divide, isPositive, subtract } from '#rules/decimal.ts'
import { closing, fillingCost, type Held, isMarginInsufficient, liquidationPrice, shareOf } from '#rules/position.ts'
import { isTouched, type Stops, stopReached } from '#rules/stops.ts'
import type { PaperLedger } from '#widgets/paperStore.ts'
import type { Estimate, Sides } from './estimate.ts'

const historyLength = 100
const limitMs = 30 * 86_400_000
const demoBook = 2
const nothing = asDecimal('0.00000000')

/** The ledger after opening, or after putting a limit order aside; undefined when the money is not enough. */
export function openOnPaper(
  ledger: PaperLedger,
  listed: MarketSymbol,
  order: Order,
  cost: Estimate,
  nowMs: number,
  /** The second of the record that was filled on. */
  sec = Math.floor(nowMs / 1000),
): { ledger: PaperLedger; opened: Position } | undefined {
  if (compare(ledger.available, cost.worstLoss) < 0) return undefined
  const isLimit = order.orderType === orderType.limit
  const opened: Position = {
    id: String(nowMs),
    orderNo: `PAPER${nowMs}`,
    accountType: demoBook,
    compId: null,
    posType: posType.contract,
    symbol: listed.symbol,
    name: listed.name,
    direction: order.direction,
    orderType: order.orderType,
    quantity: cost.quantity,
    openPrice: cost.price,
    markPrice: null,
    lever: order.lever,
    margin: cost.margin,
    addedMargin: nothing,
    liqPrice: cost.liqPrice,
    profit: null,
    profitRate: null,
    marginRatio: null,
    openFee: cost.openFee,
    closeFee: nothing,
    funding: nothing,
    status: isLimit ? positionStatus.pending : positionStatus.running,
    openSec: sec,
    createTime: asInstant(nowMs),
    ...(isLimit && { price: cost.price, expireTime: asInstant(nowMs + limitMs) }),
    ...(order.stopProfit && { stopProfit: order.stopProfit }),
    ...(order.stopLoss && { stopLoss: order.stopLoss }),
  }
  const available = subtract(ledger.available, cost.worstLoss)
  const placed = isLimit ? { pending: [opened, ...ledger.pending] } : { running: [opened, ...ledger.running] }
  return { ledger: { ...ledger, available, ...placed }, opened }
}

export const heldOf = (position: Position, listed: MarketSymbol, sides: Pick<Sides, 'conversion'>): Held => ({
  direction: position.direction,
  quantity: position.quantity,
  contractSize: listed.contractSize,
  openPrice: position.openPrice,
  margin: position.margin,
  addedMargin: position.addedMargin,
  conversion: sides.conversion,
})

const replaced = (all: readonly Position[], next: Position): Position[] => all.map((one) => (one.id === next.id ? next : one))
const without = (all: readonly Position[], { id }: Position): Position[] => all.filter((one) => one.id !== id)

/** The ledger after closing at the other side of the quote. */
export function closeOnPaper(
  ledger: PaperLedger,
  position: Position,
  listed: MarketSymbol,
  sides: Sides,
  nowMs: number,
  reason: number = closeReason.user,
): { ledger: PaperLedger; closed: Position } {
  const price = position.direction === direction.long ? sides.bid : sides.ask
  const result = closing(heldOf(position, listed, sides), price, listed.feeRate)
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
  const running = without(ledger.running, position)
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
export function closePartOnPaper(
  ledger: PaperLedger,
  position: Position,
  quantity: Decimal,
  listed: MarketSymbol,
  sides: Sides,
  nowMs: number,
) {
  const share = (amount: Decimal) => shareOf(amount, quantity, position.quantity)
  const taken = { margin: share(position.margin), addedMargin: share(position.addedMargin), openFee: share(position.openFee) }
  const rest: Position = {
    ...position,
    quantity: subtract(position.quantity, quantity),
    margin: subtract(position.margin, taken.margin),
    addedMargin: subtract(position.addedMargin, taken.addedMargin),
    openFee: subtract(position.openFee, taken.openFee),
  }
  const part: Position = { ...position, id: String(nowMs), orderNo: `PAPER${nowMs}`, partOf: position.id, quantity, ...taken }
  return closeOnPaper({ ...ledger, running: [part, ...replaced(ledger.running, rest)] }, part, listed, sides, nowMs)
}

export function setStopsOnPaper(ledger: PaperLedger, position: Position, { stopProfit, stopLoss }: Required<Stops>) {
  const { stopProfit: _, stopLoss: __, ...kept } = position
  const changed: Position = { ...kept, ...(stopProfit && { stopProfit }), ...(stopLoss && { stopLoss }) }
  return { ledger: { ...ledger, running: replaced(ledger.running, changed) }, changed }
}

/** The ledger with more margin on a position; undefined when the money is not enough. */
export function addMarginOnPaper(ledger: PaperLedger, position: Position, money: Decimal, listed: MarketSymbol, sides: Sides) {
  if (compare(ledger.available, money) < 0) return undefined
  const more: Position = { ...position, addedMargin: add(position.addedMargin, money) }
  const changed: Position = { ...more, liqPrice: liquidationPrice(heldOf(more, listed, sides), listed) }
  return { ledger: { ...ledger, available: subtract(ledger.available, money), running: replaced(ledger.running, changed) }, changed }
}

/** The ledger with a pending order's reserve given back. */
export function cancelOnPaper(ledger: PaperLedger, order: Position, nowMs: number, reason: number = closeReason.user) {
  const cancelled: Position = { ...order, status: positionStatus.cancelled, closeReason: reason, closeTime: asInstant(nowMs) }
  const available = add(ledger.available, order.margin, order.openFee)
  return {
    ledger: {
      ...ledger,
      available,
      pending: without(ledger.pending, order),
      history: [cancelled, ...ledger.history].slice(0, historyLength),
    },
    cancelled,
  }
}

/** A touched order opens at the side it takes, for no more than it reserved. */
function fillOnPaper(ledger: PaperLedger, order: Position, listed: MarketSymbol, sides: Sides, nowMs: number): PaperLedger {
  if (order.expireTime && order.expireTime <= nowMs) return cancelOnPaper(ledger, order, nowMs, closeReason.expiry).ledger
  if (!order.price || !isTouched(order.direction, order.price, sides)) return ledger
  const price = order.direction === direction.long ? sides.ask : sides.bid
  const reserved = add(order.margin, order.openFee)
  const terms = {
    quantity: order.quantity,
    contractSize: listed.contractSize,
    conversion: sides.conversion,
    price,
    lever: order.lever,
    feeRate: listed.feeRate,
  }
  const { margin, openFee, debit } = fillingCost(terms, reserved)
  if (!isPositive(margin)) return cancelOnPaper(ledger, order, nowMs, closeReason.expiry).ledger
  const { expireTime: _, ...kept } = order
  const opened: Position = {
    ...kept,
    status: positionStatus.running,
    openPrice: price,
    margin,
    openFee,
    openSec: sides.sec ?? Math.floor(nowMs / 1000),
  }
  const running: Position = { ...opened, liqPrice: liquidationPrice(heldOf(opened, listed, sides), listed) }
  return {
    ...ledger,
    available: add(ledger.available, subtract(reserved, debit)),
    pending: without(ledger.pending, order),
    running: [running, ...ledger.running],
  }
}

/** What a new price does (product §2.4): stops, the stop loss first, and close-outs; then limit orders. Gives the same ledger when nothing happens. */
export function checkPaper(ledger: PaperLedger, listed: MarketSymbol, sides: Sides & { mark: Decimal }, nowMs: number): PaperLedger {
  const reasonOf = (position: Position) =>
    stopReached(position.direction, sides.mark, position) ??
    (isMarginInsufficient(heldOf(position, listed, sides), sides.mark) ? closeReason.marginInsufficient : undefined)
  const ours = ({ symbol }: Position) => symbol === listed.symbol
  const closed = ledger.running.filter(ours).reduce((now, position) => {
    const reason = reasonOf(position)
    return reason ? closeOnPaper(now, position, listed, sides, nowMs, reason).ledger : now
  }, ledger)
  return ledger.pending.filter(ours).reduce((now, order) => fillOnPaper(now, order, listed, sides, nowMs), closed)
}
