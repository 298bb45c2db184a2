import type { LanguageCode } from '#contract/calls/account.ts'
import type { EarnProduct, EarnProductDay, EarnProductOrderPreview } from '#contract/calls/products.ts'
import type { Decimal } from '#contract/decimal.ts'
import type { EarnProductType } from '#contract/states.ts'
import type { Instant } from '#contract/time.ts'
import type { Sql } from '#db/database.ts'
import type { Leg } from '#ledger/ledger.ts'
import type { ExplainedSettlement } from '../orders/explainer.ts'
import type { AppContext } from '../core/appContext.ts'
import type { ProductOrderRow, ProductRow } from './rows.ts'
import type { ProductWithSales } from './store.ts'

/** One number of a preview; `key` names it for the app's own words. */
export interface ProductPreviewLine {
  key: string
  value: Decimal
  unit: string
}

/** What a kind answers to a wish to buy: fixed in the order when it is bought. */
export interface ProductPurchaseOffer {
  /** What is paid, in the product's currency. */
  money: Decimal
  /** What a day's value is multiplied by; '0' where nothing comes in by the day. */
  weight: Decimal
  num?: number
  /** The first day that counts; null where it is not known yet. The last is `product.days` later. */
  startDay: string | null
  /** Until when it can be cancelled with all money back, where that is not the first day or the end of the cooling-off. */
  cancelUntil?: Instant
  /** Copied into the order and never edited: what its kind alone reads later. Shown numbers that changed since the preview ask for a new one. */
  terms: Readonly<Record<string, string>>
  lines: readonly ProductPreviewLine[]
  fees?: EarnProductOrderPreview['fees']
  warnings: readonly { level: 'info' | 'warn'; key: string }[]
  /** A miner that does not pay back at today's values is sold only to who ticked that. */
  needsAcknowledge?: boolean
}

/** How an order ends or is left: the principal and gains that move, the fee, and what the person gets. */
export interface ProductOrderEnding {
  /** Both ends; the person's INVEST legs are taken off what the order holds. */
  legs: readonly Leg[]
  fee: Decimal
  returned: Decimal
  /** Only a part was left: the order runs on with so many units. */
  stays?: { units: Decimal }
}

/** What leaving would cost and give, and when it would be paid. */
export interface ProductExitQuote {
  fee: Decimal
  money: Decimal
  at: Instant
}

/** What was worked out for one day, and from which published numbers. */
export type ProductDayValue = Pick<EarnProductDay, 'value' | 'inputs'>

/** What a receipt of a day says beside the order, the share that was paid and the income: figures are those that lead to the day's value. */
type DayExplained = Pick<ExplainedSettlement, 'formula' | 'inputs' | 'figures' | 'records'>

/** What a receipt of an order says beside its state. */
type OrderExplained = Pick<ExplainedSettlement, 'formula' | 'inputs' | 'figures' | 'result' | 'records'>

/** What every product of a kind says of itself. */
export type ProductKindFacts = Pick<EarnProduct, 'rateKind' | 'exitRule' | 'unbondDays' | 'risks'> &
  Partial<Pick<EarnProduct, 'ourShare'>> & { backing: EarnProduct['backing']['kind'] }

/**
 * What a kind of product must do (docs/rules/earn.md). The core knows orders, days, the reserve and money's way; a kind knows what
 * a day is worth and how one leaves. `now` and `day` are given, no kind asks a clock. A kind is made from the app context:
 * `(app) => ProductKind`.
 *
 * The core's way of an order: bought (money → INVEST, `held`), status 0; at 00:00 of `start_day` `starting`, status 1; at 01:00 after each
 * day the income of that day, trunc(weight * value * paid, 8), out of RESERVE_EARN (DEMO: issued); at 01:00 of `end_day`, once all its days
 * are paid, `ending`, status 2. Leaving: `leaving` fixes the fee and the moment, status 5, the day of asking counts no more; then `ending`.
 */
export interface ProductKind {
  type: EarnProductType
  facts(product: ProductRow): ProductKindFacts
  /** What the wire shows beside the row or instead of it: last30, nav, miner, debt. By product id. */
  serialize(
    sql: Sql,
    products: readonly ProductWithSales[],
    now: Instant,
    lang: LanguageCode,
  ): Promise<ReadonlyMap<string, Partial<EarnProduct>>>
  /** Refuses what only this kind refuses; gives what an order of this size would be. The core has looked at min, max, step, caps and limits. */
  offer(sql: Sql, product: ProductWithSales, request: Wish, now: Instant): Promise<ProductPurchaseOffer>
  /**
   * What that day (UTC+8) was worth; undefined while its inputs may still be published, and where nothing is known of it. `isSilent`: nobody
   * waits for them any longer. Kinds without days leave it out.
   */
  dayValue?(sql: Sql, product: ProductRow, day: string, now: Instant, isSilent: boolean): Promise<ProductDayValue | undefined>
  /** The most that a day is expected to bring for one unit of weight: what the reserve must cover. `rate_max` where left out. */
  mostPerDay?(sql: Sql, product: ProductRow, now: Instant): Promise<Decimal>
  /** What the reserve must hold beside that for all that is sold, such as gains of a fund that come out of it when one leaves. */
  heldBack?(sql: Sql, product: ProductWithSales, now: Instant): Promise<Decimal>
  /** The markets that decide what comes out: what a simulated one decides is not paid in real money. `terms.symbol` where left out. */
  marketsOf?(product: ProductRow): readonly string[]
  /** What changes when an order starts, in the same transaction, wallet and order locked; undefined while it cannot yet. */
  starting?(
    sql: Sql,
    order: ProductOrderRow,
    now: Instant,
  ): Promise<{ legs: readonly Leg[]; units?: Decimal; buyNav?: Decimal } | undefined>
  /** What leaving now would give; null where the order cannot be left. Refuses nothing. */
  leaving(sql: Sql, order: ProductOrderRow, product: ProductRow, now: Instant, units?: Decimal): Promise<ProductExitQuote | null>
  /** The end of the term, or of an exit that is due (status 5); undefined while it is not known. Legs in the order's book. */
  ending(sql: Sql, order: ProductOrderRow, product: ProductRow, now: Instant): Promise<ProductOrderEnding | undefined>
  /** Until when a running order can be cancelled with all money back; null: not any more. Left out: 24 hours in the REAL book (docs/rules/earn.md). */
  cancelUntil?(order: ProductOrderRow): Instant | null
  /** What a running order is worth by what was published by then, in its currency, where that is not its money. By order id. */
  usdtValues?(sql: Sql, orders: readonly ProductOrderRow[], at: Instant): Promise<ReadonlyMap<string, Decimal>>
  /**
   * What leaving these orders at that time would have cost, in their currency, by order id; also of orders that are over since, so that a past
   * moment stays what it was. Left out where leaving costs nothing of the money in INVEST.
   */
  exitCosts?(sql: Sql, orders: readonly ProductOrderRow[], at: Instant): Promise<ReadonlyMap<string, Decimal>>
  /** What was sold stays sold after an order's end: machines and debts. Elsewhere the room is free again. */
  staysSold?: true
  /** Why a day of an order was worth that, for its receipt; left out, the value is told as it is. The rule is in src/rules/recheck/recheckReceipt.ts. */
  explainDay?(order: ProductOrderRow, day: string, worked: ProductDayValue): DayExplained
  /** Why an order came out as it did; left out, or undefined, its postings tell it. */
  explainOrder?(order: ProductOrderRow, sql: Sql): OrderExplained | undefined | Promise<OrderExplained | undefined>
  /**
   * Anything else of this kind that is due: called in each look of the daily run, at least once a minute. Exactly-once by its own tables.
   * `mayEnd` is to be called when an `ending` that was not known is known now.
   */
  work?(app: AppContext, now: Instant, mayEnd: () => void): Promise<void>
}

interface Wish {
  accountType: number
  money?: Decimal
  num?: number
}
