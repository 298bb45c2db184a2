import type { MarketSymbol } from '#contract/calls/market.ts'
import type { Order, Position } from '#contract/calls/trading.ts'
import { demoFundUsdt } from '#contract/constants.ts'
import { asDecimal, type Decimal } from '#contract/decimal.ts'
import { closeReason, direction, posType, positionStatus } from '#contract/states.ts'
import { asInstant } from '#contract/time.ts'
import { add, compare, divide, q8, subtract } from '#rules/decimal.ts'
import { closing, type Held, isMarginInsufficient } from '#rules/position.ts'
import type { Estimate, Sides } from './estimate.ts'

/** A visitor's own book on this device: the same rules as the server's demo book, and nothing leaves the phone. */
export interface PaperLedger {
  available: Decimal
  running: Position[]
  /** Newest first, no more than `historyLength`. */
  history: Position[]
}

const historyLength = 100
const demoBook = 2

export const freshPaper = (): PaperLedger => ({ available: q8(demoFundUsdt), running: [], history: [] })

/** The ledger after opening; undefined when the money is not enough. */
export function openOnPaper(
  ledger: PaperLedger,
  listed: MarketSymbol,
  order: Order,
  cost: Estimate,
  nowMs: number,
): { ledger: PaperLedger; opened: Position } | undefined {
  if (compare(ledger.available, cost.worstLoss) < 0) return undefined
  const opened: Position = {
    id: String(nowMs),
    orderNo: `PAPER${nowMs}`,
    accountType: demoBook,
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
    addedMargin: asDecimal('0.00000000'),
    liqPrice: cost.liqPrice,
    profit: null,
    profitRate: null,
    marginRatio: null,
    openFee: cost.openFee,
    closeFee: asDecimal('0.00000000'),
    status: positionStatus.running,
    openSec: Math.floor(nowMs / 1000),
    createTime: asInstant(nowMs),
  }
  return { ledger: { ...ledger, available: subtract(ledger.available, cost.worstLoss), running: [opened, ...ledger.running] }, opened }
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
    closeSec: Math.floor(nowMs / 1000),
    closeTime: asInstant(nowMs),
  }
  const running = ledger.running.filter(({ id }) => id !== position.id)
  return {
    ledger: { available: add(ledger.available, result.returned), running, history: [closed, ...ledger.history].slice(0, historyLength) },
    closed,
  }
}

/** Closes out what the new price leaves without enough margin (product §2.4). Gives the same ledger when nothing happens. */
export function checkPaper(ledger: PaperLedger, listed: MarketSymbol, sides: Sides & { mark: Decimal }, nowMs: number): PaperLedger {
  return ledger.running
    .filter((position) => position.symbol === listed.symbol && isMarginInsufficient(heldOf(position, listed, sides), sides.mark))
    .reduce((now, position) => closeOnPaper(now, position, listed, sides, nowMs, closeReason.marginInsufficient).ledger, ledger)
}
