import type { ContractOrderRequest, Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { HoldingChargeKind } from '#rules/funding.ts'
import type { PositionStops } from '#rules/stops.ts'

/** Every number that will be charged, as the sheet shows it before the person confirms. */
export interface ContractOrderPreview {
  /** What it opens at: the price of now, or the limit. */
  price: Decimal
  quantity: Decimal
  notional: Decimal
  margin: Decimal
  openFee: Decimal
  estCloseFee: Decimal
  liqPrice: Decimal
  worstLoss: Decimal
  /** What a day of holding costs at the coming rate, negative when it is received; absent where nothing is charged. */
  perDay?: Decimal | undefined
  perDayKind?: HoldingChargeKind | undefined
  warnings: readonly string[]
  confirmToken: string
  expireAtMs: number
}

/** Where orders go: the person's book on the server, or a visitor's paper ledger on this device. The same screens serve both. */
export interface ContractTradingAdapter {
  /** Whose money orders are about: 1 REAL, 2 DEMO and paper, 3 a competition's. */
  book: 1 | 2 | 3
  /** Which competition's: each that one takes part in is a book of its own. */
  contest?: { id: string; name: string }
  /** Nothing was ever done on it: the ticket begins with a small amount, and says the first things. */
  isFirst?: boolean
  /** USDT that can be used; undefined until known. */
  available: Decimal | undefined
  running: readonly Position[] | undefined
  /** Limit orders that wait for their price. */
  pending: readonly Position[] | undefined
  /** Country profile and age of the account decide how much leverage there is. */
  leverageFor: { profile: string; accountAgeMs: number }
  /** The most that the rules of a competition allow. */
  maxLever?: number
  /** What the person's level takes off fees, a fraction; nothing where it is not said. */
  feeDiscount?: Decimal
  /** Why nothing can be done now, in words; undefined when orders are taken. */
  closedReason: string | undefined
  /** Why nothing new can be opened, in words; what is open can always be closed. */
  openReason?: string | undefined
  preview(order: ContractOrderRequest): Promise<ContractOrderPreview>
  open(order: ContractOrderRequest, shown: ContractOrderPreview, requestId: string): Promise<Position>
  /** The whole position, or a part of it; gives what was closed. */
  close(position: Position, requestId: string, part?: Decimal): Promise<Position>
  /** null clears one. */
  setStops(position: Position, stops: Required<PositionStops>, requestId: string): Promise<Position>
  addMargin(position: Position, money: Decimal, requestId: string): Promise<Position>
  cancel(order: Position, requestId: string): Promise<Position>
}
