import type { PriceAlert } from '#contract/calls/alerts.ts'
import type { Decimal } from '#contract/decimal.ts'
import { asInstant } from '#contract/time.ts'
import { multiply, roundDecimalAwayFromZero, truncate } from '#rules/decimal.ts'

/** One row of the table `price_alert`, as the database gives it. */
export interface StoredPriceAlert {
  id: string
  user_id: string
  symbol: string
  op: PriceAlert['op']
  price: Decimal
  rearm_price: Decimal | null
  channels: PriceAlert['channels']
  status: number
  changed_sec: string
  fired_ms: string | null
  fired_price: Decimal | null
  created_ms: string
}

export const priceAlertStatus = { waiting: 1, told: 2, done: 3 } as const

/** So far a price must come back before a repeating alert waits for it again: a price that trembles on the line tells once. */
const comeBack = { '>=': '0.999', '<=': '1.001' } as const
const recordScale = 10

/** Where a repeating alert begins to wait again, on the digits of the record. */
export const priceAlertRearmLevel = (op: PriceAlert['op'], price: Decimal): Decimal =>
  op === '>=' ? truncate(multiply(price, comeBack[op]), recordScale) : roundDecimalAwayFromZero(multiply(price, comeBack[op]), recordScale)

/** The row as the wire shows it (docs/rules/prices.md). */
export const toPriceAlert = (row: StoredPriceAlert): PriceAlert => ({
  id: row.id,
  symbol: row.symbol,
  op: row.op,
  price: row.price,
  once: row.rearm_price === null,
  channels: row.channels,
  status: row.status,
  createTime: asInstant(Number(row.created_ms)),
  ...(row.fired_ms !== null && { firedTime: asInstant(Number(row.fired_ms)) }),
  ...(row.fired_price !== null && { firedPrice: row.fired_price }),
})
