import type { Order, Position } from '#contract/calls/trading.ts'
import type { Decimal } from '#contract/decimal.ts'

/** Every number that will be charged, as the sheet shows it before the person confirms. */
export interface OrderPreview {
  price: Decimal
  quantity: Decimal
  notional: Decimal
  margin: Decimal
  openFee: Decimal
  estCloseFee: Decimal
  liqPrice: Decimal
  worstLoss: Decimal
  warnings: readonly string[]
  confirmToken: string
  expireAtMs: number
}

/** Where orders go: the server's demo book, or a visitor's paper ledger on this device. The same screens serve both. */
export interface Desk {
  /** USDT that can be used; undefined until known. */
  available: Decimal | undefined
  running: readonly Position[] | undefined
  /** Country profile and age of the account decide how much leverage there is. */
  leverageFor: { profile: string; accountAgeMs: number }
  /** Why nothing can be ordered now, in words; undefined when orders are taken. */
  closedReason: string | undefined
  preview(order: Order): Promise<OrderPreview>
  open(order: Order, shown: OrderPreview, requestId: string): Promise<Position>
  close(position: Position, requestId: string): Promise<Position>
}
