import type { Product, ProductDay } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { ProductType } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Leg } from '#ledger/ledger.ts'
import type { ProductOrderRow, ProductRow } from './rows.ts'

/** One number of a preview; `key` names it for the app's own words. */
export interface Line {
  key: string
  value: Decimal
  unit: string
}

/** What a kind answers to a wish to buy: fixed in the order when it is bought. */
export interface Offer {
  /** What is paid, in the product's currency. */
  money: Decimal
  /** What a day's value is multiplied by; '0' where nothing comes in by the day. */
  weight: Decimal
  num?: number
  /** The first day that counts; null where it is not known yet. */
  startDay: string | null
  /** Copied into the order and never edited: what its kind alone reads later. */
  terms: Readonly<Record<string, string>>
  lines: readonly Line[]
  warnings: readonly { level: 'info' | 'warn'; key: string }[]
  /** A miner that does not pay back at today's values is sold only to who ticked that. */
  needsAcknowledge?: boolean
}

/** How an order ends or is left: the principal and gains that move, the fee, and what the person gets. */
export interface Ending {
  legs: readonly Leg[]
  fee: Decimal
  returned: Decimal
}

/** What leaving would cost and give, and when it would be paid. */
export interface Leaving {
  fee: Decimal
  money: Decimal
  at: Instant
}

/** What was worked out for one day, and from which published numbers. */
export type DayValue = Pick<ProductDay, 'value' | 'inputs'>

/**
 * What a kind of product must do (house.md 3.15; product §2.9). The core knows orders, days, the reserve and money's way; a kind knows what
 * a day is worth and how one leaves. Everything is pure of clocks: `now` and `day` are given.
 */
export interface ProductKind {
  type: ProductType
  /** What the wire shows beside the row: last30, nav, miner, debt. By product id. */
  shown(sql: Sql, products: readonly ProductRow[], now: Instant): Promise<ReadonlyMap<string, Partial<Product>>>
  /** Refuses what only this kind refuses; gives what an order of this size would be. */
  offer(sql: Sql, product: ProductRow, wish: { money?: Decimal; num?: number }, now: Instant): Promise<Offer>
  /** What that day (UTC+8) was worth; undefined while its inputs are not published. Kinds without days leave it out. */
  dayValue?(sql: Sql, product: ProductRow, day: string): Promise<DayValue | undefined>
  /** What changes when an order starts, in the same transaction; undefined while it cannot yet. */
  starting?(
    sql: Sql,
    order: ProductOrderRow,
    now: Instant,
  ): Promise<{ legs: readonly Leg[]; units?: Decimal; buyNav?: Decimal } | undefined>
  /** What leaving now would give; null where the order cannot be left. Refuses nothing. */
  leaving(sql: Sql, order: ProductOrderRow, product: ProductRow, now: Instant, units?: Decimal): Promise<Leaving | null>
  /** The end of the term, or of an exit that is due; undefined while it is not known. Legs in the order's book. */
  ending(sql: Sql, order: ProductOrderRow, product: ProductRow, now: Instant): Promise<Ending | undefined>
  /** What a running order is worth now, in its currency, where that is not its money. */
  worth?(sql: Sql, orders: readonly ProductOrderRow[], now: Instant): Promise<ReadonlyMap<string, Decimal>>
}
